/** Edits the options of a table before its start. */
import { DAY } from "../game/clocks";
import type { Clock, Options, Table } from "../net/protocol";
import type { TableSocket } from "../net/table-socket.svelte";

export class OptionsEditor {
  /** The server reveals the seed to nobody before the end, so the host's browser sends it with every change. */
  seed = $state<string | null>(null);
  /** All options are sent with every change, so that a quick second change does not undo the first. */
  #draft: Options | null = null;
  #unanswered = 0;

  constructor(readonly socket: TableSocket) {
    this.seed = sessionStorage.getItem(this.#seedKey);
    $effect(() => {
      void this.table.options;
      if (!this.#unanswered) this.#draft = null;
    });
  }

  get table(): Table {
    return this.socket.table!;
  }

  get #seedKey(): string {
    return `hanabi.seed.${this.socket.id}`;
  }

  /** Returns whether the table accepted the change. */
  async set(changes: Partial<Options>): Promise<boolean> {
    this.#draft = { ...(this.#draft ?? this.table.options), seed: this.seed, ...changes };
    this.#unanswered += 1;
    const refusal = await this.socket.send({ type: "options", options: this.#draft });
    this.#unanswered -= 1;
    if (refusal) this.#draft = null;
    return !refusal;
  }

  setRule(name: string, value: string | number | boolean): Promise<boolean> {
    return this.set({ rules: { ...(this.#draft ?? this.table.options).rules, [name]: value } });
  }

  setSeed(text: string): Promise<boolean> {
    this.seed = text || null;
    if (this.seed) sessionStorage.setItem(this.#seedKey, this.seed);
    else sessionStorage.removeItem(this.#seedKey);
    return this.set({});
  }
}

export interface ClockChoice {
  id: string;
  clock: Clock;
}

const perMove = (seconds: number): Clock => ({ kind: "move", seconds, increment: 0 });
export const CLOCK_CHOICES: ClockChoice[] = [
  { id: "none", clock: { kind: "none", seconds: 60, increment: 0 } },
  { id: "move60", clock: perMove(60) },
  { id: "move180", clock: perMove(180) },
  { id: "bank", clock: { kind: "bank", seconds: 600, increment: 15 } },
  { id: "day", clock: perMove(DAY) },
  { id: "days", clock: perMove(3 * DAY) },
];

/** The choice that matches a table's clock, if any. */
export const clockChoice = ({ kind, seconds, increment }: Clock): ClockChoice | undefined =>
  CLOCK_CHOICES.find(
    ({ clock }) =>
      clock.kind === kind && (kind === "none" || (clock.seconds === seconds && clock.increment === increment)),
  );
