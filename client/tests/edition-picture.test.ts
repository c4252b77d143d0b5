import { expect, test, vi } from "vitest";
import { flushSync, mount, unmount } from "svelte";
import EditionPicture from "../src/components/lobby/EditionPicture.svelte";
import type { Suit } from "../src/lib/net/protocol";
import { countSparks } from "./canvas";
import { changeableProps } from "./props.svelte";

test("a suit more is a burst more in the picture of an edition", () => {
  const sparks = countSparks();
  const start = (paint: () => void) => ({ observe: paint, disconnect: () => {} });
  vi.stubGlobal(
    "ResizeObserver",
    vi.fn(function (paint: () => void) {
      return start(paint);
    }),
  );
  const props = changeableProps<{ suits: Suit[] }>({ suits: ["white", "red"] });
  const shown = mount(EditionPicture, { target: document.body, props });
  flushSync();
  const before = sparks();
  expect(before).toBeGreaterThan(0);
  props.suits = ["white", "red", "black"];
  flushSync();
  expect(sparks()).toBe(before + (before / 2) * 3);
  void unmount(shown);
  vi.unstubAllGlobals();
});
