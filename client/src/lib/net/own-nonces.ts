/** This browser's part of fresh deals, per table, and the commitment that the server had shown before it. */
import { browserStorage } from "../app/browser-storage";

/** `dealt`: we saw it in a deal, so it must be in the proof of that deal. */
export interface OwnNonce {
  commitment: string;
  nonce: string;
  dealt?: true;
}

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

/** The cards were dealt with this nonce of our seat. */
export function confirmNonce(table: string, nonce: string): void {
  const own = ownNonce(table);
  if (own?.nonce === nonce && !own.dealt) remember(table, { ...own, dealt: true });
}
