import { describe, expect, test } from "vitest";
import { changesIn, eventsSinceOwnAction, lastClue, recentlyTouchedSlots } from "../src/lib/table/recent-changes";
import { aClue, aDiscard, aDraw, aHand, anEvent, aPlay, aStart } from "./fixtures";

describe("recent events", () => {
  const own = aPlay(1, 0, 0, 0, "r1");
  const ownDraw = aDraw(1, 0, 12);
  const clue = aClue(2, 1, 0, "red", [2]);
  const play = aPlay(3, 2, 1, 9, "b1");

  test("begin after the player's own last action and what followed from it", () => {
    expect(eventsSinceOwnAction([aStart(0), own, ownDraw, clue, play], 0)).toEqual([clue, play]);
  });

  test("are the newest action alone for a spectator, who has no last action", () => {
    expect(eventsSinceOwnAction([aStart(0), own, clue], null)).toEqual([clue]);
    expect(eventsSinceOwnAction([aStart(0), own, ownDraw], null)).toEqual([own, ownDraw]);
    expect(eventsSinceOwnAction([aStart(0)], null)).toEqual([]);
  });

  test("are none right after an own action", () => {
    expect(eventsSinceOwnAction([aStart(0), clue, own, ownDraw], 0)).toEqual([]);
  });
});

describe("recently touched slots", () => {
  test("are those of the newest clue to each seat", () => {
    const events = [aClue(1, 1, 0, "red", [0]), aClue(2, 2, 0, 3, [1, 2]), aClue(3, 0, 2, 1, [3])];
    expect(recentlyTouchedSlots(events)).toEqual({ 0: [1, 2], 2: [3] });
  });

  test("are dropped once their owner has acted: slots have moved", () => {
    expect(recentlyTouchedSlots([aClue(1, 0, 1, "red", [0]), aPlay(2, 1, 0, 4, "r1")])).toEqual({});
  });
});

test("changes are new tops, new discards and new cards", () => {
  const changes = changesIn([
    aPlay(1, 1, 0, 4, "r1"),
    aDraw(1, 1, 12),
    aPlay(2, 2, 0, 8, "b3", false),
    anEvent(2, { type: "strike", strikes: 1 }),
    aDraw(2, 2, 13),
    aDiscard(3, 1, 2, 6, "g1"),
  ]);
  expect([...changes.fireworks]).toEqual(["red"]);
  expect([...changes.discards]).toEqual([8, 6]);
  expect([...changes.cards]).toEqual([12, 13]);
});

describe("the clue that is drawn as a line", () => {
  const hands = [aHand(0), aHand(1), aHand(2)];
  const clue = aClue(1, 0, 2, "red", [1]);

  test("is the newest of the last round", () => {
    expect(lastClue([clue, aPlay(2, 1, 0, 4, "r1")], hands)).toBe(clue);
    const newer = aClue(2, 1, 2, 3, [0]);
    expect(lastClue([clue, newer], hands)).toBe(newer);
  });

  test("is gone once its receiver has played or discarded, and after a round", () => {
    expect(lastClue([clue, aPlay(2, 2, 1, 9, "r1")], hands)).toBeNull();
    const round = [2, 3, 4].map((n) => aDiscard(n, n % 2, 0, n, "b1"));
    expect(lastClue([clue, ...round], hands)).toBeNull();
    expect(lastClue([aStart(0)], hands)).toBeNull();
  });
});
