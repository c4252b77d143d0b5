/** The player's settings, stored in this browser and applied at once. */
import { browserStorage } from "./browser-storage";
import type { AidLevel } from "./protocol";

export const SOUND_NAMES = ["turn", "play", "discard", "clue", "strike", "firework", "finale"] as const;
export type SoundName = (typeof SOUND_NAMES)[number];

export interface Settings {
  name: string;
  aids: AidLevel;
  theme: "auto" | "dark" | "light";
  contrast: boolean;
  cardTheme: "standard" | "contrast" | "patterns";
  motion: boolean;
  sound: boolean;
  mutedSounds: SoundName[];
  vibration: boolean;
  notify: boolean;
  cards: "small" | "medium" | "large";
  newest: "left" | "right";
  shortcuts: boolean;
  guard: boolean;
  /** Show what the clubs' conventions say of the cards. */
  conventions: boolean;
  botPace: "slow" | "normal" | "fast";
}

const DEFAULTS: Settings = {
  name: "",
  aids: "clues",
  theme: "auto",
  contrast: false,
  cardTheme: "standard",
  motion: true,
  sound: true,
  mutedSounds: [],
  vibration: true,
  notify: false,
  cards: "medium",
  newest: "right",
  shortcuts: true,
  guard: true,
  conventions: false,
  botPace: "normal",
};
const STORAGE_KEY = "hanabi.settings";

function storedSettings(): Partial<Settings> {
  try {
    return JSON.parse(browserStorage().getItem(STORAGE_KEY) ?? "{}") as Partial<Settings>;
  } catch {
    return {};
  }
}

export const settings = $state<Settings>({ ...DEFAULTS, ...storedSettings() });

const lightScheme = matchMedia("(prefers-color-scheme: light)");
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

function applyToPage(): void {
  const root = document.documentElement.dataset;
  root.theme = settings.theme === "auto" ? (lightScheme.matches ? "light" : "dark") : settings.theme;
  root.contrast = settings.contrast ? "more" : "normal";
  root.motion = settings.motion ? "on" : "off";
  root.cards = settings.cards;
  root.cardTheme = settings.cardTheme;
}
lightScheme.addEventListener("change", applyToPage);

export function changeSettings(changes: Partial<Settings>): void {
  Object.assign(settings, changes);
  browserStorage().setItem(STORAGE_KEY, JSON.stringify(settings));
  applyToPage();
}

export function motionAllowed(): boolean {
  return settings.motion && !reducedMotion.matches;
}

applyToPage();
