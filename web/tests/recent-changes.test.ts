import { describe, expect, test } from "vitest";
import { eventsSinceOwnAction, eventsToRepeat, recentlyTouchedSlots } from "../src/components/board/recent-changes";
import { aClue, aDraw, anEvent, aPlay, aStart } from "./fixtures";

describe("recent events", () => {
  const own = aPlay(1, 0, 0, 0, "r1");
  const ownDraw = aDraw(1, 0, 12);
  const clue = aClue(2, 1, 0, "red", [2]);
  const play = aPlay(3, 2, 1, 9, "b1");

  test("begin after the player's own last action and what followed from it", () => {
    expect(eventsSinceOwnAction([aStart(0), own, ownDraw, clue, play], 0)).toEqual([clue, play]);
  });

  test("begin with the game for a spectator", () => {
    expect(eventsSinceOwnAction([aStart(0), own, clue], null)).toEqual([own, clue]);
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

test("the last three events of the game are repeated, not the drawn cards", () => {
  const events = [
    aClue(1, 1, 2, "red", [0]),
    aPlay(2, 2, 0, 8, "b3", false),
    anEvent(2, { type: "strike", strikes: 1 }),
    aDraw(2, 2, 12),
    aClue(3, 1, 2, "blue", [0]),
  ];
  expect(eventsToRepeat(events).map(({ type }) => type)).toEqual(["clue", "play", "clue"]);
});
