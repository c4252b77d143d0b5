/** The player's selection: a first tap selects or previews, a second one acts. */
import type { BoardSource } from "./board-source";
import { isDisjoint, isSubset, touchedSlots } from "../game/card-knowledge";
import type { PlannedMove } from "./planned-move.svelte";
import type { AidLevel, Choice, LegalAction, View, Word } from "../net/protocol";
import { settings } from "../app/settings.svelte";
import type { Suit } from "../game/suits";

type LegalClue = Extract<LegalAction, { type: "clue" }>;

/** A risky action that needs confirmation. */
export type Warning = { action: Choice; risk: "unplayable" | "last_strike" | "critical" };

export class Selection {
  ownSlot = $state<number | null>(null);
  teammate = $state.raw<{ seat: number; slot: number | null } | null>(null);
  clue = $state.raw<{ to: number; about: Word } | null>(null);
  warning = $state.raw<Warning | null>(null);

  constructor(
    readonly source: BoardSource,
    readonly level: () => AidLevel,
    /** Whether the board accepts actions now; not while it shows an earlier position. */
    readonly open: () => boolean = () => true,
    /** The planned move, where moves can be planned. */
    readonly planned?: PlannedMove,
  ) {}

  get view(): View {
    return this.source.view!;
  }

  get canAct(): boolean {
    const { seat, player } = this.view;
    return seat !== null && player === seat && this.source.pendingMove === null && this.open();
  }

  /** It is another player's turn, and a move can be planned. */
  get canPlan(): boolean {
    return this.planned !== undefined && this.planned.isPossible && this.open();
  }

  /** A clue can be chosen, to give or to plan it. */
  get canClue(): boolean {
    return this.canAct || this.canPlan;
  }

  /** A reward tile needs a choice of card. */
  get hasReward(): boolean {
    return this.canAct && this.legal("rescue").length + this.legal("reshuffle").length > 0;
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

  legalClue(to: number, about: Word): LegalClue | undefined {
    if (!this.canPlan) return this.legal("clue").find((clue) => clue.to === to && clue.about === about);
    const slots = touchedSlots(this.view, to, about);
    const says = slots.length > 0 || this.source.table!.rules.empty_clues === true;
    return says ? { type: "clue", to, about, slots } : undefined;
  }

  get previewedClue(): LegalClue | undefined {
    return this.clue ? this.legalClue(this.clue.to, this.clue.about) : undefined;
  }

  /** One step back; returns whether there was anything to cancel. */
  cancel(): boolean {
    const any = this.ownSlot !== null || this.teammate !== null || this.clue !== null || this.warning !== null;
    if (this.warning) this.warning = null;
    else if (this.clue) this.clue = null;
    else this.clear();
    return any;
  }

  clear(): void {
    this.ownSlot = null;
    this.teammate = null;
    this.clue = null;
    this.warning = null;
  }

  /** Drops whatever an action has made invalid. */
  dropStale(): void {
    const { seat, hands } = this.view;
    this.warning = null;
    if (this.clue && !this.previewedClue) this.clue = null;
    if (this.ownSlot !== null && seat !== null && this.ownSlot >= hands[seat].cards.length) this.ownSlot = null;
  }

  selectOwn(slot: number): void {
    const again = this.ownSlot === slot;
    this.clear();
    if (!again) this.ownSlot = slot;
  }

  selectTeammate(seat: number, slot: number | null): void {
    const again = this.teammate?.seat === seat && this.teammate.slot === slot;
    this.clear();
    if (!again) this.teammate = { seat, slot };
  }

  /** Previews the clue the first time and gives it the second time. */
  nameClue(to: number, about: Word): void {
    if (!this.legalClue(to, about)) return;
    if (this.clue?.to === to && this.clue.about === about) this.giveClue();
    else this.clue = { to, about };
  }

  giveClue(): void {
    if (!this.clue || !this.previewedClue) return;
    if (this.canPlan) {
      this.planned!.chooseClue(this.clue.to, this.clue.about);
      this.clear();
    } else this.act({ type: "clue", ...this.clue });
  }

  play(slot: number, announce?: Suit): void {
    if (!this.canAct || !this.canPlay(slot, announce)) return;
    this.#actOrWarn(announce ? { type: "play", slot, announce } : { type: "play", slot });
  }

  discard(slot: number): void {
    if (this.canAct && this.canDiscard(slot)) this.#actOrWarn({ type: "discard", slot });
  }

  act(action: Choice): void {
    if (!this.canAct) return;
    this.clear();
    void this.source.send({ type: "move", actions: this.view.actions, action });
  }

  #actOrWarn(action: Choice): void {
    const risk = settings.guard ? this.#riskOf(action) : null;
    if (!risk) this.act(action);
    else {
      this.ownSlot = "slot" in action ? action.slot : null;
      this.warning = { action, risk };
    }
  }

  /** Uses only what the player's aid level shows, so that a warning reveals nothing. */
  #riskOf(action: Choice): Warning["risk"] | null {
    const view = this.view;
    if (view.seat === null || !("slot" in action)) return null;
    const card = view.hands[view.seat].cards[action.slot];
    const level = this.level();
    const possible = level === "paper" ? null : level === "clues" ? card.open : card.possible;
    if (action.type === "discard") return possible && isSubset(possible, view.critical) ? "critical" : null;
    const { announce } = action;
    // With a wrong announcement the card does not fit.
    const fitting = view.playable.map((ranks, place) => (announce && view.suits[place] !== announce ? 0 : ranks));
    const sure = possible !== null && isSubset(possible, fitting);
    if (view.strikes === view.strikes_max - 1 && !sure) return "last_strike";
    return possible && isDisjoint(possible, fitting) ? "unplayable" : null;
  }
}
