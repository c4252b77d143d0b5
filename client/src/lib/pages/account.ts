/** The account of this browser, its devices, partners and invitations. */
import type {
  AccountDeletion,
  AccountName,
  Credentials,
  MailState,
  RecentPartner,
  Recovery,
  RecoveryCode,
  SessionSummary,
  TableOpened,
  TableSummary,
} from "../net/api-types";
import { request, openTable } from "../net/api";
import { ownName } from "../game/names";
import { encodePreferences, type Preferences } from "./notification-preferences";
import { language } from "../app/texts.svelte";

/** `recovery_code` is present only if a new one was created. */
export type SignedIn = AccountName & Partial<RecoveryCode>;

export const register = (body: Credentials): Promise<SignedIn> => request("POST /api/account/register", { body });
export const signIn = (body: Credentials): Promise<SignedIn> => request("POST /api/account/login", { body });
export const recover = (body: Recovery): Promise<SignedIn> => request("POST /api/account/recover", { body });
export const signOut = (): Promise<void> => request("POST /api/account/logout");
export const signOutEverywhere = (): Promise<void> => request("POST /api/account/logout-everywhere");
export const changePassword = (old: string, fresh: string): Promise<void> =>
  request("POST /api/account/password", { body: { old, new: fresh } });
export const newRecoveryCode = (password: string): Promise<RecoveryCode> =>
  request("POST /api/account/recovery-code", { body: { password } });
export const deleteAccount = (body: AccountDeletion): Promise<void> => request("POST /api/account/delete", { body });
export const EXPORT_PATH = "/api/account/export";

export const loadMail = (): Promise<MailState> => request("GET /api/account/mail");
export const saveMail = (address: string, preferences: Preferences): Promise<MailState> =>
  request("PUT /api/account/mail", { body: { address, language: language(), ...encodePreferences(preferences) } });
export const removeMail = (): Promise<void> => request("DELETE /api/account/mail");

/** The time when the calendar's address was created; null without one. */
export const calendarMadeAt = (): Promise<number | null> =>
  request("GET /api/account/calendar").then(({ made_at }) => made_at);
/** Creates a new calendar address and returns its path, which the server reveals only once. */
export const makeCalendar = (): Promise<string> =>
  request("POST /api/account/calendar", { body: { language: language() } }).then(({ path }) => path);
export const revokeCalendar = (): Promise<void> => request("DELETE /api/account/calendar");

export const loadSessions = (): Promise<SessionSummary[]> =>
  request("GET /api/account/sessions").then(({ sessions }) => sessions);
export const endSession = (session: string): Promise<void> =>
  request("DELETE /api/account/sessions/{session}", { session });

export const loadPartners = (): Promise<RecentPartner[]> =>
  request("GET /api/account/partners").then(({ partners }) => partners);
export const invite = (table: string, { table: of, seat }: RecentPartner): Promise<void> =>
  request("POST /api/tables/{table}/invitations", { table, body: { partner: { table: of, seat } } });
/** Makes a partner a friend, blocks them, or neither (null). */
export const relate = ({ table, seat }: RecentPartner, relation: RecentPartner["relation"]): Promise<void> =>
  request("POST /api/account/partners", { body: { partner: { table, seat }, relation } });
export const dismissInvitation = ({ id }: TableSummary): Promise<void> =>
  request("DELETE /api/account/invitations/{table}", { table: id });

/** Opens a table for two and invites the partner. */
export async function inviteToNewTable(partner: RecentPartner): Promise<TableOpened> {
  const opened = await openTable({ options: { seats: 2 }, name: ownName(), seat: true });
  await invite(opened.table, partner);
  return opened;
}

export const dayOf = (seconds: number): string =>
  new Date(1000 * seconds).toLocaleString(language(), { dateStyle: "medium", timeStyle: "short" });
