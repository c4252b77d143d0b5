/** A play or discard that is decided before one's turn, and made when it comes if nothing has changed that matters. */
import { getContext, setContext } from "svelte";
import type { BoardSource } from "./board-source";

export interface Plan {
  type: "play" | "discard";
  /** The number under which the card was drawn. */
  drawn: number;
}

/** Why a plan is dropped: a strike, a clue to the planner, a move taken back, or it is not possible any more. */
export type Obstacle = "strike" | "clue" | "taken_back" | "illegal";

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

  get slot(): number | null {
    const { plan } = this;
    const view = this.source.view;
    if (!plan || view?.seat == null) return null;
    const slot = view.hands[view.seat].cards.findIndex(({ drawn }) => drawn === plan.drawn);
    return slot < 0 ? null : slot;
  }

  choose(type: Plan["type"], slot: number): void {
    const view = this.source.view!;
    if (!this.isPossible) return;
    this.plan = { type, drawn: view.hands[view.seat!].cards[slot].drawn };
    this.dropped = null;
    this.#since = this.source.events.at(-1)?.n ?? -1;
  }

  cancel(): void {
    this.plan = null;
    this.dropped = null;
  }

  /** Called with every new state: drops the plan, or makes the move if it is due. */
  follow(): void {
    const { plan, slot } = this;
    const view = this.source.view;
    if (!plan || view?.seat == null) return;
    const obstacle = this.#obstacle(view.seat);
    if (obstacle || slot === null || view.player === null) {
      this.plan = null;
      this.dropped = obstacle ?? "illegal";
    } else if (view.player === view.seat && this.source.pendingMove === null) {
      this.plan = null;
      if (view.legal.some((legal) => legal.type === plan.type && legal.slot === slot))
        void this.source.send({ type: "move", actions: view.actions, action: { type: plan.type, slot } });
      else this.dropped = "illegal";
    }
  }

  #obstacle(me: number): Obstacle | null {
    for (const event of this.source.events) {
      if (event.n <= this.#since) continue;
      if (event.type === "strike") return "strike";
      if (event.type === "clue" && event.to === me) return "clue";
      if (event.type === "took_back") return "taken_back";
    }
    return null;
  }
}

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
