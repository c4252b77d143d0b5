/** Animations over the board: flying cards, a clue's seal, the ring where a card lands. */
import { mount, unmount } from "svelte";
import CardFace from "../../components/cards/CardFace.svelte";
import Glyph from "../../components/cards/Glyph.svelte";
import type { Word } from "../net/protocol";
import type { Face, Suit } from "../game/suits";
import type { Slot, Timeline } from "./timeline";

/** When a flying card touches its target, as a fraction of the flight. */
export const LANDING = 0.88;

export interface CardFlight {
  from: DOMRect;
  to: DOMRect;
  /** A copy of the card before the move. */
  leaving: HTMLElement;
  face: Face;
  /** The card was already face up: it makes a full turn. */
  open: boolean;
}

function overlay(name: string, box: { left: number; top: number; width: number; height: number }): HTMLElement {
  const element = document.createElement("div");
  element.className = name;
  element.setAttribute("aria-hidden", "true");
  for (const side of ["left", "top", "width", "height"] as const) element.style[side] = `${box[side]}px`;
  return element;
}

/** A copy without the attributes that identify the original. */
export function inertCopy(element: HTMLElement): HTMLElement {
  const copy = element.cloneNode(true) as HTMLElement;
  for (const part of [copy, ...copy.querySelectorAll<HTMLElement>("*")]) {
    part.removeAttribute("id");
    for (const name of Object.keys(part.dataset ?? {})) delete part.dataset[name];
  }
  copy.setAttribute("aria-hidden", "true");
  copy.inert = true;
  return copy;
}

/** Flies the card from its slot to its target, turning it over; the copy is removed after `until` milliseconds. */
export function flyCard(timeline: Timeline, flight: CardFlight, slot: Slot, until: number): void {
  const { from, to, leaving, face, open } = flight;
  const flyer = overlay("flyer", { left: to.left, top: to.top, width: to.width, height: to.width * 1.4 });
  const turner = document.createElement("div");
  const [front, back] = [document.createElement("div"), document.createElement("div")];
  leaving.style.setProperty("--card-w", `${to.width}px`);
  leaving.style.width = "100%";
  front.append(leaving);
  const drawing = mount(CardFace, { target: open ? front : back, props: { ...face } });
  if (open) back.append(Object.assign(document.createElement("div"), { className: "flyer-back" }));
  if (open) leaving.remove();
  turner.append(front, back);
  flyer.append(turner);
  document.body.append(flyer);

  const [dx, dy, scale] = [from.left - to.left, from.top - to.top, from.width / to.width];
  const timing: KeyframeAnimationOptions = { delay: slot.delay, duration: slot.duration, fill: "both" };
  flyer.animate(
    [
      { transform: `translate(${dx}px, ${dy}px) scale(${scale})`, easing: "cubic-bezier(.35, 0, .4, 1)" },
      {
        transform: `translate(${dx * 0.35}px, ${dy * 0.3 - 60}px) scale(1.14)`,
        offset: 0.62,
        easing: "cubic-bezier(.5, 0, .7, 1)",
      },
      { transform: "none", offset: LANDING },
      { transform: "translate(-2%, 2%) scale(1.04, .97)", offset: 0.94 },
      { transform: "none" },
    ],
    timing,
  );
  const end = open ? 360 : 180;
  turner.animate(
    [
      { transform: "rotateY(0) rotateZ(0)" },
      { transform: `rotateY(${end / 2}deg) rotateZ(-5deg)`, offset: 0.35 },
      { transform: `rotateY(${end}deg) rotateZ(0)`, offset: 0.66 },
      { transform: `rotateY(${end}deg)` },
    ],
    { ...timing, easing: "ease-in-out" },
  );
  timeline.until(until, () => {
    void unmount(drawing);
    flyer.remove();
  });
}

/** Covers an element with a copy of its previous state for `until` milliseconds; the original is hidden. */
export function coverUp(timeline: Timeline, original: HTMLElement, copy: HTMLElement, until: number): void {
  const parent = original.parentElement!;
  const name = original.dataset.firework!;
  copy.classList.add("cover");
  copy.dataset.covers = name;
  // The original is hidden if another card still flies to it; its copy is not.
  copy.style.opacity = "";
  // Older copies are on top: each shows the board before one move.
  parent.insertBefore(copy, parent.querySelector(":scope > .cover"));
  // Neither is animated: what is animated gets a layer of its own, and a burst is large.
  original.style.opacity = "0";
  timeline.until(until, () => {
    copy.remove();
    if (!parent.querySelector(`:scope > [data-covers="${name}"]`)) original.style.opacity = "";
  });
}

/** A ring of light where a card has landed. */
export function ringOut(timeline: Timeline, box: DOMRect): void {
  const ring = overlay("ring-out", box);
  document.body.append(ring);
  const spread = [
    { transform: "scale(0.9)", opacity: 1 },
    { transform: "scale(1.7)", opacity: 0 },
  ];
  timeline.follow(ring.animate(spread, { duration: 600, easing: "cubic-bezier(.2, .8, .2, 1)" }), () => ring.remove());
}

/** A seal with the clue's sign flies from its giver to a card, which then lights up. */
export function flySeal(timeline: Timeline, from: DOMRect, card: HTMLElement, about: Word, slot: Slot): void {
  const to = card.getBoundingClientRect();
  const size = Math.min(44, Math.max(28, to.width * 0.5));
  const [x, y] = [to.left + to.width / 2 - size / 2, to.top + to.height / 2 - size / 2];
  const seal = overlay("seal", { left: x, top: y, width: size, height: size });
  const props = typeof about === "number" ? { rank: about } : { suit: about as Suit };
  const drawing = mount(Glyph, { target: seal, props });
  document.body.append(seal);
  const [dx, dy] = [from.left + from.width / 2 - size / 2 - x, from.top + Math.min(from.height / 2, 40) - y];
  const way = [
    { transform: `translate(${dx}px, ${dy}px) scale(0.5)`, opacity: 0 },
    { transform: `translate(${dx * 0.85}px, ${dy * 0.85 - 16}px) scale(1)`, opacity: 1, offset: 0.18 },
    { transform: "none", opacity: 1, offset: 0.82, easing: "ease-out" },
    { transform: "scale(1.5)", opacity: 0 },
  ];
  const timing: KeyframeAnimationOptions = { ...slot, fill: "both", easing: "cubic-bezier(.4, 0, .2, 1)" };
  timeline.follow(seal.animate(way, timing), () => {
    void unmount(drawing);
    seal.remove();
  });
  const glow = overlay("touched-light", to);
  document.body.append(glow);
  const lit = [{ opacity: 0 }, { opacity: 1 }, { opacity: 0 }];
  const lighting: KeyframeAnimationOptions = { delay: slot.delay + slot.duration * 0.82, duration: 420, fill: "both" };
  timeline.follow(glow.animate(lit, lighting), () => glow.remove());
}

/** Flies a copy of a new card from the deck. The card itself does not move: above it, the table stays one picture. */
export function slideIn(timeline: Timeline, card: HTMLElement, deck: DOMRect, slot: Slot): void {
  const to = card.getBoundingClientRect();
  const flyer = overlay("flyer", to);
  const copy = inertCopy(card);
  Object.assign(copy.style, { width: "100%", transform: "none" });
  copy.style.setProperty("--card-w", `${to.width}px`);
  flyer.append(copy);
  document.body.append(flyer);
  card.style.opacity = "0";
  const way = [
    { transform: `translate(${deck.left - to.left}px, ${deck.top - to.top}px) scale(0.3)`, opacity: 0 },
    { transform: "none", opacity: 1 },
  ];
  timeline.follow(flyer.animate(way, { ...slot, fill: "backwards", easing: "cubic-bezier(.2, .8, .2, 1)" }), () => {
    flyer.remove();
    card.style.opacity = "";
  });
}
