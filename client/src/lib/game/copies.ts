/** The copies of each face, and where the viewer sees them. */
import type { View } from "../net/protocol";
import { faceOf, type Face, type Suit } from "./suits";

export interface CopyCount {
  all: number;
  discarded: number;
  /** One copy is on its firework. */
  played: boolean;
  /** Neither played nor discarded. */
  left: number;
}

/** Whether the firework of this suit has reached the rank, in whichever direction it is built. */
function isPlayed(view: View, { suit, rank }: Face): boolean {
  const { count, top } = view.fireworks[suit];
  if (!count || top === null) return false;
  const upward = top === count;
  return upward ? rank <= top : rank >= top;
}

export function copyCount(view: View, face: Face): CopyCount {
  const all = view.copies[view.suits.indexOf(face.suit)][face.rank - 1];
  const discarded = view.discards.filter(({ card }) => isFace(card, face)).length;
  const played = isPlayed(view, face);
  return { all, discarded, played, left: all - discarded - (played ? 1 : 0) };
}

/** Copies that the viewer cannot see: they are in the deck or in the viewer's own hand. */
export function unseenCopies(view: View, face: Face): number {
  const seen = view.hands
    .filter(({ seat }) => seat !== view.seat)
    .flatMap(({ cards }) => cards)
    .filter(({ card }) => card !== null && isFace(card, face)).length;
  return copyCount(view, face).left - seen;
}

const isFace = (card: string, { suit, rank }: { suit: Suit; rank: number }): boolean => {
  const face = faceOf(card);
  return face.suit === suit && face.rank === rank;
};
