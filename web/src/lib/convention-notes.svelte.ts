/** What the clubs' conventions say of the cards, position by position, as the server tells whoever looks. */
import { gamePath, request, type GameRef } from "./api";
import { cardName } from "./names";
import { faceOf } from "./suits";
import { joinList, key, say } from "./texts.svelte";

export type Told = "play" | "blind" | "later" | "save" | "keep" | "useless";

/** What the owner of a card is told to do with it, and the faces that are left of it. */
export interface ConventionNote {
  seat: number;
  slot: number;
  told: Told;
  cards: string[];
}

interface ConventionNotesResponse {
  first: number;
  frames: ConventionNote[][];
  readings: { action: number; sentence: string }[];
}

/** Faces that a sentence can name. */
const MOST_NAMED = 6;

/** The note as sentences. */
export function noteSentence({ told, cards }: ConventionNote): string {
  const named = cards.length > 0 && cards.length <= MOST_NAMED && told !== "useless";
  const faces =
    named &&
    say("told.cards", {
      cards: joinList(
        cards.map((card) => cardName(faceOf(card))),
        "or",
      ),
    });
  return [say(key("told", told)), faces].filter(Boolean).join(" ");
}

export class ConventionNotes {
  #frames = $state.raw<ConventionNote[][]>([]);
  #readings = $state.raw<ConventionNotesResponse["readings"]>([]);
  /** What the positions were asked for. */
  #subject = "";

  constructor(readonly game: GameRef) {}

  /**
   * Ask for the positions up to the one after so many actions, unless they are known. `subject` is what they depend on
   * besides the game: of another one nothing is kept.
   */
  async load(actions: number, parameters: { lang: string; seat?: string }, subject: string): Promise<void> {
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
    return this.#frames[actions] ?? [];
  }

  /** What an action, a clue, means to whoever looks. */
  readings(action: number): string[] {
    return this.#readings.flatMap((reading) => (reading.action === action ? [reading.sentence] : []));
  }
}
