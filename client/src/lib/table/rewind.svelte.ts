/** Steps back through a running game, showing what this seat saw at the time. */
import type { Frame } from "../net/api-types";
import { loadHistory } from "../net/api";
import type { BoardSource } from "./board-source";
import { ACTIONS, withoutTakenBack } from "../game/event-history";
import type { Command, GameEvent, Table, View, You } from "../net/protocol";
import type { Refusal } from "../net/refusals";

export class Rewind implements BoardSource {
  /** The number of actions before the position shown; null for the present. */
  #actions = $state<number | null>(null);
  /** The positions from the server, indexed by the number of actions. */
  #frames = $state.raw<Frame[]>([]);
  /** The number of the newest event when the positions were requested. */
  #askedAt = -1;

  constructor(
    readonly present: BoardSource,
    readonly id: string,
  ) {}

  get isPast(): boolean {
    return this.#frame !== null;
  }

  get canGoBack(): boolean {
    return (this.#actions ?? this.present.view?.actions ?? 0) > 0;
  }

  get #frame(): Frame | null {
    return this.#actions === null ? null : (this.#frames[this.#actions] ?? null);
  }

  async back(): Promise<void> {
    const from = this.#actions ?? this.present.view?.actions ?? 0;
    if (from <= 0) return;
    await this.#ask();
    this.#actions = Math.min(from, this.#frames.length) - 1;
  }

  async #ask(): Promise<void> {
    const newest = this.present.events.at(-1)?.n ?? -1;
    if (this.#askedAt === newest) return;
    this.#frames = (await loadHistory(this.id)).frames;
    this.#askedAt = newest;
  }

  /** The positions before and after the action with this number. */
  async around(n: number): Promise<{ before: View; after: View } | null> {
    await this.#ask();
    const numbers = withoutTakenBack(this.present.events).flatMap((event) =>
      ACTIONS.includes(event.type) ? [event.n] : [],
    );
    const distinct = [...new Set(numbers)];
    const action = (this.present.view?.actions ?? 0) - distinct.length + distinct.indexOf(n);
    const [before, after] = [this.#frames[action]?.view, this.#frames[action + 1]?.view ?? this.present.view];
    return distinct.includes(n) && before && after ? { before, after } : null;
  }

  forward(): void {
    if (this.#actions === null) return;
    const next = this.#actions + 1;
    this.#actions = next >= (this.present.view?.actions ?? 0) ? null : next;
  }

  toPresent(): void {
    this.#actions = null;
  }

  get table(): Table | null {
    return this.present.table;
  }

  get view(): View | null {
    return this.#frame?.view ?? this.present.view;
  }

  get you(): You {
    return this.present.you;
  }

  /** The events that led to the position shown. */
  get events(): GameEvent[] {
    if (this.#actions === null) return this.present.events;
    const events = withoutTakenBack(this.present.events);
    const starts = events.flatMap((event, index) =>
      ACTIONS.includes(event.type) && events[index - 1]?.n !== event.n ? [index] : [],
    );
    // A table continued from another game has fewer events than actions.
    const before = (this.present.view?.actions ?? 0) - starts.length;
    return events.slice(0, this.#actions < before ? 0 : (starts[this.#actions - before] ?? events.length));
  }

  /** The events of the last action before the position shown. */
  get lastEvents(): GameEvent[] {
    return this.#frame?.events ?? [];
  }

  get latestEvents(): GameEvent[] {
    return this.present.latestEvents;
  }

  get pendingMove(): Command | null {
    return this.present.pendingMove;
  }

  send(command: Command): Promise<Refusal | null> {
    return this.present.send(command);
  }
}
