/** Appearance settings, applied as attributes of the root element that the styles read. */
import { browserStorage } from "./browser-storage";

export const CARD_THEMES = ["standard", "contrast", "patterns"] as const;

export interface Appearance {
  theme: "auto" | "dark" | "light";
  contrast: boolean;
  cardTheme: (typeof CARD_THEMES)[number];
  motion: boolean;
  cards: "small" | "medium" | "large";
}

export const DEFAULT_APPEARANCE: Appearance = {
  theme: "auto",
  contrast: false,
  cardTheme: "standard",
  motion: true,
  cards: "medium",
};
export const STORAGE_KEY = "hanabi.settings";
export const lightScheme = matchMedia("(prefers-color-scheme: light)");

/** The settings stored in this browser. */
export function storedSettings(): object {
  try {
    return JSON.parse(browserStorage().getItem(STORAGE_KEY) ?? "{}") as object;
  } catch {
    return {};
  }
}

export function applyAppearance({ theme, contrast, cardTheme, motion, cards }: Appearance): void {
  const root = document.documentElement.dataset;
  root.theme = theme === "auto" ? (lightScheme.matches ? "light" : "dark") : theme;
  root.contrast = contrast ? "more" : "normal";
  root.motion = motion ? "on" : "off";
  root.cards = cards;
  root.cardTheme = cardTheme;
}

const SEATED = "hanabi.seated";
/** Whether this player had a running game at the last visit: the start page reserves space for it. */
export const wasSeated = (): boolean => Boolean(browserStorage().getItem(SEATED));
export const rememberSeated = (seated: boolean): void => browserStorage().setItem(SEATED, seated ? "1" : "");
