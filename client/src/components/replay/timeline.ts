/** Places in a replay: which turn a card or an event belongs to. Frame 0 is the deal. */
import type { Frame } from "../../lib/api";
import type { GameEvent } from "../../lib/protocol";

/** All events, each numbered by the action it belongs to; those of the deal by -1. */
export const numberedEvents = (frames: Frame[]): GameEvent[] =>
  frames.flatMap(({ events }, turn) => events.map((event) => ({ ...event, n: turn - 1 })));

const turnOf = (frames: Frame[], drawn: number, types: GameEvent["type"][]): number =>
  frames.findIndex(({ events }) =>
    events.some((event) => types.includes(event.type) && "drawn" in event && event.drawn === drawn),
  );

/** The turn to show for a card: where it left its hand, or if that is shown already where it was drawn. */
export function turnOfCard(frames: Frame[], drawn: number, shown: number): number {
  const left = turnOf(frames, drawn, ["play", "discard"]);
  return left >= 0 && left !== shown ? left : Math.max(0, turnOf(frames, drawn, ["draw"]));
}

export interface TimelineMark {
  turn: number;
  kind: "strike" | "firework";
}

/** The turns to mark on the slider: strikes and finished fireworks. */
export const timelineMarks = (frames: Frame[]): TimelineMark[] =>
  frames.flatMap(({ events }, turn) => {
    const kind = (["strike", "firework"] as const).find((type) => events.some((event) => event.type === type));
    return kind ? [{ turn, kind }] : [];
  });
