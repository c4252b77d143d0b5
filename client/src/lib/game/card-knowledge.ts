/** Knowledge about a card: possible faces as bit masks, and sentences about them. */
import { showsDeductions } from "./aids";
import { cardName, clueName } from "./names";
import type { AidLevel, CardView, HandView, Masks, View, Word } from "../net/protocol";
import { faceOf, type Face, type Suit } from "./suits";
import { joinList, key, say } from "../app/texts.svelte";

export const hasFace = (view: View, masks: Masks, { suit, rank }: Face): boolean =>
  ((masks[view.suits.indexOf(suit)] >> (rank - 1)) & 1) === 1;

export const facesIn = (view: View, masks: Masks): Face[] =>
  view.suits.flatMap((suit) => view.ranks.map((rank) => ({ suit, rank }))).filter((face) => hasFace(view, masks, face));

export const suitsIn = (view: View, masks: Masks): Suit[] => view.suits.filter((_, place) => masks[place]);
export const ranksIn = (view: View, masks: Masks): number[] => {
  const all = masks.reduce((sum, mask) => sum | mask, 0);
  return view.ranks.filter((rank) => (all >> (rank - 1)) & 1);
};

export const isSubset = (inner: Masks, outer: Masks): boolean =>
  inner.every((mask, place) => (mask & ~outer[place]) === 0);
export const isDisjoint = (one: Masks, other: Masks): boolean =>
  one.every((mask, place) => (mask & other[place]) === 0);

/** The slots of a visible hand that a clue touches, from the server's list of touched faces. */
export const touchedSlots = (view: View, to: number, about: Word): number[] =>
  view.hands[to].cards.flatMap(({ card }, slot) =>
    card !== null && hasFace(view, view.touches[String(about)], faceOf(card)) ? [slot] : [],
  );

/** The suits and ranks to draw on a card: those that `masks` allow, or those that clues named. */
export function shownKnowledge(
  view: View,
  card: CardView,
  masks: Masks,
  level: AidLevel,
): { suits: Suit[]; ranks: number[] } {
  if (showsDeductions(level)) return { suits: suitsIn(view, masks), ranks: ranksIn(view, masks) };
  return {
    suits: card.clued.filter((word) => typeof word === "string") as Suit[],
    ranks: card.clued.filter((word) => typeof word === "number"),
  };
}

/** What these masks say about a card, in one sentence. */
export function knowledgeSentence(view: View, masks: Masks): string {
  const faces = facesIn(view, masks);
  if (faces.length === 1) return say(key("know.is", faces[0].suit), { rank: faces[0].rank });
  const suits = suitsIn(view, masks);
  const ranks = ranksIn(view, masks);
  const anySuit = suits.length === view.suits.length;
  const anyRank = ranks.length === view.ranks.length;
  if (suits.length === 1 && anyRank) return say(key("know.color", suits[0]));
  if (ranks.length === 1 && anySuit) return say("know.rank", { rank: ranks[0] });
  if (faces.length <= 6) return say("know.could_be", { cards: joinList(faces.map(cardName), "or") });
  if (anySuit && anyRank) return say("know.nothing");
  const values = {
    suits: joinList(
      suits.map((suit) => say(key("suit", suit))),
      "or",
    ),
    ranks: joinList(ranks, "or"),
  };
  if (anySuit) return say("web.know.ranks", values);
  if (anyRank) return say("web.know.suits", values);
  return say("web.know.among", values);
}

/** The clues about a card, in one sentence. */
export const cluesSentence = (card: CardView): string =>
  card.clued.length ? say("web.card.told", { clues: joinList(card.clued.map(clueName)) }) : say("know.untouched");

/** The chop: the oldest card that no clue has touched, by custom the next to discard. */
export function chopSlot(hand: HandView): number | null {
  const slot = hand.cards.findIndex((card) => !card.clued.length);
  return slot < 0 ? null : slot;
}
