/**
 * What the clubs' conventions say of the cards, position by position, as the server tells whoever looks. Loaded only
 * where it is shown, with the sign that stands for it.
 */
import ConventionMark from "../components/cards/ConventionMark.svelte";
import { gamePath, request, type GameRef } from "./api";
import type { ConventionNote } from "./board-source";

interface ConventionNotesResponse {
  first: number;
  frames: Omit<ConventionNote, "mark">[][];
  readings: { action: number; sentence: string }[];
}

export class ConventionNotes {
  #frames = $state.raw<ConventionNotesResponse["frames"]>([]);
  #readings = $state.raw<ConventionNotesResponse["readings"]>([]);
  /** What the positions were asked for. */
  #subject = "";

  constructor(readonly game: GameRef) {}

  /**
   * Ask for the positions up to the one after so many actions, unless they are known. `subject` is what they depend on
   * besides the game: of another one nothing is kept.
   */
  async load(actions: number, parameters: { lang: string; seat: string }, subject: string): Promise<void> {
    if (this.#subject !== subject) this.clear(subject);
    const first = this.#frames.length;
    if (actions < first) return;
    const query = new URLSearchParams({ ...parameters, first: String(first) });
    const found = await request<ConventionNotesResponse>("GET", `${gamePath(this.game)}/conventions?${query}`);
    if (this.#subject !== subject || this.#frames.length !== found.first) return;
    this.#frames = [...this.#frames, ...found.frames];
    this.#readings = found.readings;
  }

  clear(subject = ""): void {
    this.#subject = subject;
    this.#frames = [];
    this.#readings = [];
  }

  /** The notes in the position after so many actions. */
  at(actions: number): ConventionNote[] {
    return (this.#frames[actions] ?? []).map((note) => ({ ...note, mark: ConventionMark }));
  }

  /** What an action, a clue, means to whoever looks. */
  readings(action: number): string[] {
    return this.#readings.flatMap((reading) => (reading.action === action ? [reading.sentence] : []));
  }
}
