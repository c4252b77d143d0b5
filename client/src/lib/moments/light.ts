/** The suits' colors in the sky, from styles/card-colors.css. */
import type { Suit } from "../net/protocol";

export const SUITS: readonly Suit[] = ["white", "red", "blue", "yellow", "green", "multicolor", "black"];
const RAINBOW: readonly Suit[] = ["red", "yellow", "green", "blue", "multicolor"];

let colors: Record<Suit, string> | null = null;

export function lightOf(suit: Suit): string {
  if (!colors) {
    const style = getComputedStyle(document.documentElement);
    const read = (name: Suit): string => style.getPropertyValue(`--${name}-light`).trim() || "#ffffff";
    colors = Object.fromEntries(SUITS.map((name) => [name, read(name)])) as Record<Suit, string>;
  }
  return colors[suit];
}

/** The colors of a burst: the suit's color with a little white; all colors for multicolor. */
export function burstColors(suit: Suit): string[] {
  if (suit === "multicolor") return RAINBOW.map(lightOf);
  return [lightOf(suit), lightOf(suit), lightOf("white")];
}

/** Adds an opacity to a color of six hexadecimal digits. */
export function withAlpha(color: string, alpha: number): string {
  const byte = Math.round(Math.min(1, Math.max(0, alpha)) * 255);
  return color + byte.toString(16).padStart(2, "0");
}

export const isDay = (): boolean => document.documentElement.dataset.theme === "light";
