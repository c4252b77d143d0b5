/** The players' remaining time. */
import type { Clock, Table } from "../net/protocol";
import { say } from "../app/texts.svelte";

export const DAY = 86400;

export function formatDuration(seconds: number): string {
  if (seconds >= DAY) return say("web.clock.days", { days: Math.floor(seconds / DAY) });
  const whole = Math.floor(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const tail = `${String(minutes).padStart(hours ? 2 : 1, "0")}:${String(whole % 60).padStart(2, "0")}`;
  return hours ? `${hours}:${tail}` : tail;
}

/** A table's clock in words. */
export function clockText({ kind, seconds, increment }: Clock): string {
  if (kind === "none") return say("web.clock.none");
  if (kind === "bank") return say("web.clock.bank", { minutes: Math.round(seconds / 60), seconds: increment });
  if (seconds >= DAY) return say("web.clock.move.days", { days: Math.round(seconds / DAY) });
  if (seconds >= 120) return say("web.clock.move.minutes", { minutes: Math.round(seconds / 60) });
  return say("web.clock.move.seconds", { seconds });
}

/** One text per seat at the server's time `now`; empty while no clock runs. */
export function clockTexts({ since, left }: Table["clock"], player: number | null, now: number): string[] {
  if (!left || since === null) return [];
  return left.map((seconds, seat) => {
    const used = player === seat ? Math.max(0, now - since) : 0;
    return formatDuration(Math.max(0, seconds - used));
  });
}
