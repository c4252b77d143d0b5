/** Queries on a game's list of events. */
import type { GameEvent } from "../net/protocol";

type EventType = GameEvent["type"];
export const TURN_ACTIONS: readonly EventType[] = ["clue", "play", "discard"];
export const ACTIONS: readonly EventType[] = [...TURN_ACTIONS, "reshuffle", "rescue"];

/** The seat that gave a clue, played or discarded; null for other events. */
export const moverOf = (event: GameEvent): number | null =>
  event.type === "clue" ? event.giver : event.type === "play" || event.type === "discard" ? event.seat : null;

/** Whether the event is an action by this seat. */
export const isActionBy = (event: GameEvent, seat: number | null): boolean => seat !== null && moverOf(event) === seat;

/** The events without the actions that were taken back. */
export function withoutTakenBack(events: GameEvent[]): GameEvent[] {
  const remaining: GameEvent[] = [];
  const actionStarts: number[] = [];
  for (const event of events) {
    if (event.type === "took_back") while (actionStarts.length > event.actions) remaining.length = actionStarts.pop()!;
    else if (ACTIONS.includes(event.type) && remaining.at(-1)?.n !== event.n) actionStarts.push(remaining.length);
    remaining.push(event);
  }
  return remaining;
}

/** The moves taken back, in order: who asked for it, and the undone events. */
export function undoHistory(events: GameEvent[]): { n: number; by: number; events: GameEvent[] }[] {
  const undone: { n: number; by: number; events: GameEvent[] }[] = [];
  events.forEach((event, place) => {
    if (event.type !== "took_back") return;
    const before = withoutTakenBack(events.slice(0, place));
    const remaining = withoutTakenBack(events.slice(0, place + 1));
    const lost = before.slice(remaining.length - 1).filter(({ type }) => ACTIONS.includes(type));
    undone.push({ n: event.n, by: event.seat, events: lost });
  });
  return undone;
}

/** The clues that touched a card, found by the slot it had at that time. */
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
