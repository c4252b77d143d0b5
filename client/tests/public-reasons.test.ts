import { describe, expect, test } from "vitest";
import { publicReasons } from "../src/lib/game/public-reasons";
import { aClue, aDiscard, aHand, aPlay, aTable, aView, masksOf } from "./fixtures";

const table = aTable();
const at = (cards: Parameters<typeof aHand>[1]) => {
  const view = aView({ hands: [aHand(0), aHand(1, cards), aHand(2)] });
  return { before: view, after: view };
};

describe("the public reasons of a play", () => {
  const ones = { clued: [1], open: masksOf("w1 r1 b1 y1 g1"), card: "r1", possible: masksOf("r1") };

  test("are its clues, what they leave, and whether it had to fit", () => {
    const reasons = publicReasons(aPlay(3, 1, 0, 4, "r1"), at([ones, {}, {}, {}]), table, "deduce");
    expect(reasons).toEqual(["Told: 1.", "This card is a 1.", "Going by the clues, it had to fit."]);
  });

  test("never tell what the viewer alone sees", () => {
    const reasons = publicReasons(aPlay(3, 1, 0, 4, "r1"), at([ones, {}, {}, {}]), table, "expert").join(" ");
    expect(reasons).not.toContain("red");
  });

  test("stop at the clues for who wants no deductions", () => {
    expect(publicReasons(aPlay(3, 1, 0, 4, "r1"), at([ones, {}, {}, {}]), table, "clues")).toEqual(["Told: 1."]);
  });
});

test("a discard of the oldest untouched card is reasons as such", () => {
  const reasons = publicReasons(aDiscard(3, 1, 1, 5, "b2"), at([{ clued: ["red"] }, {}, {}, {}]), table, "deduce");
  expect(reasons).toHaveLength(2);
  expect(reasons[1]).toContain("the next to be discarded");
});

test("a clue is reasons by what it leaves of each card it touched, and whether its giver speaks a code", () => {
  const blues = { clued: ["blue"], open: masksOf("b1 b2 b3 b4 b5") };
  const clue = aClue(3, 2, 1, "blue", [1]);
  expect(publicReasons(clue, at([{}, blues, {}, {}]), table, "deduce")).toEqual(["Bo: card 2. This card is blue."]);
  const coded = { ...table, seats: table.seats.map((seat) => ({ ...seat, kind: "bot" as const, bot: "hat" })) };
  expect(publicReasons(clue, at([{}, blues, {}, {}]), coded, "deduce")[0]).toContain("secret code");
});
