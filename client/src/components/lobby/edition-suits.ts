/** The suits of an edition, for its picture. */
import type { Suit } from "../../lib/net/protocol";

const BASE: readonly Suit[] = ["white", "red", "blue", "yellow", "green"];

/** `offers` are the edition's variants: the picture includes the suits they add. */
export function suitsOf(switches: Record<string, unknown>, offers: Record<string, unknown>[] = []): Suit[] {
  const may = (name: string, off: unknown): boolean =>
    [switches[name] ?? off, ...offers.flatMap((offer) => offer[name] ?? [])].some((value) => value !== off);
  const suits = [...BASE];
  if (may("multicolor", "none")) suits.push("multicolor");
  if (may("black_powder", false)) suits.push("black");
  return suits;
}
