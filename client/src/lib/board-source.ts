/** What a board needs of a table: a live table, a replay, a variation and an exercise of the course all offer it. */
import type { Component } from "svelte";
import type { Command, GameEvent, Table, View, You } from "./protocol";
import type { Refusal } from "./refusals";

/** What the conventions say of a card, in words and as a sign on it. */
export interface ConventionNote {
  seat: number;
  slot: number;
  told: string;
  sentence: string;
  mark: Component<{ told: string }>;
}

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
