/** What to notify an absent player about, and when not to: the same for push and mail. */
import type { MailState } from "../net/api-types";

export const TOPICS = ["turns", "invitations", "reviews"] as const;
export type Topic = (typeof TOPICS)[number];

export interface Preferences extends Record<Topic, boolean> {
  /** Times of day such as 22:00; null without quiet hours. */
  quiet: { from: string; until: string } | null;
}

/** The form in which the server takes and returns them: quiet hours are minutes of the day in a time zone. */
export type PreferencesOnWire = Pick<MailState, Topic | "quiet">;

export const DEFAULT_PREFERENCES: Preferences = { turns: true, invitations: true, reviews: true, quiet: null };

const minutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
const timeOfDay = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, "0")).join(":");

export const encodePreferences = ({ turns, invitations, reviews, quiet }: Preferences): PreferencesOnWire => ({
  turns,
  invitations,
  reviews,
  quiet: quiet && {
    start: minutes(quiet.from),
    until: minutes(quiet.until),
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  },
});

export const decodePreferences = ({ turns, invitations, reviews, quiet }: PreferencesOnWire): Preferences => ({
  turns,
  invitations,
  reviews,
  quiet: quiet && { from: timeOfDay(quiet.start), until: timeOfDay(quiet.until) },
});
