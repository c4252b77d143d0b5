/** The suits that rules play with, for pictures of them. */
import type { Suit } from "../../lib/protocol";

const BASE: readonly Suit[] = ["white", "red", "blue", "yellow", "green"];

export function suitsOf(switches: Record<string, unknown>): Suit[] {
  const suits = [...BASE];
  if ((switches.multicolor ?? "none") !== "none") suits.push("multicolor");
  if (switches.black_powder === true) suits.push("black");
  return suits;
}
