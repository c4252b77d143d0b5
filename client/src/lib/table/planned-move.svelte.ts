/** A move chosen before the player's turn, and made on it unless something relevant has changed. */
import { getContext, setContext } from "svelte";
import type { BoardSource } from "./board-source";
import { touchedSlots } from "../game/card-knowledge";
import type { Choice, View, Word } from "../net/protocol";

export interface PlannedCard {
  type: "play" | "discard";
  /** The draw number of the card. */
  drawn: number;
}

export interface PlannedClue {
  type: "clue";
  to: number;
  about: Word;
  /** The draw numbers of the touched cards: the meaning of the clue. */
  touched: number[];
}

export type Plan = PlannedCard | PlannedClue;

/** Why a plan was canceled: a strike, a clue to the planner, a move taken back, a clue that would now mean something
 *  else, or a move that is no longer possible. */
export type Obstacle = "strike" | "clue" | "taken_back" | "changed" | "illegal";

export class PlannedMove {
  plan = $state.raw<Plan | null>(null);
  /** Why the last plan was canceled, until there is another one. */
  dropped = $state.raw<Obstacle | null>(null);
  #since = -1;

  constructor(readonly source: BoardSource) {}

  /** Whether a move can be planned now: in a running game, on another player's turn. */
  get isPossible(): boolean {
    const view = this.source.view;
    return view !== null && view.seat !== null && view.player !== null && view.player !== view.seat;
  }

  /** The current slot of the card to play or discard. */
  get slot(): number | null {
    const { plan } = this;
    const view = this.source.view;
    if (!plan || plan.type === "clue" || view?.seat == null) return null;
    const slot = view.hands[view.seat].cards.findIndex(({ drawn }) => drawn === plan.drawn);
    return slot < 0 ? null : slot;
  }

  choose(type: PlannedCard["type"], slot: number): void {
    const view = this.source.view!;
    if (this.isPossible) this.#keep({ type, drawn: view.hands[view.seat!].cards[slot].drawn });
  }

  chooseClue(to: number, about: Word): void {
    const view = this.source.view!;
    if (this.isPossible) this.#keep({ type: "clue", to, about, touched: touchedCards(view, to, about) });
  }

  cancel(): void {
    this.plan = null;
    this.dropped = null;
  }

  /** Called with every new state: cancels the plan, or makes the move if it is due. */
  follow(): void {
    const { plan } = this;
    const view = this.source.view;
    if (!plan || view?.seat == null) return;
    const obstacle = this.#obstacle(plan, view);
    if (obstacle) {
      this.plan = null;
      this.dropped = obstacle;
    } else if (view.player === view.seat && this.source.pendingMove === null) {
      const action = this.#action(plan, view);
      this.plan = null;
      if (action) void this.source.send({ type: "move", actions: view.actions, action });
      else this.dropped = "illegal";
    }
  }

  #keep(plan: Plan): void {
    this.plan = plan;
    this.dropped = null;
    this.#since = this.source.events.at(-1)?.n ?? -1;
  }

  #action(plan: Plan, { legal }: View): Choice | null {
    if (plan.type === "clue") {
      const { type, to, about } = plan;
      return legal.some((one) => one.type === type && one.to === to && one.about === about)
        ? { type, to, about }
        : null;
    }
    const { type } = plan;
    const slot = this.slot!;
    return legal.some((one) => one.type === type && one.slot === slot) ? { type, slot } : null;
  }

  #obstacle(plan: Plan, view: View): Obstacle | null {
    const receiver = plan.type === "clue" ? plan.to : null;
    for (const event of this.source.events) {
      if (event.n <= this.#since) continue;
      if (event.type === "strike") return "strike";
      if (event.type === "took_back") return "taken_back";
      if (event.type === "clue" && event.to === view.seat) return "clue";
      // A receiver who got another clue in the meantime will read the next one differently.
      if (event.type === "clue" && event.to === receiver) return "changed";
    }
    if (view.player === null) return "illegal";
    if (plan.type !== "clue") return this.slot === null ? "illegal" : null;
    return String(touchedCards(view, plan.to, plan.about)) === String(plan.touched) ? null : "changed";
  }
}

/** The draw numbers of the cards that a clue would touch now. */
const touchedCards = (view: View, to: number, about: Word): number[] =>
  touchedSlots(view, to, about).map((slot) => view.hands[to].cards[slot].drawn);

/** Commands that the controls of a live table can use. */
export interface TableControls {
  planned: PlannedMove;
  /** Bots move without pauses until a person's turn. */
  skip: () => void;
}

const KEY = Symbol("table controls");
export const offerTableControls = (controls: TableControls): TableControls => setContext(KEY, controls);
/** Undefined on a board that is not a live table. */
export const tableControls = (): TableControls | undefined => getContext<TableControls | undefined>(KEY);
