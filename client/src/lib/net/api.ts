/** The server's HTTP interface: tables, finished games and the rulebook. */
import type { GameEvent, Options, Table, View, Word } from "./protocol";
import { joinList, say, type Language } from "../app/texts.svelte";

/** A request that the server refused, with its reason code (see docs/protocol.md). */
export class ApiError extends Error {
  constructor(
    readonly code: string,
    readonly values: Record<string, unknown>,
    readonly status: number,
  ) {
    super(code);
  }
}

/** Statuses of a busy server, the number of retries, and the longest wait in seconds. */
const BUSY_STATUSES = [429, 503];
const MAX_RETRIES = 2;
const MAX_WAIT = 10;

/** Retries GET requests while the server is busy; the player repeats anything else. */
export async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  const options: RequestInit = {
    method,
    headers: body === undefined ? {} : { "content-type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  };
  let response = await fetch(`/api${path}`, options);
  for (let retry = 0; retry < MAX_RETRIES && method === "GET" && BUSY_STATUSES.includes(response.status); retry++) {
    const wait = Number(response.headers.get("retry-after") ?? 1);
    if (!(wait <= MAX_WAIT)) break;
    await new Promise((resolve) => setTimeout(resolve, 1000 * wait));
    response = await fetch(`/api${path}`, options);
  }
  const data: unknown = await response.json().catch(() => ({ code: "busy", values: {} }));
  if (!response.ok) {
    const { code, values } = data as { code: string; values?: Record<string, unknown> };
    throw new ApiError(code, values ?? {}, response.status);
  }
  return data as T;
}

/** A finished game: a table's, or a line of a study. */
export interface GameRef {
  table?: string;
  study?: string;
  line?: number;
}

export const gamePath = ({ table, study }: GameRef): string => (table ? `/tables/${table}` : `/studies/${study}`);
export const lineParameter = ({ line }: GameRef): string => (line ? `&line=${line}` : "");

export interface OpenedTable {
  table: string;
  seat: number | null;
  link: string | null;
}

export interface TableRequest {
  options?: Partial<Options>;
  name?: string;
  seat?: boolean;
  bots?: string[];
  start?: boolean;
  at?: number;
  branch?: GameRef & { actions: number; cards?: "same" | "new" };
}

export interface Frame {
  events: GameEvent[];
  view: View;
}

/** A game in frames: the deal, then one per action. */
export interface Replay {
  players: string[];
  rules: Record<string, string | number | boolean | null>;
  actions: string[];
  frames: Frame[];
}

export const openTable = (table: TableRequest): Promise<OpenedTable> => request("POST", "/tables", table);
export const seatLink = (id: string): Promise<{ link: string }> => request("POST", `/tables/${id}/link`, {});
export const claimSeat = (id: string, token: string): Promise<{ seat: number }> =>
  request("POST", `/tables/${id}/claim`, { token });
export const loadReplay = (game: GameRef, seat: string): Promise<Replay> =>
  request("GET", `${gamePath(game)}/replay?seat=${encodeURIComponent(seat)}${lineParameter(game)}`);
/** The frames of a running game, as this visitor's seat saw them. */
export const loadHistory = (id: string): Promise<Pick<Replay, "frames">> => request("GET", `/tables/${id}/history`);

export interface Edition {
  code: string;
  language: string;
  title: Record<Language, string>;
  text: Record<Language, string>;
  switches: Record<string, string | number | boolean | null>;
  offers: Record<string, unknown[]>[];
}

/** A rule switch: its values, or the lowest and highest number to offer. */
export interface SwitchInfo {
  name: string;
  values: (boolean | string | number)[];
  limits: [number, number] | null;
  /** The switch has no effect while this one has its first value. */
  needs: string | null;
}

/** The choices for setting up a table. */
export interface TableChoices {
  settings: SwitchInfo[];
  editions: Edition[];
  switches: Record<string, string | number | boolean | null>;
  bots: string[];
  /** The best partner for a player who knows no conventions. */
  recommended_bot: string;
}

let choices: Promise<TableChoices> | null = null;

/** Loaded once; a failed request is repeated. */
export function tableChoices(): Promise<TableChoices> {
  choices ??= request<TableChoices>("GET", "/editions").catch((error: unknown) => {
    choices = null;
    throw error;
  });
  return choices;
}

/** Opens and starts a table for one person and two bots. */
export async function openBotTable(name: string): Promise<OpenedTable> {
  const { recommended_bot: bot } = await tableChoices();
  return openTable({ options: { seats: 3 }, name, seat: true, bots: [bot, bot], start: true });
}

export interface TableSummary {
  id: string;
  title: string;
  phase: Table["phase"];
  updated_at: number;
  seats: { name: string | null; kind?: "empty" | "human" | "bot" }[];
  /** The number of spectators. */
  watching?: number;
}

export interface MySeat {
  seat: number;
  your_turn: boolean;
  table: TableSummary;
}

export interface Invitation {
  sender: string;
  made_at: number;
  table: TableSummary;
}

/** This browser's account, if any, its seats, and its open invitations. */
export interface Me {
  account: string | null;
  seats: MySeat[];
  invitations: Invitation[];
}

let me: Promise<Me> | null = null;

/** Simultaneous callers share one request. */
export function loadMe(): Promise<Me> {
  me ??= request<Me>("GET", "/me").finally(() => (me = null));
  return me;
}

/** Tables where this browser has a seat and the game is not over. */
export const myTables = (): Promise<MySeat[]> =>
  loadMe().then(
    (me) => me.seats.filter(({ table }) => table.phase !== "over"),
    () => [],
  );

/** Public tables with a free seat. */
export const openTables = (): Promise<TableSummary[]> =>
  request<{ tables: TableSummary[] }>("GET", "/tables").then(
    ({ tables }) => tables.filter(({ phase, seats }) => phase === "setup" && seats.some(({ name }) => name === null)),
    () => [],
  );

/** Running public games, most spectators first. */
export const watchableTables = (): Promise<TableSummary[]> =>
  request<{ tables: TableSummary[] }>("GET", "/watch").then(({ tables }) => tables);

/** The name of a table in a list: its title, or its players. */
export const tableTitle = ({ title, seats }: TableSummary): string =>
  title || joinList(seats.map(({ name }) => name ?? say("web.seat.empty")));

export interface RulebookSection {
  name: string;
  title: string;
  paragraphs: string[];
  rows: [string, string][];
  cards: string[];
}

/** The pictures beside the rules: the cards of the game and of its examples, such as `r3`. */
export interface RulebookPictures {
  cards: string[];
  fireworks: { card: string; laid: boolean }[][];
  hand: string[];
  clues: { about: Word; slots: number[] }[];
  tops: string[];
  plays: { card: string; fits: boolean }[];
  points: { card: string; points: number }[];
  score: number;
}

export interface Rulebook {
  sections: RulebookSection[];
  variants: RulebookSection[];
  notice: string | null;
  pictures: RulebookPictures | null;
}

export const loadRulebook = (parameters: Record<string, string>): Promise<Rulebook> =>
  request("GET", `/rules?${new URLSearchParams(parameters)}`);
export const tableRules = (id: string): Promise<{ rules: Table["rules"]; players: number }> =>
  request("GET", `/tables/${id}`);
