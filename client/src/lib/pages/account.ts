/** The account of this browser, its devices, partners and invitations. */
import { request, type OpenedTable, type TableSummary, openTable } from "../net/api";
import { ownName } from "../game/names";
import { encodePreferences, type Preferences, type PreferencesOnWire } from "./notification-preferences";
import { language } from "../app/texts.svelte";

export interface Credentials {
  name: string;
  password: string;
}

/** `recovery_code` is present only if a new one was created. */
export interface SignedIn {
  name: string;
  recovery_code?: string;
}

export interface Session {
  id: string;
  made_at: number;
  seen_at: number;
  device: string;
  current: boolean;
}

/** A person with an account, identified by a seat at a table where both have played. */
export interface Partner {
  name: string;
  table: string;
  seat: number;
  played_at: number;
}

const post = <T>(path: string, body: unknown = {}): Promise<T> => request("POST", `/account/${path}`, body);

export const register = (body: Credentials): Promise<SignedIn> => post("register", body);
export const signIn = (body: Credentials): Promise<SignedIn> => post("login", body);
export const recover = (body: Credentials & { code: string }): Promise<SignedIn> => post("recover", body);
export const signOut = (): Promise<unknown> => post("logout");
export const signOutEverywhere = (): Promise<unknown> => post("logout-everywhere");
export const changePassword = (old: string, fresh: string): Promise<unknown> => post("password", { old, new: fresh });
export const newRecoveryCode = (password: string): Promise<{ recovery_code: string }> =>
  post("recovery-code", { password });
export const deleteAccount = (password: string, studies: "delete" | "keep"): Promise<unknown> =>
  post("delete", { password, studies });
export const EXPORT_PATH = "/api/account/export";

/** `offered`: the server sends mail; `confirmed`: the owner of the address has agreed. */
export interface MailState extends PreferencesOnWire {
  offered: boolean;
  address: string | null;
  confirmed: boolean;
}

export const loadMail = (): Promise<MailState> => request("GET", "/account/mail");
export const saveMail = (address: string, preferences: Preferences): Promise<MailState> =>
  request("PUT", "/account/mail", { address, language: language(), ...encodePreferences(preferences) });
export const removeMail = (): Promise<unknown> => request("DELETE", "/account/mail");

/** The time when the calendar's address was created; null without one. */
export const calendarMadeAt = (): Promise<number | null> =>
  request<{ made_at: number | null }>("GET", "/account/calendar").then(({ made_at }) => made_at);
/** Creates a new calendar address and returns its path, which the server reveals only once. */
export const makeCalendar = (): Promise<string> =>
  post<{ path: string }>("calendar", { language: language() }).then(({ path }) => path);
export const revokeCalendar = (): Promise<unknown> => request("DELETE", "/account/calendar");

export const loadSessions = (): Promise<Session[]> =>
  request<{ sessions: Session[] }>("GET", "/account/sessions").then(({ sessions }) => sessions);
export const endSession = (id: string): Promise<unknown> => request("DELETE", `/account/sessions/${id}`);

export const loadPartners = (): Promise<Partner[]> =>
  request<{ partners: Partner[] }>("GET", "/account/partners").then(({ partners }) => partners);
export const invite = (table: string, { table: of, seat }: Partner): Promise<unknown> =>
  request("POST", `/tables/${table}/invitations`, { partner: { table: of, seat } });
export const dismissInvitation = (table: TableSummary): Promise<unknown> =>
  request("DELETE", `/account/invitations/${table.id}`);

/** Opens a table for two and invites the partner. */
export async function inviteToNewTable(partner: Partner): Promise<OpenedTable> {
  const opened = await openTable({ options: { seats: 2 }, name: ownName(), seat: true });
  await invite(opened.table, partner);
  return opened;
}

export const dayOf = (seconds: number): string =>
  new Date(1000 * seconds).toLocaleString(language(), { dateStyle: "medium", timeStyle: "short" });
