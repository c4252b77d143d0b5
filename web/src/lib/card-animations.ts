/** Cards move from hand to firework, discard pile and back; the board never waits for them. */
import type { GameEvent } from "./protocol";
import { motionAllowed } from "./settings.svelte";
import { faceOf } from "./suits";

const DURATION = 360;

/** A card that is about to leave a hand: where it lies, a copy to move, and where it goes. */
export interface LeavingCard {
  from: DOMRect;
  copy: HTMLElement;
  target: string;
}

const animates = (): boolean => motionAllowed() && !document.hidden;
const findVisible = (selector: string): HTMLElement | null =>
  [...document.querySelectorAll<HTMLElement>(selector)].find((element) => element.getClientRects().length > 0) ?? null;

/** Where a played or discarded card goes, as a selector. */
export function destination(event: Extract<GameEvent, { type: "play" | "discard" }>): string {
  return event.type === "play" && event.added ? `[data-firework="${faceOf(event.card).suit}"]` : "[data-pile]";
}

/** Call before the page changes. */
export function captureLeavingCards(events: GameEvent[]): LeavingCard[] {
  if (!animates()) return [];
  const leaving: LeavingCard[] = [];
  for (const event of events) {
    if (event.type !== "play" && event.type !== "discard") continue;
    const card = findVisible(`[data-drawn="${event.drawn}"] .frame`);
    if (!card) continue;
    const copy = card.cloneNode(true) as HTMLElement;
    leaving.push({ from: card.getBoundingClientRect(), copy, target: destination(event) });
  }
  return leaving;
}

/** Call after the page has changed. */
export function animateCards(leaving: LeavingCard[], events: GameEvent[]): void {
  for (const card of leaving) animateLeaving(card);
  if (!animates()) return;
  for (const event of events) if (event.type === "draw") animateDrawn(event.drawn);
}

function animateLeaving({ from, copy, target }: LeavingCard): void {
  const to = findVisible(target)?.getBoundingClientRect();
  if (!to) return;
  Object.assign(copy.style, {
    position: "fixed",
    left: `${from.left}px`,
    top: `${from.top}px`,
    width: `${from.width}px`,
    margin: "0",
    zIndex: "60",
    pointerEvents: "none",
  });
  copy.setAttribute("aria-hidden", "true");
  document.body.append(copy);
  const dx = to.left + Math.min(to.width, 80) / 2 - from.left - from.width / 2;
  const dy = to.top + Math.min(to.height, 90) / 2 - from.top - from.height / 2;
  const scale = Math.min(1, 48 / from.width);
  const animation = copy.animate(
    [
      { transform: "none", opacity: 1 },
      { transform: `translate(${dx * 0.5}px, ${dy * 0.5 - 24}px) scale(${(1 + scale) / 2}) rotate(6deg)`, opacity: 1 },
      { transform: `translate(${dx}px, ${dy}px) scale(${scale})`, opacity: 0.2 },
    ],
    { duration: DURATION, easing: "ease-in-out" },
  );
  void animation.finished.finally(() => copy.remove());
}

function animateDrawn(drawn: number): void {
  const card = findVisible(`[data-drawn="${drawn}"]`);
  const deck = findVisible("[data-deck]")?.getBoundingClientRect();
  if (!card || !deck) return;
  const to = card.getBoundingClientRect();
  card.animate(
    [
      { transform: `translate(${deck.left - to.left}px, ${deck.top - to.top}px) scale(0.3)`, opacity: 0.2 },
      { transform: "none", opacity: 1 },
    ],
    { duration: DURATION, easing: "ease-out" },
  );
}
