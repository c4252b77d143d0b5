import { expect, test } from "vitest";
import { statusFigures } from "../src/components/board/status-figures";
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
