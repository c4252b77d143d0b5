/** What somebody who is away wants to be told, and when not: the same for a browser and for e-mail. */
export interface Wishes {
  turns: boolean;
  invitations: boolean;
  reviews: boolean;
  /** Times of day such as 22:00; null without quiet hours. */
  quiet: { from: string; until: string } | null;
}

/** As the server takes them: minutes of the day in a time zone. */
export interface SentQuietHours {
  start: number;
  until: number;
  timezone: string;
}

const minutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
const timeOfDay = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, "0")).join(":");

export const sentQuietHours = (quiet: Wishes["quiet"]): SentQuietHours | null =>
  quiet && {
    start: minutes(quiet.from),
    until: minutes(quiet.until),
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };

export const readQuietHours = (sent: SentQuietHours | null): Wishes["quiet"] =>
  sent && { from: timeOfDay(sent.start), until: timeOfDay(sent.until) };
