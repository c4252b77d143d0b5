/** Comments on a move: during a game only where everything may be said, and for everybody after it. */
import type { GameEvent, PhraseName, SaidEvent, Table, View } from "../net/protocol";
import { TURN_ACTIONS } from "./event-history";

export const REACTIONS: Partial<Record<PhraseName, string>> = { well_done: "👏", bad_luck: "🌧️", surprise: "😮" };

export const mayReact = (table: Table, view: View): boolean =>
  table.options.communication === "free" || view.over !== null;

/** The number of the newest move. */
export const lastMove = (events: GameEvent[]): number | null =>
  events.findLast(({ type }) => TURN_ACTIONS.includes(type))?.n ?? null;

/** The signs of what was said about a move. */
export const reactionsTo = (events: GameEvent[], move: number): string[] =>
  events
    .filter((event): event is SaidEvent => event.type === "said" && event.move === move)
    .map(({ phrase }) => REACTIONS[phrase as PhraseName] ?? "");
