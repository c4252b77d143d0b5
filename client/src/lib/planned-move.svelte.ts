/** A move that is decided before one's turn, and made when it comes if nothing has changed that matters. */
import { getContext, setContext } from "svelte";
import type { BoardSource } from "./board-source";
import { touchedSlots } from "./card-knowledge";
import type { Choice, View, Word } from "./protocol";

export interface PlannedCard {
  type: "play" | "discard";
  /** The number under which the card was drawn. */
  drawn: number;
}

export interface PlannedClue {
  type: "clue";
  to: number;
  about: Word;
  /** The numbers under which the cards were drawn that it points at: what it says. */
  touched: number[];
}

export type Plan = PlannedCard | PlannedClue;

/** Why a plan is dropped: a strike, a clue to the planner, a move taken back, a clue that would say something else now,
 *  or it is not possible any more. */
export type Obstacle = "strike" | "clue" | "taken_back" | "changed" | "illegal";

export class PlannedMove {
  plan = $state.raw<Plan | null>(null);
  /** Why the last plan was dropped, until there is another one. */
  dropped = $state.raw<Obstacle | null>(null);
  #since = -1;

  constructor(readonly source: BoardSource) {}

  /** Whether something can be planned now: in a running game, while somebody else is to act. */
  get isPossible(): boolean {
    const view = this.source.view;
    return view !== null && view.seat !== null && view.player !== null && view.player !== view.seat;
  }

  /** Where the card lies that is to be played or discarded. */
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

  /** Called with every new state: drops the plan, or makes the move if it is due. */
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
      // Whoever was told something meanwhile understands the next clue by that.
      if (event.type === "clue" && event.to === receiver) return "changed";
    }
    if (view.player === null) return "illegal";
    if (plan.type !== "clue") return this.slot === null ? "illegal" : null;
    return String(touchedCards(view, plan.to, plan.about)) === String(plan.touched) ? null : "changed";
  }
}

/** The numbers under which the cards were drawn that a clue would point at now. */
const touchedCards = (view: View, to: number, about: Word): number[] =>
  touchedSlots(view, to, about).map((slot) => view.hands[to].cards[slot].drawn);

/** What the controls of a live table can ask of it. */
export interface TableControls {
  planned: PlannedMove;
  /** Bots move at once until it is somebody's turn. */
  skip: () => void;
}

const KEY = Symbol("table controls");
export const offerTableControls = (controls: TableControls): TableControls => setContext(KEY, controls);
/** None on a board that is no live table. */
export const tableControls = (): TableControls | undefined => getContext<TableControls | undefined>(KEY);
