/** Checks the deal of a finished game in the browser, without trusting the server (docs/protocol.md, "A fair deal"). */
import { ownNonce } from "../net/own-nonces";
import type { Deal } from "../net/protocol";

/** The part of a game record that the check needs. */
export interface DealtRecord {
  table: string;
  players: string[];
  first: number;
  deck: string[];
  deal: Deal;
}

/** What was checked. `own`: this browser knew the commitment before the deal, and its number is part of it. */
export type CheckName = "commitment" | "own" | "seed" | "code" | "first" | "deck";
export interface Check {
  name: CheckName;
  holds: boolean;
}

/** The suits' letters in the order of `RuleSet.cards`. */
const SUIT_ORDER = "rygwbmk";
const encoder = new TextEncoder();
const bytesOf = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g) ?? [], (byte) => parseInt(byte, 16));
const hexOf = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");

async function sha256(text: string, secret = ""): Promise<string> {
  const data = new Uint8Array([...encoder.encode(text), ...bytesOf(secret)]);
  return hexOf(await crypto.subtle.digest("SHA-256", data));
}

/** The commitment to a secret under this name. */
export const sealOf = (name: string, secret: string): Promise<string> => sha256(`hanabi-deal-v2\0${name}\0`, secret);

async function hmac(key: string, data: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  return crypto.subtle.sign(
    "HMAC",
    await crypto.subtle.importKey("raw", bytesOf(key), algorithm, false, ["sign"]),
    data,
  );
}

/** Random numbers from a seed, as `hanabi.chance` describes them. */
class Stream {
  #numbers: bigint[] = [];
  #counter = 0n;

  constructor(
    readonly seed: string,
    readonly label: string,
  ) {}

  async below(n: number): Promise<number> {
    const range = 2n ** 64n;
    for (;;) {
      if (!this.#numbers.length) await this.#draw();
      const number = this.#numbers.shift()!;
      if (number < range - (range % BigInt(n))) return Number(number % BigInt(n));
    }
  }

  async #draw(): Promise<void> {
    const counter = new DataView(new ArrayBuffer(8));
    counter.setBigUint64(0, this.#counter++);
    const message = new Uint8Array([...encoder.encode(`${this.label}\0`), ...new Uint8Array(counter.buffer)]);
    const block = new DataView(await hmac(this.seed, message));
    this.#numbers = [0, 8, 16, 24].map((at) => block.getBigUint64(at));
  }
}

/** The cards of a deck before they are shuffled: suit by suit, rank by rank. */
function sortedDeck(deck: string[]): string[] {
  const place = (card: string): number => 10 * SUIT_ORDER.indexOf(card[0]) + Number(card[1]);
  return [...deck].sort((one, other) => place(one) - place(other));
}

async function shuffledDeck(deck: string[], seed: string): Promise<string[]> {
  const cards = sortedDeck(deck);
  const stream = new Stream(seed, "deck");
  for (let place = cards.length - 1; place > 0; place--) {
    const other = await stream.below(place + 1);
    [cards[place], cards[other]] = [cards[other], cards[place]];
  }
  return cards;
}

/** Empty if there is nothing to check: no seed has shuffled the cards. */
export async function checkDeal({ table, players, first, deck, deal }: DealtRecord): Promise<Check[]> {
  const { kind, commitment, nonces, proof } = deal;
  if (!proof) return [];
  const checks: Check[] = [];
  const add = (name: CheckName, holds: boolean): void => void checks.push({ name, holds });
  if (kind === "fresh" || kind === "daily" || kind === "event") {
    const secret = proof.secret ?? "";
    add("commitment", (await sealOf(proof.name, secret)) === commitment);
    const own = ownNonce(table);
    const used = nonces?.includes(own?.nonce ?? "") ?? false;
    const kept = own?.commitment === commitment;
    // A number that came too late, or from somebody who left, is in no deal.
    if (own && (used || own.dealt || !kept)) add("own", used && kept);
    const parts = (nonces ?? []).map((nonce) => nonce ?? "").join(",");
    const named = kind !== "fresh" || proof.name === table;
    const message = new Uint8Array(encoder.encode(`hanabi-seed-v2\0${proof.name}\0${parts}`));
    add("seed", named && secret !== "" && hexOf(await hmac(secret, message)) === proof.seed);
  } else if (kind === "coded") add("code", (await sha256(`hanabi-seed\0${proof.code}`)) === proof.seed);
  if (proof.random_first) add("first", (await new Stream(proof.seed, "first").below(players.length)) === first);
  add("deck", (await shuffledDeck(deck, proof.seed)).join() === deck.join());
  return checks;
}
