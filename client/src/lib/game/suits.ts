/** One fixed silhouette per suit in every edition and language: color is never the only sign. */
import drawings from "./card-drawings.json";
import type { Suit } from "../net/protocol";

export type { Suit };

export const SUIT_OF_LETTER: Record<string, Suit> = {
  w: "white",
  r: "red",
  b: "blue",
  y: "yellow",
  g: "green",
  m: "multicolor",
  k: "black",
};

export interface Face {
  suit: Suit;
  rank: number;
}

export function faceOf(text: string): Face {
  return { suit: SUIT_OF_LETTER[text[0]], rank: Number(text[1]) };
}

export const letterOf = (suit: Suit): string =>
  Object.keys(SUIT_OF_LETTER).find((letter) => SUIT_OF_LETTER[letter] === suit)!;

/** The color of a suit's sign in knowledge displays: its light in the sky, except that black stays black. */
export const signColor = (suit: Suit): string => (suit === "black" ? "var(--black-sign)" : `var(--${suit}-light)`);

/** Paths in a box of 40 by 40: diamond, star, fir, crescent, drop, flower and cross. */
export const SILHOUETTE: Record<Suit, string> = drawings.silhouettes;

/** Digits as strokes in a box of 60 by 80, so that they are never part of a label. */
export const NUMERAL: Record<number, string> = drawings.numerals;
