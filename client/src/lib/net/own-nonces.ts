/** This browser's part of fresh deals, per table, and the commitment that the server had shown before it. */
import { browserStorage } from "../app/browser-storage";
import type { Deal } from "./protocol";

/** `shown`: the seat for which the server has shown it. `dealt`: it must be in the proof of the deal. */
export interface OwnNonce {
  commitment: string;
  nonce: string;
  shown?: number | null;
  dealt?: true;
}

/** Why the cards do not follow from our nonce: it came after the deal, or the server had it and left it out. */
export type MissingPart = "late" | "left_out";

const STORAGE_KEY = "hanabi.nonces";
/** The number of tables remembered. */
const MAX_TABLES = 50;

function stored(): Record<string, OwnNonce> {
  try {
    return JSON.parse(browserStorage().getItem(STORAGE_KEY) ?? "{}") as Record<string, OwnNonce>;
  } catch {
    return {};
  }
}

export const ownNonce = (table: string): OwnNonce | null => stored()[table] ?? null;

function remember(table: string, own: OwnNonce): void {
  const { [table]: _, ...others } = stored();
  const remembered = Object.fromEntries(Object.entries(others).slice(1 - MAX_TABLES));
  browserStorage().setItem(STORAGE_KEY, JSON.stringify({ ...remembered, [table]: own }));
}

/** Our random number for this table; the first commitment that we have seen stays. */
export function nonceFor(table: string, commitment: string): string {
  const own = ownNonce(table);
  if (own) return own.nonce;
  const nonce = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
  remember(table, { commitment, nonce });
  return nonce;
}

/** Our seat before the deal, and the nonce that the server shows for it. */
export function noteShown(table: string, seat: number | null, shown: string | null): void {
  const own = ownNonce(table);
  if (!own) return;
  const now = seat !== null && shown === own.nonce ? seat : own.shown === seat ? seat : null;
  if ((own.shown ?? null) !== now) remember(table, { ...own, shown: now });
}

/**
 * Compares the deal with what we sent and saw before it; null if our part is in it, or another browser's of our seat.
 * `hadTime`: the server has had our part for so long that it cannot have come too late.
 */
export function missingPart(table: string, seat: number, deal: Deal, hadTime: boolean): MissingPart | null {
  const own = ownNonce(table);
  const dealt = deal.nonces?.[seat] ?? null;
  if (!own) return null;
  const isOurs = dealt === own.nonce && own.commitment === deal.commitment;
  const wasThere = own.shown === seat || dealt === own.nonce || (dealt === null && hadTime);
  if (wasThere && !own.dealt) remember(table, { ...own, dealt: true });
  return isOurs ? null : wasThere ? "left_out" : dealt === null ? "late" : null;
}
