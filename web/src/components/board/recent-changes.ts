/** What happened since the player's own last action: it stays marked until their next one. */
import { ACTIONS, isActionBy } from "../../lib/event-history";
import type { GameEvent } from "../../lib/protocol";

export function eventsSinceOwnAction(events: GameEvent[], me: number | null): GameEvent[] {
  const recent: GameEvent[] = [];
  for (const event of [...events].reverse()) {
    if (isActionBy(event, me) || event.type === "started") return recent.filter(({ n }) => n !== event.n);
    recent.unshift(event);
  }
  return recent;
}

/** The slots that each seat's newest clue touched, unless that seat has acted since: then slots have moved. */
export function recentlyTouchedSlots(recent: GameEvent[]): Record<number, number[]> {
  const touched: Record<number, number[]> = {};
  const acted = new Set<number>();
  for (const event of [...recent].reverse()) {
    if (event.type === "play" || event.type === "discard") acted.add(event.seat);
    if (event.type === "clue" && !acted.has(event.to)) touched[event.to] ??= event.slots;
  }
  return touched;
}

const WORTH_REPEATING: readonly GameEvent["type"][] = [...ACTIONS, "tile", "firework"];

/** The last three events to repeat beside the actions, where the log is not in sight. */
export const eventsToRepeat = (recent: GameEvent[]): GameEvent[] =>
  recent.filter(({ type }) => WORTH_REPEATING.includes(type)).slice(-3);
