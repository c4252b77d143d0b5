/** The HTTP side of the server. */
import type { GameEvent, Options, Table, View } from "./protocol";
import type { Language } from "./texts.svelte";

export class Refused extends Error {
  constructor(
    readonly code: string,
    readonly values: Record<string, unknown>,
    readonly status: number,
  ) {
    super(code);
  }
}

export async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
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
  at?: number;
  branch?: GameOf & { actions: number; cards?: "same" | "anew" };
}

/** A finished game: a table's, or a line of a study. */
export interface GameOf {
  table?: string;
  study?: string;
  line?: number;
}

export interface Frame {
  events: GameEvent[];
  view: View;
}

/** A game frame by frame: the deal, then one for each action. */
export interface Replay {
  players: string[];
  rules: Record<string, string | number | boolean | null>;
  actions: string[];
  frames: Frame[];
}

export const openTable = (wish: OpenTable): Promise<Opened> => ask("POST", "/tables", wish);
export const seatLink = (id: string): Promise<{ link: string }> => ask("POST", `/tables/${id}/link`, {});
export const claimSeat = (id: string, token: string): Promise<{ seat: number }> =>
  ask("POST", `/tables/${id}/claim`, { token });
export const replayOf = ({ table, study, line }: GameOf, seat: string): Promise<Replay> =>
  ask(
    "GET",
    `${table ? `/tables/${table}` : `/studies/${study}`}/replay?seat=${encodeURIComponent(seat)}${line ? `&line=${line}` : ""}`,
  );
export const lesson = (): Promise<Replay> => ask("GET", "/lesson");

export interface MySeat {
  seat: number;
  your_turn: boolean;
  table: { id: string; title: string; phase: Table["phase"]; updated_at: number; seats: { name: string | null }[] };
}

export interface Edition {
  code: string;
  language: string;
  title: Record<Language, string>;
  text: Record<Language, string>;
  switches: Record<string, string | number | boolean | null>;
  offers: Record<string, unknown[]>[];
}

export interface Facts {
  editions: Edition[];
  switches: Record<string, string | number | boolean | null>;
  bots: string[];
}

let facts: Promise<Facts> | null = null;
export const tableFacts = (): Promise<Facts> => (facts ??= ask<Facts>("GET", "/editions"));

/** The bots a newcomer plays well with come first. */
const FAVORITES = ["team", "simple"];
export const favoriteBot = ({ bots }: Facts): string => FAVORITES.find((name) => bots.includes(name)) ?? bots[0];

/** Tables where this browser has a seat and the game goes on. */
export const myTables = (): Promise<MySeat[]> =>
  ask<{ seats: MySeat[] }>("GET", "/me").then(
    (me) => me.seats.filter(({ table }) => table.phase !== "over"),
    () => [],
  );

/** Public tables with a free seat. */
export const openTables = (): Promise<MySeat["table"][]> =>
  ask<{ tables: MySeat["table"][] }>("GET", "/tables").then(
    ({ tables }) => tables.filter(({ phase, seats }) => phase === "setup" && seats.some(({ name }) => name === null)),
    () => [],
  );

export interface Rulebook {
  sections: { name: string; title: string; paragraphs: string[]; rows: [string, string][] }[];
  variants: Rulebook["sections"];
}

export const rulebook = (asked: Record<string, string>): Promise<Rulebook> =>
  ask("GET", `/rules?${new URLSearchParams(asked)}`);
export const tableSummary = (id: string): Promise<{ rules: Record<string, unknown>; players: number }> =>
  ask("GET", `/tables/${id}`);
