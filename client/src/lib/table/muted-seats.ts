/** The seats this browser has muted, per table. */
const STORAGE_KEY = "hanabi.muted";
/** The number of tables remembered. */
const MAX_TABLES = 50;
type Muted = Record<string, number[]>;

function stored(): Muted {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "{}") as Muted;
  } catch {
    return {};
  }
}

export const mutedSeats = (table: string): number[] => stored()[table] ?? [];

export function saveMutedSeats(table: string, seats: number[]): void {
  const { [table]: _, ...others } = stored();
  const remembered = Object.fromEntries(Object.entries(others).slice(-(MAX_TABLES - 1)));
  localStorage.setItem(STORAGE_KEY, JSON.stringify(seats.length ? { ...remembered, [table]: seats } : remembered));
}
