/** Variations that are not saved as a study yet: this tab of the browser remembers them, so that a reload loses none. */
import type { StudyLine } from "./studies";

const keyOf = (table: string): string => `hanabi.lines.${table}`;

export function loadDraft(table: string): StudyLine[] | null {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(table)) ?? "null") as StudyLine[] | null;
  } catch {
    return null;
  }
}

/** A storage that is full or forbidden loses the draft, not the page. */
export function keepDraft(table: string, lines: StudyLine[]): void {
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
    // Nothing was kept.
  }
}
