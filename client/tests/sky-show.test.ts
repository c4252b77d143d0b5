import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { flushSync, mount, unmount } from "svelte";
import EditionPicture from "../src/components/lobby/EditionPicture.svelte";
import { skyShow } from "../src/lib/moments/sky-show";
import { countSparks } from "./canvas";
import { SUITS } from "./fixtures";
import { changeableProps } from "./props.svelte";

let sparks: () => number;
const frames = vi.fn();

beforeEach(() => {
  sparks = countSparks();
  Element.prototype.animate = vi.fn(() => ({ finished: new Promise(() => {}) })) as never;
  vi.stubGlobal("requestAnimationFrame", frames);
  frames.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("the sky has fireworks from the first moment, also where motion is allowed, and asks for no frames", () => {
  vi.useFakeTimers();
  const canvas = document.createElement("canvas");
  document.body.append(canvas);
  const end = skyShow(canvas);
  expect(sparks()).toBeGreaterThan(100);
  expect(document.querySelectorAll(".live-burst")).toHaveLength(1);
  vi.advanceTimersByTime(20_000);
  expect(frames).not.toHaveBeenCalled();
  end();
  expect(document.querySelectorAll(".live-burst")).toHaveLength(0);
});

test("the picture of an edition follows its switches", () => {
  let paint = (): void => {};
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(callback: () => void) {
        paint = callback;
      }
      observe(): void {
        paint();
      }
      disconnect(): void {}
    },
  );
  const props = changeableProps({ suits: SUITS });
  const picture = mount(EditionPicture, { target: document.body, props });
  flushSync();
  const five = sparks();
  props.suits = [...SUITS, "black"];
  flushSync();
  expect(sparks() - five).toBeGreaterThan(five);
  void unmount(picture);
});
