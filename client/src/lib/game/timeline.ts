/** Maps cards and events of a replay to turns. Frame 0 is the deal. */
import type { Frame } from "../net/api-types";
import type { GameEvent } from "../net/protocol";

/** All events, numbered by their actions; events of the deal have -1. */
export const numberedEvents = (frames: Frame[]): GameEvent[] =>
  frames.flatMap(({ events }, turn) => events.map((event) => ({ ...event, n: turn - 1 })));

const turnOf = (frames: Frame[], drawn: number, types: GameEvent["type"][]): number =>
  frames.findIndex(({ events }) =>
    events.some((event) => types.includes(event.type) && "drawn" in event && event.drawn === drawn),
  );

/** The turn to show for a card: when it left its hand, or if that is shown already, when it was drawn. */
export function turnOfCard(frames: Frame[], drawn: number, shown: number): number {
  const departure = turnOf(frames, drawn, ["play", "discard"]);
  return departure >= 0 && departure !== shown ? departure : Math.max(0, turnOf(frames, drawn, ["draw"]));
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
