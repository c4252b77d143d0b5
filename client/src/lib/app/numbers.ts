/** Numbers as the player's language writes them. */
import { language } from "./texts.svelte";

export function formatNumber(value: number, digits = 0, sign: "auto" | "exceptZero" = "auto"): string {
  const style = { minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay: sign };
  return new Intl.NumberFormat(language(), style).format(value);
}

export const formatPercent = (share: number): string =>
  new Intl.NumberFormat(language(), { style: "percent", maximumFractionDigits: 0 }).format(share);
