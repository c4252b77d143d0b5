/** Variations that are not saved as a study yet, kept in this tab so that a reload does not lose them. */
import type { Variation } from "../net/api-types";

const keyOf = (table: string): string => `hanabi.lines.${table}`;

export function loadDraft(table: string): Variation[] | null {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(table)) ?? "null") as Variation[] | null;
  } catch {
    return null;
  }
}

/** If the storage is full or forbidden, only the draft is lost. */
export function keepDraft(table: string, lines: Variation[]): void {
  try {
    sessionStorage.setItem(keyOf(table), JSON.stringify(lines));
  } catch {
    dropDraft(table);
  }
}

export function dropDraft(table: string): void {
  try {
    sessionStorage.removeItem(keyOf(table));
  } catch {
    // No storage, no draft.
  }
}
