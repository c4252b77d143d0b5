/** How the page looks by the player's settings: attributes of its root that the styles read. */
import { browserStorage } from "./browser-storage";

export interface Appearance {
  theme: "auto" | "dark" | "light";
  contrast: boolean;
  cardTheme: "standard" | "contrast" | "patterns";
  motion: boolean;
  cards: "small" | "medium" | "large";
}

export const USUAL_APPEARANCE: Appearance = {
  theme: "auto",
  contrast: false,
  cardTheme: "standard",
  motion: true,
  cards: "medium",
};
export const STORAGE_KEY = "hanabi.settings";
export const lightScheme = matchMedia("(prefers-color-scheme: light)");

/** What this browser keeps of the settings. */
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
/** Whether this browser's player was last seen to have a running game: the start page keeps a place for it. */
export const wasSeated = (): boolean => Boolean(browserStorage().getItem(SEATED));
export const keepSeated = (seated: boolean): void => browserStorage().setItem(SEATED, seated ? "1" : "");
