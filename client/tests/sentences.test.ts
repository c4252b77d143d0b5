import { describe, expect, test } from "vitest";
import { knowledgeAfterClue, previewSentence } from "../src/components/actions/clue-preview";
import { botText, botTitle, playerName } from "../src/lib/game/names";
import { eventSentence, eventSentences } from "../src/lib/game/sentences";
import { aClue, aDraw, aHand, anEvent, aPlay, aTable, aView, masksOf } from "./fixtures";

const table = aTable("Ana", "Bo", "Cy");

describe("a clue is worded", () => {
  const clue = aClue(1, 0, 1, "red", [0, 2]);
  test("for its giver, its receiver and everybody else", () => {
    expect(eventSentence(clue, table, 0)).toMatch(/^You tell Bo/);
    expect(eventSentence(clue, table, 1)).toMatch(/^Ana tells you/);
    expect(eventSentence(clue, table, 2)).toMatch(/^Ana tells Bo/);
    expect(eventSentence(clue, table, 2)).toContain("1 and 3");
  });

  test("also when it touches nothing", () => {
    expect(eventSentence(aClue(1, 0, 1, 5, []), table, 2)).toBe("Ana tells Bo that there is no 5 in that hand.");
  });
});

describe("a play is worded by how it went", () => {
  test("with its suit and rank", () => {
    expect(eventSentence(aPlay(1, 1, 0, 4, "r1"), table, 0)).toBe("Bo plays red 1.");
    expect(eventSentence(aPlay(1, 1, 0, 4, "r3", false), table, 0)).toBe(
      "Bo plays red 3: it does not fit, strike 1 of 3.",
    );
  });

  test("and by what was announced", () => {
    const play = { type: "play", seat: 1, slot: 0, drawn: 4, card: "r1" } as const;
    const right = anEvent(1, { ...play, added: true, announced: "red", strike: null, strikes_max: 3 });
    const wrong = anEvent(1, { ...play, added: false, announced: "blue", strike: 2, strikes_max: 3 });
    expect(eventSentence(right, table, 0)).toBe("Bo plays red 1, as announced.");
    expect(eventSentence(wrong, table, 0)).toBe("Bo plays red 1, wrongly announced as blue: strike 2 of 3.");
  });
});

test("nothing that the terminal tells is left out", () => {
  const clue = anEvent(1, { type: "clue", giver: 0, to: 1, about: 5, slots: [], free: true });
  expect(eventSentence(clue, table, 2)).toMatch(/^Ana gives a clue without spending a token\. Ana tells Bo/);
  const tile = { type: "tile", tile: "clue_back", waits: false } as const;
  expect(eventSentence(anEvent(1, { ...tile, effect: true }), table, 0)).not.toContain("no effect");
  expect(eventSentence(anEvent(1, { ...tile, effect: false }), table, 0)).toContain("no effect");
  expect(eventSentence(anEvent(1, { type: "clue_tokens", tokens: 0 }), table, 0)).toMatch(/already available/);
  expect(eventSentence(anEvent(1, { type: "deck_empty" }), table, 0)).toMatch(/^The deck is empty/);
});

test("events without a line are left out", () => {
  expect(eventSentence(aDraw(1, 0, 12), table, 0)).toBe("");
  expect(eventSentences([aDraw(1, 0, 12), anEvent(1, { type: "last_round", turns: 3 })], table, 0)).toHaveLength(1);
});

test("every seat and bot has a name", () => {
  const { seats } = table;
  const empty = { ...table, seats: [{ ...seats[0], name: null }] };
  expect(playerName(table, 1)).toBe("Bo");
  expect(playerName(empty, 0)).toMatch(/1/);
  expect(botTitle("team:2")).toMatch(botTitle("team"));
  expect(botTitle("team:2")).not.toBe(botTitle("team"));
  expect(botTitle("team:9")).toBe(botTitle("team"));
  expect(botTitle("somebody")).toBe("somebody");
  expect(botText("team")).not.toBe("");
  expect(botText("somebody")).toBe("");
});

describe("the preview of a clue", () => {
  const red = masksOf("r1 r2 r3 r4 r5");
  const view = aView({
    touches: { red },
    hands: [aHand(0), aHand(1, [{}, { clued: [3], open: masksOf("r3 b3") }, {}, {}]), aHand(2)],
  });
  const clue = { type: "clue", to: 1, about: "red", slots: [0, 1] } as const;

  test("counts new and repeated cards", () => {
    const sentence = previewSentence(view, table, { ...clue, slots: [0, 1] });
    expect(sentence.clue).toMatch(/^You tell Bo/);
    expect(sentence.touched.match(/1 /g)?.length).toBeGreaterThanOrEqual(2);
  });

  test("tells what the receiver would know of the touched cards", () => {
    const knowledge = knowledgeAfterClue(view, { ...clue, slots: [0, 1] }, "clues");
    expect(knowledge).toEqual(["1: This card is red.", "2: This is a red 3."]);
  });

  test("tells nothing to who plays without aids", () => {
    expect(knowledgeAfterClue(view, { ...clue, slots: [0, 1] }, "paper")).toEqual([]);
  });

  test("tells what a clue without cards rules out, where deductions are shown", () => {
    const none = { ...clue, slots: [] };
    expect(knowledgeAfterClue(view, none, "clues")).toEqual([]);
    expect(knowledgeAfterClue(view, none, "deduce")).toContain("2: This is a blue 3.");
  });
});
