/** A finished game in numbers. */
import { TURN_ACTIONS, withoutTakenBack } from "../../lib/game/event-history";
import { formatNumber } from "../../lib/app/numbers";
import type { GameEvent, View } from "../../lib/net/protocol";

export interface GameFigures {
  turns: number;
  clues: number;
  strikes: number;
  /** Cards in the fireworks per clue, formatted in the player's language. */
  efficiency: string;
}

export function gameFigures(view: View, events: GameEvent[]): GameFigures {
  const counted = withoutTakenBack(events);
  const clues = counted.filter(({ type }) => type === "clue").length;
  const cards = view.suits.reduce((sum, suit) => sum + view.fireworks[suit].count, 0);
  return {
    turns: counted.filter(({ type }) => TURN_ACTIONS.includes(type)).length,
    clues,
    strikes: view.strikes,
    efficiency: clues ? formatNumber(cards / clues, 2) : "–",
  };
}
