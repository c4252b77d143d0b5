import { expect, test } from "vitest";
import { viewersText, watchingText } from "../src/lib/game/viewers";
import { offlineTable } from "../src/lib/game/offline-table";

const { options } = offlineTable(["Ana", "Bo"], {});

test("a spectator reads what is delayed", () => {
  expect(watchingText({ ...options, spectators: "open", spectator_delay: 3 })).toContain(
    "all hands as they were 3 moves ago",
  );
  expect(watchingText({ ...options, spectators: "public", spectator_delay: 1 })).toContain(
    "1 move ago, without the hands",
  );
  expect(watchingText({ ...options, spectator_delay: 0 })).toBe("You are watching this game.");
});

test("spectators are named, and those without an account are guests", () => {
  expect(viewersText({ watching: 0, viewers: [] })).toBe("");
  expect(viewersText({ watching: 1, viewers: [] })).toBe("Watching: a guest");
  expect(viewersText({ watching: 4, viewers: ["Ana", "Eve"] })).toBe("Watching: Ana, Eve, and 2 guests");
});
