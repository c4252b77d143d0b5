/** What the player has picked and is about to do: a first tap picks or previews, a second one acts. */
import type { AidLevel, Choice, Command, GameEvent, LegalAction, Masks, Table, View, Word, You } from "./protocol";
import type { Refusal } from "./table-socket.svelte";
import { settings } from "./settings.svelte";
import type { Suit } from "./suits";

/** What a board needs of a table: a live one, a lesson and a replay all offer it. */
export interface Source {
  readonly table: Table | null;
  readonly view: View | null;
  readonly you: You;
  readonly events: GameEvent[];
  readonly news: GameEvent[];
  readonly moving: Command | null;
  send(command: Command): Promise<Refusal | null>;
}

export type Guard = { action: Choice; why: "unplayable" | "last_strike" | "critical" };

const within = (inner: Masks, outer: Masks): boolean => inner.every((mask, place) => (mask & ~outer[place]) === 0);
const apart = (one: Masks, other: Masks): boolean => one.every((mask, place) => (mask & other[place]) === 0);

export class Pick {
  own = $state<number | null>(null);
  mate = $state.raw<{ seat: number; slot: number | null } | null>(null);
  clue = $state.raw<{ to: number; about: Word } | null>(null);
  guard = $state.raw<Guard | null>(null);

  constructor(
    readonly source: Source,
    readonly level: () => AidLevel,
  ) {}

  get view(): View {
    return this.source.view!;
  }

  get mine(): boolean {
    return this.view.seat !== null && this.view.player === this.view.seat && this.source.moving === null;
  }

  legal<T extends LegalAction["type"]>(type: T): Extract<LegalAction, { type: T }>[] {
    return this.view.legal.filter((action) => action.type === type) as never;
  }

  canPlay(slot: number, announce?: Suit): boolean {
    return this.legal("play").some((play) => play.slot === slot && play.announce === announce);
  }

  canDiscard(slot: number): boolean {
    return this.legal("discard").some((discard) => discard.slot === slot);
  }

  announcements(slot: number): Suit[] {
    return this.legal("play").flatMap((play) => (play.slot === slot && play.announce ? [play.announce] : []));
  }

  clueOf(to: number, about: Word): Extract<LegalAction, { type: "clue" }> | undefined {
    return this.legal("clue").find((clue) => clue.to === to && clue.about === about);
  }

  get previewed(): Extract<LegalAction, { type: "clue" }> | undefined {
    return this.clue ? this.clueOf(this.clue.to, this.clue.about) : undefined;
  }

  cancel(): boolean {
    const something = this.own !== null || this.mate !== null || this.clue !== null || this.guard !== null;
    if (this.guard) this.guard = null;
    else if (this.clue) this.clue = null;
    else this.clear();
    return something;
  }

  clear(): void {
    this.own = null;
    this.mate = null;
    this.clue = null;
    this.guard = null;
  }

  pickOwn(slot: number): void {
    const again = this.own === slot;
    this.clear();
    if (!again) this.own = slot;
  }

  pickMate(seat: number, slot: number | null): void {
    const again = this.mate?.seat === seat && this.mate.slot === slot;
    this.clear();
    if (!again) this.mate = { seat, slot };
  }

  /** The first time a preview, the second time the clue itself. */
  name(to: number, about: Word): void {
    if (!this.clueOf(to, about)) return;
    if (this.clue?.to === to && this.clue.about === about) this.give();
    else this.clue = { to, about };
  }

  give(): void {
    if (this.clue && this.previewed) this.act({ type: "clue", ...this.clue });
  }

  play(slot: number, announce?: Suit): void {
    if (!this.mine || !this.canPlay(slot, announce)) return;
    this.#unlessItHurts(announce ? { type: "play", slot, announce } : { type: "play", slot });
  }

  discard(slot: number): void {
    if (this.mine && this.canDiscard(slot)) this.#unlessItHurts({ type: "discard", slot });
  }

  act(action: Choice): void {
    if (!this.mine) return;
    this.clear();
    void this.source.send({ type: "move", actions: this.view.actions, action });
  }

  #unlessItHurts(action: Choice): void {
    const why = settings.guard ? this.#harm(action) : null;
    if (!why) this.act(action);
    else {
      this.own = "slot" in action ? action.slot : null;
      this.guard = { action, why };
    }
  }

  /** Judged by what the player's aid level shows them, so that a warning gives nothing away. */
  #harm(action: Choice): Guard["why"] | null {
    const view = this.view;
    if (view.seat === null || !("slot" in action)) return null;
    const card = view.hands[view.seat].cards[action.slot];
    const level = this.level();
    const known = level === "paper" ? null : level === "clues" ? card.open : card.possible;
    if (action.type === "discard") return known && within(known, view.critical) ? "critical" : null;
    if (known && apart(known, view.playable)) return "unplayable";
    const sure = known !== null && within(known, view.playable);
    return view.strikes === view.strikes_max - 1 && !sure ? "last_strike" : null;
  }
}
