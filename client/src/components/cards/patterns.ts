/** One pattern per suit for the card theme "patterns": lines in a box of 100 by 140. */
import type { Suit } from "../../lib/net/protocol";

const FIRST = 12;
const LAST = { x: 90, y: 130 };

/** Marks on a grid; every other row may be offset by half a step. */
function grid(step: number, mark: (x: number, y: number) => string, aside = false): string {
  const marks: string[] = [];
  for (let y = FIRST, row = 0; y <= LAST.y; y += step, row++)
    for (let x = FIRST + (aside && row % 2 ? step / 2 : 0); x <= LAST.x; x += step) marks.push(mark(x, y));
  return marks.join("");
}

function lines(step: number, line: (at: number) => string): string {
  return Array.from({ length: Math.floor((LAST.y - FIRST) / step) + 1 }, (_, place) => line(FIRST + place * step)).join(
    "",
  );
}

const wave = (y: number): string => `M8 ${y}q7 -6 14 0t14 0t14 0t14 0t14 0t14 0`;
const slanted = (y: number): string => `M8 ${y}L${Math.min(92, y)} ${Math.max(8, y - 84)}`;

export const PATTERN: Record<Suit, string> = {
  // crossing diagonals
  red: grid(16, (x, y) => `M${x - 4} ${y}l4 -6 4 6 -4 6z`, true),
  // small crosses
  yellow: grid(16, (x, y) => `M${x - 3} ${y}h6M${x} ${y - 3}v6`, true),
  // vertical lines
  green: Array.from({ length: 8 }, (_, place) => `M${FIRST + 3 + place * 10} 10V130`).join(""),
  // waves
  blue: lines(11, wave),
  // dots
  white: grid(13, (x, y) => `M${x} ${y}h.01`, true),
  // horizontal lines
  black: lines(9, (y) => `M10 ${y}H90`),
  // slanted lines
  multicolor: lines(14, slanted),
};
