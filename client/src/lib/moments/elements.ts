/** Finds elements of the board by their data attributes. */
import type { GameEvent } from "../net/protocol";
import { faceOf } from "../game/suits";

type LeavingEvent = Extract<GameEvent, { type: "play" | "discard" }>;

const isShown = (element: HTMLElement): boolean => element.getClientRects().length > 0;

function findShown(selector: string): HTMLElement | null {
  return [...document.querySelectorAll<HTMLElement>(selector)].find(isShown) ?? null;
}

export const board = (): HTMLElement | null => findShown(".board");
export const cardInHand = (drawn: number): HTMLElement | null => findShown(`[data-drawn="${drawn}"]`);
export const firework = (suit: string): HTMLElement | null => findShown(`[data-firework="${suit}"]`);
export const pile = (): HTMLElement | null => findShown("[data-pile]");
export const deck = (): HTMLElement | null => findShown("[data-deck]");
export const clueTokens = (): HTMLElement | null => findShown('[data-status="clues"]');
export const strikes = (): HTMLElement | null => findShown('[data-status="strikes"]');

/** A player's place: a teammate's panel or the viewer's own hand. */
export function place(seat: number, own: number | null): HTMLElement | null {
  return seat === own ? findShown(".own") : (findShown(`.mate[data-seat="${seat}"]`) ?? findShown(".own"));
}

/** The card itself, without the rest of its button. */
export const frameOf = (button: HTMLElement): HTMLElement => button.querySelector<HTMLElement>(".frame") ?? button;

/** The part of a firework that shows its newest card. */
export const topOf = (one: HTMLElement): HTMLElement => one.querySelector<HTMLElement>("[data-top], .stack") ?? one;

/** The firework that a played card joins; null for a card that goes to the discard pile. */
export const joinedFirework = (event: LeavingEvent): string | null =>
  event.type === "play" && event.added ? faceOf(event.card).suit : null;
