/** Events: teams play the same deals once, and the standings compare them. */
import type { ContestDetails, DealPage, StandingsPage } from "../net/api-types";
import { browserStorage } from "../app/browser-storage";
import { language } from "../app/texts.svelte";
import { request } from "../net/api";
import { ownName } from "../game/names";
import { go } from "../app/route.svelte";
import { sealOf } from "./deal-check";

export const loadEvent = (event: string): Promise<ContestDetails> => request("GET /api/events/{event}", { event });
export const loadStandings = (event: string, first = 0): Promise<StandingsPage> =>
  request("GET /api/events/{event}/standings", { event, first });
export const loadDeal = (event: string, deal: number, first: number): Promise<DealPage> =>
  request("GET /api/events/{event}/deals/{deal}", { event, deal, first });
/** With a new team of this name, or with the code of a team; with neither if the server makes the teams. */
export const enterEvent = (event: string, team: string, code: string | null): Promise<ContestDetails> =>
  request("POST /api/events/{event}/entry", { event, body: { name: ownName(), team, code } });
export const leaveEvent = (event: string): Promise<void> => request("DELETE /api/events/{event}/entry", { event });
export async function playEvent(event: string): Promise<void> {
  go(`/t/${(await request("POST /api/events/{event}/play", { event })).table}`);
}

export const momentText = (at: number): string =>
  new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" }).format(at * 1000);

export interface Seal {
  /** When this browser first saw a seal of the event, in seconds, and whether it is still the same. */
  since: number;
  same: boolean;
  /** After the end: whether the secret belongs to the seal. Null before it, or if the page is not secure. */
  holds: boolean | null;
}

const STORAGE_KEY = "hanabi.seals";
/** The number of events remembered. */
const MAX_EVENTS = 50;

/** Remembers the first seal of an event that this browser sees, and compares the present one with it. */
export async function checkSeal({ id, commitment, secret }: ContestDetails): Promise<Seal> {
  const seen = JSON.parse(browserStorage().getItem(STORAGE_KEY) ?? "{}") as Record<string, [string, number]>;
  const [first, since] = (seen[id] ??= [commitment, Date.now() / 1000]);
  browserStorage().setItem(STORAGE_KEY, JSON.stringify(Object.fromEntries(Object.entries(seen).slice(-MAX_EVENTS))));
  const holds = secret && isSecureContext ? (await sealOf(`event ${id}`, secret)) === commitment : null;
  return { since, same: first === commitment, holds };
}
