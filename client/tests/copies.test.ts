import { describe, expect, test } from "vitest";
import { copyCount, unseenCopies } from "../src/lib/game/copies";
import type { Suit } from "../src/lib/game/suits";
import { aHand, aView } from "./fixtures";

describe("copies of a face", () => {
  const view = aView({
    discards: [
      { id: 1, card: "r1" },
      { id: 2, card: "r4" },
    ],
    fireworks: { ...aView().fireworks, red: { count: 2, top: 2, reachable: 5 } },
    hands: [aHand(0), aHand(1, [{ card: "r3" }, { card: "r1" }, {}, {}]), aHand(2)],
  });

  test("are discarded, played or left", () => {
    expect(copyCount(view, { suit: "red", rank: 1 })).toEqual({ all: 3, discarded: 1, played: true, left: 1 });
    expect(copyCount(view, { suit: "red", rank: 4 })).toEqual({ all: 2, discarded: 1, played: false, left: 1 });
    expect(copyCount(view, { suit: "blue", rank: 5 })).toEqual({ all: 1, discarded: 0, played: false, left: 1 });
  });

  test("that nobody shows are in the deck or in the own hand", () => {
    expect(unseenCopies(view, { suit: "red", rank: 1 })).toBe(0);
    expect(unseenCopies(view, { suit: "red", rank: 3 })).toBe(1);
  });

  test("of a firework that is built downwards are counted from its 5", () => {
    const suits: Suit[] = ["white", "black"];
    const black = aView({
      suits,
      copies: [
        [3, 2, 2, 2, 1],
        [1, 2, 2, 2, 3],
      ],
      fireworks: { white: { count: 1, top: 1, reachable: 5 }, black: { count: 2, top: 4, reachable: 5 } },
    });
    expect(copyCount(black, { suit: "black", rank: 5 }).played).toBe(true);
    expect(copyCount(black, { suit: "black", rank: 4 }).played).toBe(true);
    expect(copyCount(black, { suit: "black", rank: 3 }).played).toBe(false);
    expect(copyCount(black, { suit: "white", rank: 2 }).played).toBe(false);
  });
});
