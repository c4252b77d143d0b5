/** The HTTP side of the server. */
import type { GameEvent, Options, Table, View } from "./protocol";

export class Refused extends Error {
  constructor(
    readonly code: string,
    readonly values: Record<string, unknown>,
    readonly status: number,
  ) {
    super(code);
  }
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await fetch(`/api${path}`, {
    method,
    headers: body === undefined ? {} : { "content-type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const data = await answer.json().catch(() => ({ code: "busy", values: {} }));
  if (!answer.ok) throw new Refused(data.code, data.values ?? {}, answer.status);
  return data as T;
}

export interface Opened {
  table: string;
  seat: number | null;
  link: string | null;
}

export interface OpenTable {
  options?: Partial<Options>;
  name?: string;
  seat?: boolean;
  bots?: string[];
  start?: boolean;
}

export interface ReplayStep {
  events: GameEvent[];
  view: View;
}

export interface Replay {
  table: Table;
  steps: ReplayStep[];
}

export const openTable = (wish: OpenTable): Promise<Opened> => ask("POST", "/tables", wish);
export const seatLink = (id: string): Promise<{ link: string }> => ask("POST", `/tables/${id}/link`, {});
export const claimSeat = (id: string, token: string): Promise<{ seat: number }> =>
  ask("POST", `/tables/${id}/claim`, { token });
export const replayOf = (id: string, seat: string): Promise<Replay> =>
  ask("GET", `/tables/${id}/replay?seat=${encodeURIComponent(seat)}`);
export const branch = (id: string, actions: number, seat: number): Promise<Opened> =>
  ask("POST", `/tables/${id}/branch`, { actions, seat });
export const lesson = (): Promise<Replay> => ask("GET", "/lesson");

export interface MySeat {
  table: string;
  title: string;
  players: string[];
  your_turn: boolean;
}

export interface Facts {
  editions: { code: string; base: Record<string, unknown>; offers: Record<string, unknown[]>[] }[];
  bots: { name: string }[];
}

let facts: Promise<Facts> | null = null;
export const tableFacts = (): Promise<Facts> => (facts ??= ask<Facts>("GET", "/editions"));
/** Tables where this browser has a seat and the game goes on. */
export const myTables = (): Promise<MySeat[]> =>
  ask<{ seats: MySeat[] }>("GET", "/me").then(
    (me) => me.seats ?? [],
    () => [],
  );
