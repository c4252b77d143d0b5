import { expect, test } from "vitest";
import { cardCode, guessesIn, isTurned, joinNote, noteText, toggleGuess, trimNote } from "../src/lib/game/card-notes";
import { faceOf, letterOf, SUIT_OF_LETTER } from "../src/lib/game/suits";

test("a suit's letter and a rank are a card, and back", () => {
  for (const [letter, suit] of Object.entries(SUIT_OF_LETTER)) {
    expect(letterOf(suit)).toBe(letter);
    expect(faceOf(`${letter}4`)).toEqual({ suit, rank: 4 });
    expect(cardCode(faceOf(`${letter}4`))).toBe(`${letter}4`);
  }
});

test("guesses are found among other words", () => {
  expect(guessesIn("save! R3 or b1, not r35 or x2")).toEqual(new Set(["r3", "b1"]));
});

test("a guess is added, and removed the second time", () => {
  const red3 = { suit: "red", rank: 3 } as const;
  expect(toggleGuess("", red3)).toBe("r3");
  expect(toggleGuess("save b1", red3)).toBe("save b1 r3");
  expect(toggleGuess("save R3 b1", red3)).toBe("save b1");
});

test("a note has at most 100 characters", () => {
  expect(trimNote("x".repeat(150))).toHaveLength(100);
});

test("a card turned upside down is remembered beside the words of its note", () => {
  const turned = joinNote(true, "r3 maybe");
  expect(isTurned(turned)).toBe(true);
  expect(noteText(turned)).toBe("r3 maybe");
  expect(joinNote(false, "r3 maybe")).toBe("r3 maybe");
  expect(isTurned(joinNote(true, ""))).toBe(true);
  expect(noteText(joinNote(true, ""))).toBe("");
});
