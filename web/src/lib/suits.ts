/** One fixed silhouette for each suit, in every edition and language: color is never the only sign. */
import type { Suit } from "./protocol";

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

/** The color of a suit's sign where it stands for knowledge: its light in the sky, but black stays black. */
export const signColor = (suit: Suit): string => (suit === "black" ? "var(--black-sign)" : `var(--${suit}-light)`);

/** Paths in a box of 40 by 40. */
export const SILHOUETTE: Record<Suit, string> = {
  // diamond
  red: "M20 1 36 20 20 39 4 20Z",
  // star
  yellow: "M20 1.5 25.6 14 39 15.4 29 24.4 31.8 37.6 20 30.8 8.2 37.6 11 24.4 1 15.4 14.4 14Z",
  // fir
  green: "M20 1 31 16H26L36 33H24V39H16V33H4L14 16H9Z",
  // crescent
  white: "M25 2A18.2 18.2 0 1 0 37.5 27 15.4 15.4 0 1 1 25 2Z",
  // drop
  blue: "M20 1C27 12 33.5 18.5 33.5 26A13.5 13.5 0 0 1 6.5 26C6.5 18.5 13 12 20 1Z",
  // flower
  multicolor:
    "M20 12A7 7 0 1 1 27.5 16 7 7 0 1 1 27.5 25 7 7 0 1 1 20 29 7 7 0 1 1 12.5 25 7 7 0 1 1 12.5 16 7 7 0 1 1 20 12Z",
  // cross
  black: "M10 3 20 13 30 3 37 10 27 20 37 30 30 37 20 27 10 37 3 30 13 20 3 10Z",
};

/** Digits as strokes in a box of 60 by 80, drawn rather than written: a label is never mixed with them. */
export const NUMERAL: Record<number, string> = {
  1: "M18 22 34 10V70M18 70H50",
  2: "M12 26C12 4 48 4 48 26 48 42 14 52 12 70H50",
  3: "M12 12H46L28 33C56 33 56 70 28 70 19 70 12 66 9 58",
  4: "M39 72V10L8 50H54",
  5: "M47 11H18L15 36C30 27 51 33 51 51 51 74 19 76 10 60",
};
