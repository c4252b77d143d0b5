/** The numbers of a running game beyond those on the table. */
import { formatNumber } from "../../lib/app/numbers";
import type { GameEvent, View } from "../../lib/net/protocol";
import { isSubset } from "../../lib/game/card-knowledge";

export interface StatusFigures {
  /** The score; while black still takes points off, the cards laid without it. */
  score: number;
  /** Points that the missing cards of the black firework take off. */
  black: number;
  /** Cards that can still be discarded before the best score is out of reach; null without a last round. */
  pace: number | null;
  /** Cards played or touched per clue so far. */
  efficiency: string;
  /** Cards that each clue still to come has to bring. */
  needed: string;
}

export function statusFigures(view: View, events: GameEvent[], rules: Record<string, unknown>): StatusFigures {
  const { ranks, suits, fireworks } = view;
  const cards = view.hands.flatMap((hand) => hand.cards);
  const built = suits.reduce((sum, suit) => sum + fireworks[suit].count, 0);
  const black = view.over || !fireworks.black ? 0 : ranks.length - fireworks.black.count;
  const touched = cards.filter((card) => card.clued.length && !isSubset(card.possible, view.useless)).length;
  const clues = events.filter((event) => event.type === "clue").length;
  const endless = rules.all_or_nothing === true;
  const pace = view.score + view.deck + (endless ? cards.length : view.hands.length) - view.best_score;
  const bonus = rules.flamboyants ? 0 : suits.filter((suit) => fireworks[suit].count < ranks.length).length;
  const tokens = view.clue_tokens + Math.max(0, pace) + bonus;
  const missing = Math.max(0, view.best_score - view.score - touched);
  return {
    score: (view.over?.score ?? view.score) + black,
    black,
    pace: endless ? null : pace,
    efficiency: clues ? formatNumber((built + touched) / clues, 2) : "–",
    needed: tokens ? formatNumber(missing / tokens, 2) : "–",
  };
}
