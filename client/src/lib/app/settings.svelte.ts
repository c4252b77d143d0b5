/** The player's settings, stored in this browser and applied at once. */
import {
  applyAppearance,
  lightScheme,
  STORAGE_KEY,
  storedSettings,
  DEFAULT_APPEARANCE,
  type Appearance,
} from "./appearance";
import { browserStorage } from "./browser-storage";
import type { AidLevel } from "../net/protocol";

export const SOUND_NAMES = ["turn", "play", "discard", "clue", "strike", "firework", "finale"] as const;
export type SoundName = (typeof SOUND_NAMES)[number];

export interface Settings extends Appearance {
  name: string;
  aids: AidLevel;
  sound: boolean;
  mutedSounds: SoundName[];
  vibration: boolean;
  notify: boolean;
  newest: "left" | "right";
  shortcuts: boolean;
  guard: boolean;
  /** Show what the clubs' conventions say about the cards. */
  conventions: boolean;
  botPace: "slow" | "normal" | "fast";
  /** In how many more games a newcomer gets a tip at each turn. */
  coachedGames: number;
}

const DEFAULTS: Settings = {
  ...DEFAULT_APPEARANCE,
  name: "",
  aids: "clues",
  sound: true,
  mutedSounds: [],
  vibration: true,
  notify: false,
  newest: "right",
  shortcuts: true,
  guard: true,
  conventions: false,
  botPace: "normal",
  coachedGames: 3,
};

export const settings = $state<Settings>({ ...DEFAULTS, ...storedSettings() });

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

const applyToPage = (): void => applyAppearance(settings);
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
