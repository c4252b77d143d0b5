import { describe, expect, test } from "vitest";
import { statusFigures } from "../src/components/board/status-figures";
import type { View } from "../src/lib/net/protocol";
import { aClue, aHand, aView } from "./fixtures";

const clues = [aClue(1, 0, 1, "red", [0, 1, 2]), aClue(2, 1, 0, 1, [0, 1, 2, 3])];
const touched = [aHand(0, [{ clued: [1] }, { clued: [1] }]), aHand(1, [{ clued: ["red"] }, {}])];
const black = { count: 1, top: 5, reachable: 5 };

test("efficiency counts cards, not points", () => {
  const view = aView({ score: -4, hands: touched, fireworks: { ...aView().fireworks, black } });
  expect(statusFigures({ ...view, suits: [...view.suits, "black"] }, clues, {}).efficiency).toBe("2.00");
});

test("what black takes off is shown apart until the game is over", () => {
  const view = aView({ score: -2, fireworks: { ...aView().fireworks, black } });
  expect(statusFigures(view, [], {})).toMatchObject({ score: 2, black: 4 });
  const over = { outcome: "finished", reason: "deck", score: -2, rating: null, verdict: null, commended: false };
  expect(statusFigures({ ...view, over } as typeof view, [], {})).toMatchObject({ score: -2, black: 0 });
});

test("without a last round there is no pace, and every token may still bring cards", () => {
  const view = aView({ score: 0, best_score: 25, clue_tokens: 8, deck: 40 });
  expect(statusFigures(view, [], { all_or_nothing: true }).pace).toBeNull();
  expect(statusFigures(view, [], {}).pace).toBe(40 + view.hands.length - 25);
  expect(Number(statusFigures(view, [], {}).needed)).toBeCloseTo(25 / (8 + 15 + view.hands.length + 5), 1);
});

test("a teammate's card that is useless was pointed at in vain", () => {
  const view = aView({ hands: [aHand(0, []), aHand(1, [{ clued: [1], marks: ["useless"] }, { clued: [1] }])] });
  expect(statusFigures(view, clues.slice(0, 1), {}).efficiency).toBe("1.00");
});

const late = { clue_tokens: 0, deck: 0, turns_left: 2, score: 20, best_score: 25 };

test("in the last round, the turns that are left count", () => {
  expect(statusFigures(aView(late), [], {}).pace).toBe(20 + 2 - 25);
});

describe("clues still to come", () => {
  const needed = (changes: Partial<View>, rules = {}) =>
    statusFigures(aView({ ...late, ...changes }), [], rules).needed;
  const red = { count: 2, top: 2, reachable: 4 };
  const others = aView().fireworks;

  test("are one for each firework that can still be completed", () => {
    expect(needed({})).toBe("1.00");
    expect(needed({ fireworks: { ...others, red } })).toBe("1.25");
    expect(needed({ fireworks: { ...others, red: { count: 5, top: 5, reachable: 5 } } })).toBe("1.25");
  });

  test("are those of the reward tiles that are face down", () => {
    expect(needed({}, { flamboyants: true })).toBe("1.25");
    expect(needed({ tiles_turned: ["mend", "rescue", "clue_back"] }, { flamboyants: true })).toBe("2.50");
  });

  test("are one for each play that can be announced", () => {
    expect(needed({}, { choreography: true })).toBe("0.50");
  });
});
