import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { flushSync, mount, unmount } from "svelte";
import Sky from "../src/components/ui/Sky.svelte";
import EditionPicture from "../src/components/lobby/EditionPicture.svelte";
import { go } from "../src/lib/app/route.svelte";
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
  expect(sparks()).toBeGreaterThan(300); // a live burst alone has about a hundred
  expect(document.querySelectorAll(".live-burst")).toHaveLength(1);
  vi.advanceTimersByTime(20_000);
  expect(frames).not.toHaveBeenCalled();
  end();
  expect(document.querySelectorAll(".live-burst")).toHaveLength(0);
});

test("the picture of an edition follows its switches", () => {
  // As in a browser, a size is reported later.
  const waiting: (() => void)[] = [];
  const reportSizes = (): void => waiting.splice(0).forEach((paint) => paint());
  vi.stubGlobal("ResizeObserver", function (paint: () => void) {
    return { observe: () => waiting.push(paint), disconnect: () => {} };
  });
  const props = changeableProps({ suits: SUITS });
  const picture = mount(EditionPicture, { target: document.body, props });
  flushSync();
  reportSizes();
  const five = sparks();
  props.suits = [...SUITS, "black"];
  flushSync();
  reportSizes();
  expect(sparks() - five).toBeGreaterThan(five);
  void unmount(picture);
});

test("a move at the table draws no star anew", async () => {
  vi.useFakeTimers();
  go("/t/abc", "replace");
  document.body.innerHTML = '<div id="app"></div>';
  const clear = vi.spyOn(HTMLCanvasElement.prototype, "getContext");
  const sky = mount(Sky, { target: document.body });
  flushSync();
  await vi.advanceTimersByTimeAsync(3000);
  const drawn = clear.mock.calls.length;
  expect(drawn).toBeGreaterThan(0);
  document.getElementById("app")!.append(document.createElement("p"));
  await vi.advanceTimersByTimeAsync(3000);
  expect(clear.mock.calls.length).toBe(drawn);
  void unmount(sky);
});
