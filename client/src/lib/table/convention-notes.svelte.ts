/**
 * What the clubs' conventions say about the cards in each position, as far as the viewer may know. Loaded on demand,
 * together with the mark that shows it.
 */
import type { ConventionNotes as LoadedNotes, GameReference } from "../net/api-types";
import ConventionMark from "../../components/cards/ConventionMark.svelte";
import { gameRequest } from "../net/api";
import type { ConventionNote } from "./board-source";

export class ConventionNotes {
  #frames = $state.raw<LoadedNotes["frames"]>([]);
  #readings = $state.raw<LoadedNotes["readings"]>([]);
  /** What the positions were asked for. */
  #subject = "";

  constructor(readonly game: GameReference) {}

  /**
   * Load the notes for all positions up to the one after `actions`, unless they are loaded. They also depend on
   * `subject`; notes about another subject are dropped.
   */
  async load(actions: number, parameters: { lang: string; seat: string }, subject: string): Promise<void> {
    if (this.#subject !== subject) this.clear(subject);
    const first = this.#frames.length;
    if (actions < first) return;
    const query = { ...parameters, first };
    const loaded = await gameRequest("GET /api/studies/{study}/conventions", this.game, query);
    if (this.#subject !== subject || this.#frames.length !== loaded.first) return;
    this.#frames = [...this.#frames, ...loaded.frames];
    this.#readings = loaded.readings;
  }

  clear(subject = ""): void {
    this.#subject = subject;
    this.#frames = [];
    this.#readings = [];
  }

  /** The notes in the position after `actions`. */
  at(actions: number): ConventionNote[] {
    return (this.#frames[actions] ?? []).map((note) => ({ ...note, mark: ConventionMark }));
  }

  /** What a clue means to the viewer. */
  readings(action: number): string[] {
    return this.#readings.flatMap((reading) => (reading.action === action ? [reading.sentence] : []));
  }
}
