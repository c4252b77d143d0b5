import { describe, expect, test } from "vitest";
import {
  cluesSentence,
  facesIn,
  hasFace,
  isDisjoint,
  isSubset,
  knowledgeSentence,
  ranksIn,
  shownKnowledge,
  suitsIn,
} from "../src/lib/game/card-knowledge";
import { aCard, ANYTHING, aView, masksOf } from "./fixtures";

const view = aView();

describe("masks", () => {
  test("hold the faces they name and no others", () => {
    const masks = masksOf("r3 b1");
    expect(facesIn(view, masks)).toEqual([
      { suit: "red", rank: 3 },
      { suit: "blue", rank: 1 },
    ]);
    expect(hasFace(view, masks, { suit: "red", rank: 3 })).toBe(true);
    expect(hasFace(view, masks, { suit: "red", rank: 1 })).toBe(false);
  });

  test("list suits and ranks in the order of the view", () => {
    expect(suitsIn(view, masksOf("g2 w5"))).toEqual(["white", "green"]);
    expect(ranksIn(view, masksOf("g2 w5"))).toEqual([2, 5]);
  });

  test("are compared as sets", () => {
    expect(isSubset(masksOf("r1"), masksOf("r1 b1"))).toBe(true);
    expect(isSubset(masksOf("r1 g2"), masksOf("r1 b1"))).toBe(false);
    expect(isDisjoint(masksOf("r1 g2"), masksOf("r2 b1"))).toBe(true);
    expect(isDisjoint(masksOf("r1 g2"), masksOf("r1 b1"))).toBe(false);
  });
});

describe("the sentence about a card", () => {
  const ranks = (suit: string) => [1, 2, 3, 4, 5].map((rank) => suit + rank).join(" ");
  test.each([
    ["one face", masksOf("r3"), "This is a red 3."],
    ["one suit", masksOf(ranks("r")), "This card is red."],
    ["one rank", masksOf("w2 r2 b2 y2 g2"), "This card is a 2."],
    ["a few faces", masksOf("r3 b1"), "Could be: red 3 or blue 1."],
    ["nothing", ANYTHING, "Nothing is known about this card."],
  ])("tells %s", (_, masks, sentence) => {
    expect(knowledgeSentence(view, masks)).toBe(sentence);
  });

  test("names what is left of many faces", () => {
    expect(knowledgeSentence(view, masksOf(`${ranks("r")} ${ranks("b")}`))).toMatch(/red or blue/);
    expect(knowledgeSentence(view, masksOf("w1 r1 b1 y1 g1 w2 r2 b2 y2 g2"))).toMatch(/1 or 2/);
  });

  test("tells the clues it got", () => {
    expect(cluesSentence(aCard(1, { clued: ["red", 3] }))).toMatch(/red and 3/);
    expect(cluesSentence(aCard(1))).toBe("No clue has touched this card.");
  });
});

test("an aid level without deductions shows the clues alone", () => {
  const card = aCard(1, { clued: ["red", 3], open: masksOf("r3") });
  expect(shownKnowledge(view, card, card.open, "clues")).toEqual({ suits: ["red"], ranks: [3] });
  const untouched = aCard(2, { open: masksOf("b1 b2") });
  expect(shownKnowledge(view, untouched, untouched.open, "clues")).toEqual({ suits: [], ranks: [] });
  expect(shownKnowledge(view, untouched, untouched.open, "deduce")).toEqual({ suits: ["blue"], ranks: [1, 2] });
});
