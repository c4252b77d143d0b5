import { describe, expect, test } from "vitest";
import { clockTexts, formatDuration } from "../src/lib/game/clocks";
import { CLOCK_CHOICES, clockChoice } from "../src/lib/table/options.svelte";

test.each([
  [0, "0:00"],
  [59.9, "0:59"],
  [61, "1:01"],
  [3600, "1:00:00"],
  [3 * 3600 + 62, "3:01:02"],
])("%d seconds are shown as %s", (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});

test("days are counted, not split", () => {
  expect(formatDuration(3 * 86400)).toContain("3");
  expect(formatDuration(3 * 86400)).not.toContain(":");
});

describe("the clocks of a table", () => {
  test("run for the player whose turn it is", () => {
    expect(clockTexts({ since: 100, left: [60, 60] }, 1, 130)).toEqual(["1:00", "0:30"]);
  });

  test("stop at zero, and do not run backwards when clocks differ", () => {
    expect(clockTexts({ since: 100, left: [60] }, 0, 500)).toEqual(["0:00"]);
    expect(clockTexts({ since: 100, left: [60] }, 0, 90)).toEqual(["1:00"]);
  });

  test("are none where the table has none", () => {
    expect(clockTexts({ since: null, left: null }, 0, 0)).toEqual([]);
  });
});

test("every clock that is offered is found again; another one is none of them", () => {
  for (const choice of CLOCK_CHOICES) expect(clockChoice(choice.clock)).toBe(choice);
  expect(clockChoice({ kind: "none", seconds: 5, increment: 5 })?.id).toBe("none");
  expect(clockChoice({ kind: "move", seconds: 61, increment: 0 })).toBeUndefined();
});
