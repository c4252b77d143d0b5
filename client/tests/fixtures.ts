/** Small tables for tests: five suits, three players, four cards each. */
import { offlineTable } from "../src/lib/game/offline-table";
import type { CardView, GameEvent, HandView, Masks, Table, View } from "../src/lib/net/protocol";
import { faceOf, type Suit } from "../src/lib/game/suits";

export const SUITS: Suit[] = ["white", "red", "blue", "yellow", "green"];
export const RANKS = [1, 2, 3, 4, 5];
export const ANYTHING: Masks = SUITS.map(() => 0b11111);

/** The masks of these faces, such as `r3 b1`. */
export function masksOf(faces: string): Masks {
  const masks = SUITS.map(() => 0);
  for (const text of faces.split(" ").filter(Boolean)) {
    const { suit, rank } = faceOf(text);
    masks[SUITS.indexOf(suit)] |= 1 << (rank - 1);
  }
  return masks;
}

export const aCard = (drawn: number, changes: Partial<CardView> = {}): CardView => ({
  drawn,
  card: null,
  clued: [],
  open: ANYTHING,
  possible: ANYTHING,
  marks: [],
  ...changes,
});

export const aHand = (seat: number, cards: Partial<CardView>[] = [{}, {}, {}, {}]): HandView => ({
  seat,
  order: cards.map((_, slot) => slot),
  cards: cards.map((card, slot) => aCard(4 * seat + slot, card)),
});

export const aView = (changes: Partial<View> = {}): View => ({
  seat: 0,
  turn: 1,
  actions: 0,
  player: 0,
  pending: null,
  clue_tokens: 8,
  clue_tokens_max: 8,
  strikes: 0,
  strikes_max: 3,
  deck: 38,
  turns_left: null,
  score: 0,
  best_score: 25,
  max_score: 25,
  suits: SUITS,
  colors: SUITS,
  ranks: RANKS,
  touches: {},
  copies: SUITS.map(() => [3, 2, 2, 2, 1]),
  fireworks: Object.fromEntries(SUITS.map((suit) => [suit, { count: 0, top: null, reachable: 5 }])),
  discards: [],
  lost: [],
  hands: [aHand(0), aHand(1), aHand(2)],
  playable: masksOf("w1 r1 b1 y1 g1"),
  critical: masksOf("w5 r5 b5 y5 g5"),
  useless: masksOf(""),
  legal: [],
  refused: {},
  tiles_turned: [],
  over: null,
  ...changes,
});

export const aTable = (...players: string[]): Table => offlineTable(players.length ? players : ["Ana", "Bo", "Cy"], {});

type WithoutNumber<T> = T extends unknown ? Omit<T, "n" | "at"> : never;
export const anEvent = (n: number, event: WithoutNumber<GameEvent>): GameEvent => ({ n, at: 0, ...event });

export const aClue = (n: number, giver: number, to: number, about: string | number, slots: number[]): GameEvent =>
  anEvent(n, { type: "clue", giver, to, about, slots, free: false });
export const aPlay = (n: number, seat: number, slot: number, drawn: number, card: string, added = true): GameEvent =>
  anEvent(n, {
    ...{ type: "play", seat, slot, drawn, card, added, announced: null },
    ...{ strike: added ? null : 1, strikes_max: 3 },
  });
export const aDiscard = (n: number, seat: number, slot: number, drawn: number, card: string): GameEvent =>
  anEvent(n, { type: "discard", seat, slot, drawn, card });
export const aDraw = (n: number, seat: number, drawn: number): GameEvent =>
  anEvent(n, { type: "draw", seat, drawn, card: null });
export const aStart = (n: number): GameEvent => anEvent(n, { type: "started", first: 0 });
