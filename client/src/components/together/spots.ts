/** Spots that people can mark in a review room: cards in hands and in the discard pile, and fireworks. */
import { cardName, playerName } from "../../lib/game/names";
import type { Spot, Suit, Table, View } from "../../lib/net/protocol";
import { faceOf } from "../../lib/game/suits";
import { key, say } from "../../lib/app/texts.svelte";

const SELECTOR = "[data-drawn], [data-discard], [data-firework]";

/** The spot that an element of the board belongs to. */
export function spotOf(element: Element | null): Spot | null {
  const target = element?.closest<HTMLElement>(SELECTOR);
  if (!target) return null;
  const { drawn, discard, firework } = target.dataset;
  if (firework) return { type: "firework", suit: firework as Suit };
  return { type: "card", drawn: Number(drawn ?? discard) };
}

/** The element that shows a spot on this board; null if it is not visible. */
export function spotElement(board: Element, spot: Spot): Element | null {
  if (spot.type === "firework") return board.querySelector(`[data-firework="${spot.suit}"] [data-top]`);
  const { drawn } = spot;
  return board.querySelector(`[data-drawn="${drawn}"] .frame`) ?? board.querySelector(`[data-discard="${drawn}"]`);
}

/** A spot in words, as a sentence. */
export function spotName(spot: Spot, view: View, table: Table): string {
  if (spot.type === "firework") return `${say(key("firework", spot.suit))}.`;
  for (const { seat, cards } of view.hands) {
    const slot = cards.findIndex(({ drawn }) => drawn === spot.drawn);
    if (slot < 0) continue;
    const { card } = cards[slot];
    const what = card ? cardName(faceOf(card)) : say("web.card.hidden");
    return say("web.card.of", { player: playerName(table, seat), slot: slot + 1, card: what });
  }
  const discarded = view.discards.find(({ id }) => id === spot.drawn);
  return discarded ? `${cardName(faceOf(discarded.card))}.` : say("web.card.hidden");
}
