/** What this player likes, kept in this browser and applied at once. */
import type { AidLevel } from "./protocol";

export interface Settings {
  name: string;
  aids: AidLevel;
  theme: "auto" | "dark" | "light";
  contrast: boolean;
  motion: boolean;
  sound: boolean;
  vibration: boolean;
  notify: boolean;
  cards: "small" | "medium" | "large";
  newest: "left" | "right";
  shortcuts: boolean;
  guard: boolean;
}

const DEFAULTS: Settings = {
  name: "",
  aids: "clues",
  theme: "auto",
  contrast: false,
  motion: true,
  sound: false,
  vibration: true,
  notify: false,
  cards: "medium",
  newest: "right",
  shortcuts: true,
  guard: true,
};
const PLACE = "hanabi.settings";

function kept(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? "{}");
  } catch {
    return {};
  }
}

export const settings = $state<Settings>({ ...DEFAULTS, ...kept() });

const light = matchMedia("(prefers-color-scheme: light)");
const still = matchMedia("(prefers-reduced-motion: reduce)");

function dress(): void {
  const root = document.documentElement.dataset;
  root.theme = settings.theme === "auto" ? (light.matches ? "light" : "dark") : settings.theme;
  root.contrast = settings.contrast ? "more" : "normal";
  root.motion = settings.motion ? "on" : "off";
  root.cards = settings.cards;
}
light.addEventListener("change", dress);

export function change(changes: Partial<Settings>): void {
  Object.assign(settings, changes);
  localStorage.setItem(PLACE, JSON.stringify(settings));
  dress();
}

export function moves(): boolean {
  return settings.motion && !still.matches;
}

dress();
