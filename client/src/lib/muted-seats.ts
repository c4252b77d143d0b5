/** Whose remarks this browser does not show, table by table. */
const STORED = "hanabi.muted";
/** So many tables are remembered. */
const MOST = 50;
type Muted = Record<string, number[]>;

function stored(): Muted {
  try {
    return JSON.parse(localStorage.getItem(STORED) ?? "{}") as Muted;
  } catch {
    return {};
  }
}

export const mutedSeats = (table: string): number[] => stored()[table] ?? [];

export function saveMutedSeats(table: string, seats: number[]): void {
  const { [table]: _, ...others } = stored();
  const kept = Object.fromEntries(Object.entries(others).slice(-(MOST - 1)));
  localStorage.setItem(STORED, JSON.stringify(seats.length ? { ...kept, [table]: seats } : kept));
}
