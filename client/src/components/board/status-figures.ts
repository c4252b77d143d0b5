/** The numbers of a running game beyond those on the table. */
import { formatNumber } from "../../lib/app/numbers";
import type { GameEvent, View } from "../../lib/net/protocol";

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
  const touched = cards.filter((card) => card.clued.length && !card.marks.includes("useless")).length;
  const clues = events.filter((event) => event.type === "clue").length;
  const endless = rules.all_or_nothing === true;
  const turns = view.turns_left ?? view.deck + (endless ? cards.length : view.hands.length);
  const pace = view.score + turns - view.best_score;
  const tokens = view.clue_tokens + Math.max(0, pace) + bonusClues(view, rules);
  const missing = Math.max(0, view.best_score - view.score - touched);
  return {
    score: (view.over?.score ?? view.score) + black,
    black,
    pace: endless ? null : pace,
    efficiency: clues ? formatNumber((built + touched) / clues, 2) : "–",
    needed: tokens ? formatNumber(missing / tokens, 2) : "–",
  };
}

/** Each of these gives back a token, or a clue that needs none. */
const CLUE_TILES = ["clue_back", "mend", "free_color_clue", "free_rank_clue"] as const;

/** The most clues that completed fireworks and announced plays can still bring. */
function bonusClues({ suits, ranks, fireworks, ...view }: View, rules: Record<string, unknown>): number {
  const waiting = suits.filter(
    (suit) => fireworks[suit].count < ranks.length && fireworks[suit].reachable === ranks.length,
  );
  const black = waiting.includes("black") ? 1 : 0;
  const tiles = CLUE_TILES.filter((tile) => !view.tiles_turned.includes(tile)).length;
  const completed = rules.flamboyants ? black + Math.min(waiting.length - black, tiles) : waiting.length;
  return completed + (rules.choreography ? view.best_score - view.score : 0);
}
