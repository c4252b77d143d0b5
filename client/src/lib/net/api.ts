/** The server's HTTP interface: tables, finished games and the rulebook. */
import type {
  Api,
  GameHistory,
  GameReference,
  HeldSeat,
  Me,
  OpenTable,
  Replay,
  Rulebook,
  SeatClaimed,
  SeatLink,
  TableChoices,
  TableOpened,
  TableSummary,
} from "./api-types";
import { nonceFor } from "./own-nonces";
import { joinList, say } from "../app/texts.svelte";

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

/**
 * Sends a request and returns the answer: `request("GET /api/tables/{table}", { table })`. Parameters are filled into the
 * path or added as a query; `body` is sent as JSON. Retries GET requests while the server is busy; the player repeats
 * anything else.
 */
export async function request<R extends keyof Api>(
  route: R,
  ...[takes]: Record<string, never> extends Api[R]["takes"] ? [takes?: Api[R]["takes"]] : [takes: Api[R]["takes"]]
): Promise<Api[R]["gives"]> {
  const { body, ...parameters } = (takes ?? {}) as { body?: unknown } & Record<string, string | number | null>;
  const [method, template] = route.split(" ");
  const query = new URLSearchParams();
  let path = template;
  for (const [name, value] of Object.entries(parameters)) {
    const place = `{${name}}`;
    if (path.includes(place)) path = path.replace(place, encodeURIComponent(value ?? ""));
    else if (value != null) query.set(name, String(value));
  }
  if (String(query)) path += `?${query}`;
  const options: RequestInit = {
    method,
    headers: body === undefined ? {} : { "content-type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  };
  let response = await fetch(path, options);
  for (let retry = 0; retry < MAX_RETRIES && method === "GET" && BUSY_STATUSES.includes(response.status); retry++) {
    const wait = Number(response.headers.get("retry-after") ?? 1);
    if (!(wait <= MAX_WAIT)) break;
    await new Promise((resolve) => setTimeout(resolve, 1000 * wait));
    response = await fetch(path, options);
  }
  const data: unknown = await response.json().catch(() => ({ code: "busy", values: {} }));
  if (!response.ok) {
    const { code, values } = data as { code: string; values?: Record<string, unknown> };
    throw new ApiError(code, values ?? {}, response.status);
  }
  return data as Api[R]["gives"];
}

/** The routes of a study that a table has too. */
type GameRoute = {
  [R in keyof Api]: R extends `${infer Method} /api/studies/{study}/${infer Part}`
    ? `${Method} /api/tables/{table}/${Part}` extends keyof Api
      ? R
      : never
    : never;
}[keyof Api];

/** A request about a finished game: of a study, or of a table at the same place below `/api/tables/{table}`. */
export function gameRequest<R extends GameRoute>(
  route: R,
  { table, study }: GameReference,
  query: Omit<Api[R]["takes"], "study">,
): Promise<Api[R]["gives"]> {
  const takes = { table, study, ...query } as never;
  return request(table ? (route.replace("studies/{study}", "tables/{table}") as R) : route, takes);
}

/** Opens a table. If it starts at once, our part of the deal comes after the server's commitment. */
export async function openTable({ start, ...body }: OpenTable): Promise<TableOpened> {
  const opened = await request("POST /api/tables", { body });
  const { table, commitment } = opened;
  const nonce = commitment && body.seat ? nonceFor(table, commitment) : null;
  if (start) await request("POST /api/tables/{table}/start", { table, body: { nonce } });
  return opened;
}
export const seatLink = (table: string): Promise<SeatLink> => request("POST /api/tables/{table}/link", { table });
export const claimSeat = (table: string, token: string): Promise<SeatClaimed> =>
  request("POST /api/tables/{table}/claim", { table, body: { token } });
export const loadReplay = (game: GameReference, seat: string): Promise<Replay> =>
  gameRequest("GET /api/studies/{study}/replay", game, { seat, line: game.line || undefined });
/** The frames of a running game, as this visitor's seat saw them. */
export const loadHistory = (table: string): Promise<GameHistory> =>
  request("GET /api/tables/{table}/history", { table });

let choices: Promise<TableChoices> | null = null;

/** Loaded once; a failed request is repeated. */
export function tableChoices(): Promise<TableChoices> {
  choices ??= request("GET /api/editions").catch((error: unknown) => {
    choices = null;
    throw error;
  });
  return choices;
}

/** Opens and starts a table for one person and two bots. */
export async function openBotTable(name: string): Promise<TableOpened> {
  const { recommended_bot: bot } = await tableChoices();
  return openTable({ options: { seats: 3 }, name, seat: true, bots: [bot, bot], start: true });
}

let me: Promise<Me> | null = null;

/** Simultaneous callers share one request. */
export function loadMe(): Promise<Me> {
  me ??= request("GET /api/me").finally(() => (me = null));
  return me;
}

/** Tables where this browser has a seat in a game, or waits for one together with somebody. */
export const myTables = (): Promise<HeldSeat[]> =>
  loadMe().then(
    (me) => me.seats.filter(goesOn),
    () => [],
  );

function goesOn({ seat, table: { phase, seats } }: HeldSeat): boolean {
  return phase === "playing" || (phase === "setup" && seats.some(({ kind }, one) => one !== seat && kind === "human"));
}

/** Public tables with a free seat. */
export const openTables = (): Promise<TableSummary[]> =>
  request("GET /api/tables").then(
    ({ tables }) => tables.filter(({ phase, seats }) => phase === "setup" && seats.some(({ name }) => name === null)),
    () => [],
  );

/** Running public games, most spectators first. */
export const watchableTables = (): Promise<TableSummary[]> => request("GET /api/watch").then(({ tables }) => tables);

/** The name of a table in a list: its title, or its players. */
export const tableTitle = ({ title, seats }: TableSummary): string =>
  title || joinList(seats.map(({ name }) => name ?? say("web.seat.empty")));

export const loadRulebook = (query: Api["GET /api/rules"]["takes"]): Promise<Rulebook> =>
  request("GET /api/rules", query);
export const tableRules = (table: string): Promise<TableSummary> => request("GET /api/tables/{table}", { table });
