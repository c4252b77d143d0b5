/** Changes since the player's last action; they stay marked until the next one. */
import { ACTIONS, isActionBy } from "../game/event-history";
import type { ClueEvent, GameEvent, HandView, Suit } from "../net/protocol";
import { faceOf } from "../game/suits";

const isAction = ({ type }: GameEvent): boolean => ACTIONS.includes(type);

/** A spectator has no last action: for them only the newest action counts. */
export function eventsSinceOwnAction(events: GameEvent[], me: number | null): GameEvent[] {
  if (me === null) {
    const newest = events.findLast(isAction);
    return newest ? events.filter(({ n }) => n >= newest.n) : [];
  }
  const recent: GameEvent[] = [];
  for (const event of [...events].reverse()) {
    if (isActionBy(event, me) || event.type === "started") return recent.filter(({ n }) => n !== event.n);
    recent.unshift(event);
  }
  return recent;
}

/** The slots touched by the newest clue to each seat, unless that seat has acted since: then slots have moved. */
export function recentlyTouchedSlots(recent: GameEvent[]): Record<number, number[]> {
  const touched: Record<number, number[]> = {};
  const acted = new Set<number>();
  for (const event of [...recent].reverse()) {
    if (event.type === "play" || event.type === "discard") acted.add(event.seat);
    if (event.type === "clue" && !acted.has(event.to)) touched[event.to] ??= event.slots;
  }
  return touched;
}

/** The changes to mark: tops of fireworks, discards and new cards in hands. */
export interface Changes {
  fireworks: Set<Suit>;
  discards: Set<number>;
  cards: Set<number>;
}

export function changesIn(recent: GameEvent[]): Changes {
  const changes: Changes = { fireworks: new Set(), discards: new Set(), cards: new Set() };
  for (const event of recent) {
    if (event.type === "draw") changes.cards.add(event.drawn);
    else if (event.type === "rescue" || (event.type === "play" && event.added))
      changes.fireworks.add(faceOf(event.card).suit);
    else if (event.type === "play" || event.type === "discard") changes.discards.add(event.drawn);
  }
  return changes;
}

/** The newest clue of the last round, with the slots its cards have now; null once a card was played or discarded
 * from that hand, or if nobody has given one. */
export function lastClue(events: GameEvent[], hands: HandView[]): ClueEvent | null {
  const turns = events.filter(({ type }) => type === "clue" || type === "play" || type === "discard");
  const round = turns.slice(-hands.length);
  const place = round.findLastIndex(({ type }) => type === "clue");
  if (place < 0) return null;
  const clue = round[place] as ClueEvent;
  const moved = round.slice(place).some((event) => event.type !== "clue" && "seat" in event && event.seat === clue.to);
  return moved ? null : clue;
}
