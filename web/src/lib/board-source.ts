/** What a board needs of a table: a live table, a replay, a variation and an exercise of the course all offer it. */
import type { Command, GameEvent, Table, View, You } from "./protocol";
import type { Refusal } from "./refusals";

export interface BoardSource {
  readonly table: Table | null;
  readonly view: View | null;
  readonly you: You;
  readonly events: GameEvent[];
  /** The events that led to the view that is shown now, to be animated and announced. */
  readonly latestEvents: GameEvent[];
  /** A move that was sent and not answered yet. */
  readonly pendingMove: Command | null;
  send(command: Command): Promise<Refusal | null>;
}
