/** A board's source that shows one of the frames of a game; only a single step forward is animated. */
import type { Frame } from "../net/api-types";
import { numberedEvents } from "../game/timeline";
import type { Command, GameEvent, Table, View, You } from "../net/protocol";
import type { Refusal } from "../net/refusals";
import type { BoardSource } from "./board-source";

export class FrameSource implements BoardSource {
  constructor(
    readonly position: () => { table: Table; frames: Frame[]; turn: number },
    private previousTurn = 0,
  ) {}

  get table(): Table {
    return this.position().table;
  }

  get view(): View {
    const { frames, turn } = this.position();
    return frames[turn].view;
  }

  get you(): You {
    return { seat: this.view.seat, host: false, notes: {}, seats: [] };
  }

  get events(): GameEvent[] {
    const { frames, turn } = this.position();
    return numberedEvents(frames.slice(0, turn + 1));
  }

  get latestEvents(): GameEvent[] {
    const { frames, turn } = this.position();
    const forward = turn === this.previousTurn + 1;
    this.previousTurn = turn;
    return forward ? (frames[turn]?.events ?? []) : [];
  }

  get pendingMove(): Command | null {
    return null;
  }

  send(_: Command): Promise<Refusal | null> {
    return Promise.resolve(null);
  }
}
