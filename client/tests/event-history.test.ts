import { describe, expect, test } from "vitest";
import { cluesOnCard, isActionBy, withoutTakenBack } from "../src/lib/game/event-history";
import { aClue, aDiscard, aDraw, anEvent, aPlay, aStart } from "./fixtures";

test("an action belongs to who gave the clue or played the card", () => {
  expect(isActionBy(aClue(1, 0, 1, "red", [0]), 0)).toBe(true);
  expect(isActionBy(aClue(1, 0, 1, "red", [0]), 1)).toBe(false);
  expect(isActionBy(aPlay(1, 2, 0, 8, "r1"), 2)).toBe(true);
  expect(isActionBy(aDraw(1, 2, 12), 2)).toBe(false);
  expect(isActionBy(aClue(1, 0, 1, "red", [0]), null)).toBe(false);
});

describe("taking back", () => {
  const clue = aClue(1, 0, 1, "red", [0]);
  const play = aPlay(2, 1, 0, 4, "r1");
  const draw = aDraw(2, 1, 12);
  const takenBack = (actions: number) => anEvent(3, { type: "took_back", seat: 1, actions });

  test("removes the action with all that followed from it", () => {
    expect(withoutTakenBack([aStart(0), clue, play, draw, takenBack(1)])).toEqual([aStart(0), clue, takenBack(1)]);
  });

  test("removes every action down to the number that stays", () => {
    expect(withoutTakenBack([aStart(0), clue, play, draw, takenBack(0)])).toEqual([aStart(0), takenBack(0)]);
  });

  test("leaves a game without it as it is", () => {
    expect(withoutTakenBack([aStart(0), clue, play, draw])).toEqual([aStart(0), clue, play, draw]);
  });
});

describe("the clues on a card", () => {
  test("follow it through the slots it had", () => {
    const early = aClue(1, 0, 1, "red", [1]);
    const late = aClue(3, 0, 1, 3, [0]);
    // Seat 1 discards its oldest card: the card in slot 1 moves to slot 0.
    const events = [early, aDiscard(2, 1, 0, 4, "b1"), aDraw(2, 1, 12), late];
    expect(cluesOnCard(events, 1, [5, 6, 7, 12], 5)).toEqual([early, late]);
    expect(cluesOnCard(events, 1, [5, 6, 7, 12], 6)).toEqual([]);
  });

  test("are those given since it was drawn", () => {
    const before = aClue(1, 0, 1, "red", [3]);
    const after = aClue(3, 0, 1, 3, [3]);
    const events = [before, aDiscard(2, 1, 3, 7, "b1"), aDraw(2, 1, 12), after];
    expect(cluesOnCard(events, 1, [4, 5, 6, 12], 12)).toEqual([after]);
  });
});
