/** Cards fly from hand to firework, pile and back; the board never waits for them. */
import type { GameEvent } from "./protocol";
import { moves } from "./settings.svelte";

const LENGTH = 360;

interface Flight {
  from: DOMRect;
  ghost: HTMLElement;
  to: string;
}

const find = (place: string): HTMLElement | null =>
  [...document.querySelectorAll<HTMLElement>(place)].find((element) => element.getClientRects().length > 0) ?? null;

/** Call before the page changes: remembers where the cards lie that are about to leave. */
export function takeOff(news: GameEvent[]): Flight[] {
  if (!moves() || document.hidden) return [];
  const flights: Flight[] = [];
  for (const event of news) {
    if (event.type !== "play" && event.type !== "discard") continue;
    const card = find(`[data-drawn="${event.drawn}"] .frame`);
    if (!card) continue;
    const ghost = card.cloneNode(true) as HTMLElement;
    const added = event.type === "play" && event.added;
    flights.push({
      from: card.getBoundingClientRect(),
      ghost,
      to: added ? `[data-firework="${suitOf(event.card)}"]` : "[data-pile]",
    });
  }
  return flights;
}

const suitOf = (card: string): string =>
  ({ w: "white", r: "red", b: "blue", y: "yellow", g: "green", m: "multicolor", k: "black" })[card[0]] ?? "";

/** Call after the page has changed. */
export function land(flights: Flight[], news: GameEvent[]): void {
  for (const { from, ghost, to } of flights) {
    const goal = find(to)?.getBoundingClientRect();
    if (!goal) continue;
    Object.assign(ghost.style, {
      position: "fixed",
      left: `${from.left}px`,
      top: `${from.top}px`,
      width: `${from.width}px`,
      margin: "0",
      zIndex: "60",
      pointerEvents: "none",
    });
    ghost.setAttribute("aria-hidden", "true");
    document.body.append(ghost);
    const dx = goal.left + Math.min(goal.width, 80) / 2 - from.left - from.width / 2;
    const dy = goal.top + Math.min(goal.height, 90) / 2 - from.top - from.height / 2;
    const scale = Math.min(1, 48 / from.width);
    const flight = ghost.animate(
      [
        { transform: "none", opacity: 1 },
        {
          transform: `translate(${dx * 0.5}px, ${dy * 0.5 - 24}px) scale(${(1 + scale) / 2}) rotate(6deg)`,
          opacity: 1,
        },
        { transform: `translate(${dx}px, ${dy}px) scale(${scale})`, opacity: 0.2 },
      ],
      { duration: LENGTH, easing: "ease-in-out" },
    );
    flight.finished.finally(() => ghost.remove());
  }
  if (!moves() || document.hidden) return;
  for (const event of news) {
    if (event.type !== "draw") continue;
    const card = find(`[data-drawn="${event.drawn}"]`);
    const deck = find("[data-deck]")?.getBoundingClientRect();
    if (!card || !deck) continue;
    const goal = card.getBoundingClientRect();
    card.animate(
      [
        { transform: `translate(${deck.left - goal.left}px, ${deck.top - goal.top}px) scale(0.3)`, opacity: 0.2 },
        { transform: "none", opacity: 1 },
      ],
      { duration: LENGTH, easing: "ease-out" },
    );
  }
}
