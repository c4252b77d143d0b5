/** What a board needs to know; live tables, replays, variations and exercises of the course provide it. */
import type { Component } from "svelte";
import type { ConventionNote as LoadedNote } from "../net/api-types";
import type { Command, GameEvent, Table, View, You } from "../net/protocol";
import type { Refusal } from "../net/refusals";
import type { ConventionNotes } from "./convention-notes.svelte";
import type { Rewind } from "./rewind.svelte";

/** What the conventions say about a card, as a sentence and as a mark on it. */
export interface ConventionNote extends LoadedNote {
  mark: Component<{ told: string }>;
}

export interface BoardSource {
  readonly table: Table | null;
  readonly view: View | null;
  readonly you: You;
  readonly events: GameEvent[];
  /** The events that led to the current view, to be animated and announced. */
  readonly latestEvents: GameEvent[];
  /** A move that was sent but not confirmed yet. */
  readonly pendingMove: Command | null;
  /** Each seat's remaining time, if the game has clocks. */
  readonly clocks?: string[];
  /** Convention notes about the cards, if they are shown. */
  readonly conventions?: ConventionNotes;
  /** What a newcomer could do now, and why. */
  readonly tip?: string;
  /** Steps back and forth in the running game. */
  readonly rewind?: Rewind;
  send(command: Command): Promise<Refusal | null>;
}
