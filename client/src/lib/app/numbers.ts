/** Numbers as the player's language writes them. */
import { language } from "./texts.svelte";

export function formatNumber(value: number, digits = 0, sign: "auto" | "exceptZero" = "auto"): string {
  const style = { minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay: sign };
  return new Intl.NumberFormat(language(), style).format(value);
}

export const formatPercent = (share: number, digits = 0): string =>
  new Intl.NumberFormat(language(), {
    style: "percent",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(share);

const UNITS = [
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
] as const;

/** How long ago something was, at the server's time `at` in seconds. */
export function timeAgo(at: number, now = Date.now() / 1000): string {
  const seconds = Math.max(0, now - at);
  const [unit, length] = UNITS.find(([, length]) => seconds >= length) ?? UNITS[2];
  return new Intl.RelativeTimeFormat(language(), { numeric: "auto" }).format(-Math.floor(seconds / length), unit);
}
