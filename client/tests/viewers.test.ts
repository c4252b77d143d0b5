import { expect, test } from "vitest";
import { viewersText, watchingText } from "../src/lib/game/viewers";
import { aHand } from "./fixtures";
import { offlineTable } from "../src/lib/game/offline-table";

const { options } = offlineTable(["Ana", "Bo"], {});

test("a spectator reads what is delayed", () => {
  const shown = { hands: [aHand(0, [{ card: "r1" }]), aHand(1, [{ card: "b4" }])] };
  const hidden = { hands: [aHand(0, [{}]), aHand(1, [{}])] };
  expect(watchingText({ ...options, spectator_delay: 3 }, shown)).toContain("all hands as they were 3 moves ago");
  // A game that counts: the table would show the hands, but the server does not.
  const open = { ...options, spectators: "open", spectator_delay: 1 } as const;
  expect(watchingText(open, hidden)).toContain("1 move ago, without the hands");
  expect(watchingText({ ...options, spectator_delay: 0 }, shown)).toBe("You are watching this game.");
});

test("spectators are named, and those without an account are guests", () => {
  expect(viewersText({ watching: 0, viewers: [] })).toBe("");
  expect(viewersText({ watching: 1, viewers: [] })).toBe("Watching: a guest");
  expect(viewersText({ watching: 4, viewers: ["Ana", "Eve"] })).toBe("Watching: Ana, Eve, and 2 guests");
});
