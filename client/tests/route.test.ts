import { expect, test } from "vitest";
import { address, go, parseRoute, route } from "../src/lib/app/route.svelte";

test.each([
  ["/", { screen: "landing" }],
  ["/rules", { screen: "rules" }],
  ["/rules/more", { screen: "missing" }],
  ["/t/abc", { screen: "table", id: "abc" }],
  ["/puzzles", { screen: "puzzles" }],
  ["/puzzles/next", { screen: "puzzles" }],
  ["/puzzles/table/abc", { screen: "puzzles" }],
  ["/together/study/s1/r2", { screen: "together", id: "study/s1/r2" }],
  ["/events", { screen: "events" }],
  ["/e/abc", { screen: "event", id: "abc" }],
  ["/c/abc", { screen: "club", id: "abc" }],
  ["/nowhere", { screen: "missing" }],
])("%s is a screen", (path, expected) => {
  expect(parseRoute(path)).toEqual(expected);
});

test("a screen stays while only the rest of the address changes", () => {
  go("/r/abc?turn=1");
  const shown = route();
  go("/r/abc?turn=2", "replace");
  expect(route()).toBe(shown);
  expect(address().searchParams.get("turn")).toBe("2");
  go("/r/other");
  expect(route()).toEqual({ screen: "replay", id: "other" });
});
