/** What the list of a game's events says: which of them still count, and who acted. */
import type { GameEvent } from "./protocol";

type EventType = GameEvent["type"];
export const TURN_ACTIONS: readonly EventType[] = ["clue", "play", "discard"];
export const ACTIONS: readonly EventType[] = [...TURN_ACTIONS, "reshuffle", "rescue"];

/** Whether the event is a turn's action of this seat. */
export const isActionBy = (event: GameEvent, seat: number | null): boolean =>
  seat !== null &&
  ((event.type === "clue" && event.giver === seat) ||
    ((event.type === "play" || event.type === "discard") && event.seat === seat));

/** The events without the actions that were taken back. */
export function withoutTakenBack(events: GameEvent[]): GameEvent[] {
  const kept: GameEvent[] = [];
  const actionStarts: number[] = [];
  for (const event of events) {
    if (event.type === "took_back") while (actionStarts.length > event.actions) kept.length = actionStarts.pop()!;
    else if (ACTIONS.includes(event.type) && kept.at(-1)?.n !== event.n) actionStarts.push(kept.length);
    kept.push(event);
  }
  return kept;
}

/** What was taken back, in the order of time: who asked for it, and the events that were undone. */
export function undoHistory(events: GameEvent[]): { n: number; by: number; events: GameEvent[] }[] {
  const undone: { n: number; by: number; events: GameEvent[] }[] = [];
  events.forEach((event, place) => {
    if (event.type !== "took_back") return;
    const before = withoutTakenBack(events.slice(0, place));
    const kept = withoutTakenBack(events.slice(0, place + 1));
    const lost = before.slice(kept.length - 1).filter(({ type }) => ACTIONS.includes(type));
    undone.push({ n: event.n, by: event.seat, events: lost });
  });
  return undone;
}

/** The clues that touched a card: those given while it was in the hand, by the slot it then had. */
export function cluesOnCard(events: GameEvent[], seat: number, hand: number[], drawn: number): GameEvent[] {
  const clues: GameEvent[] = [];
  let cards = hand;
  for (const event of [...events].reverse()) {
    if (event.type === "draw" && event.seat === seat) cards = cards.filter((other) => other !== event.drawn);
    else if ((event.type === "play" || event.type === "discard") && event.seat === seat)
      cards = [...cards.slice(0, event.slot), event.drawn, ...cards.slice(event.slot)];
    else if (event.type === "clue" && event.to === seat && event.slots.some((touched) => cards[touched] === drawn))
      clues.push(event);
    if (!cards.includes(drawn)) break;
  }
  return clues.reverse();
}
