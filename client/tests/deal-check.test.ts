// @ts-expect-error The types of Node are not installed.
import { webcrypto } from "node:crypto";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { missingPart, nonceFor, noteShown, ownNonce } from "../src/lib/net/own-nonces";
import { checkDeal, type DealtRecord } from "../src/lib/pages/deal-check";
import recorded from "./fair-deal.json";

// `hanabi verify` checks the same file in tests/server/test_fair_deals.py.
const record = recorded as unknown as DealtRecord;
const changed = (deal: object, proof: object = {}): DealtRecord => ({
  ...record,
  deal: { ...record.deal, ...deal, proof: { ...record.deal.proof!, ...proof } },
});
const failing = async (record: DealtRecord): Promise<string[]> =>
  (await checkDeal(record)).filter(({ holds }) => !holds).map(({ name }) => name);
const OTHER = "0".repeat(64);

// Of jsdom's page, which is not secure, only the random numbers exist.
beforeEach(() => vi.stubGlobal("crypto", webcrypto));

describe("the check of a deal", () => {
  test("computes the same seed and deck as the server", async () => {
    const names = (await checkDeal(record)).map(({ name }) => name);
    expect(names).toEqual(["commitment", "seed", "first", "deck"]);
    expect(await failing(record)).toEqual([]);
  });

  test("finds everything that was changed", async () => {
    expect(await failing(changed({ commitment: OTHER }))).toEqual(["commitment"]);
    expect(await failing(changed({}, { secret: OTHER }))).toEqual(["commitment", "seed"]);
    expect(await failing(changed({ nonces: [null, null, null] }))).toEqual(["seed"]);
    expect(await failing({ ...record, table: "another" })).toEqual(["seed"]);
    expect(await failing({ ...record, first: (record.first + 1) % 3 })).toEqual(["first"]);
    expect(await failing({ ...record, deck: [...record.deck.slice(1), record.deck[0]] })).toEqual(["deck"]);
    expect(await failing(changed({}, { seed: OTHER }))).toContain("deck");
    expect(await failing(changed({ kind: "coded" }, { code: "x" }))).toEqual(["code"]);
  });

  test("compares with what this browser saw and sent before the deal", async () => {
    const remember = (commitment: string, nonce: string, dealt?: boolean): void =>
      localStorage.setItem("hanabi.nonces", JSON.stringify({ [record.table]: { commitment, nonce, dealt } }));
    remember(record.deal.commitment!, record.deal.nonces![0]!);
    expect((await checkDeal(record)).map(({ name }) => name)).toContain("own");
    expect(await failing(record)).toEqual([]);
    remember(OTHER, record.deal.nonces![0]!);
    expect(await failing(record)).toEqual(["own"]);
    remember(record.deal.commitment!, "0".repeat(32), true);
    expect(await failing(record)).toEqual(["own"]);
    // It came too late, or its player left before the start.
    remember(record.deal.commitment!, "0".repeat(32));
    expect(await failing(record)).toEqual([]);
  });

  test("has nothing to say about given cards", async () => {
    expect(await checkDeal({ ...record, deal: { ...record.deal, kind: "given", proof: null } })).toEqual([]);
  });
});

test("a table has one random number, and the first commitment is remembered", () => {
  const nonce = nonceFor("one", OTHER);
  expect(nonce).toMatch(/^[0-9a-f]{32}$/);
  expect(nonceFor("one", "changed later")).toBe(nonce);
  expect(ownNonce("one")).toEqual({ commitment: OTHER, nonce });
  for (let number = 0; number < 60; number++) nonceFor(`table-${number}`, OTHER);
  expect(ownNonce("one")).toBeNull();
  expect(ownNonce("table-59")!.nonce).not.toBe(nonce);
});

describe("our part of a deal", () => {
  const dealt = (nonces: (string | null)[], commitment = OTHER): typeof record.deal => ({
    ...record.deal,
    commitment,
    nonces,
  });

  test("is in it, or another browser's of the same seat", () => {
    const nonce = nonceFor("one", OTHER);
    noteShown("one", 0, nonce);
    expect(missingPart("one", 0, dealt([nonce, null]), false)).toBeNull();
    expect(ownNonce("one")!.dealt).toBe(true);
    nonceFor("two", OTHER);
    noteShown("two", 0, "of the other browser");
    expect(missingPart("two", 0, dealt(["of the other browser", null]), false)).toBeNull();
    expect(missingPart("unknown", 0, dealt([null, null]), false)).toBeNull();
  });

  test("was left out by the server, which had shown it", async () => {
    const nonce = nonceFor(record.table, record.deal.commitment!);
    noteShown(record.table, 0, nonce);
    // It disappears shortly before the deal.
    noteShown(record.table, 0, null);
    expect(missingPart(record.table, 0, record.deal, false)).toBe("left_out");
    expect(await failing(record)).toEqual(["own"]);
    noteShown("changed", 0, nonceFor("changed", OTHER));
    expect(missingPart("changed", 0, dealt([ownNonce("changed")!.nonce], "1".repeat(64)), false)).toBe("left_out");
  });

  test("came too late, or left with its player", () => {
    const nonce = nonceFor("one", OTHER);
    expect(missingPart("one", 0, dealt([null, null]), false)).toBe("late");
    noteShown("one", 0, nonce);
    noteShown("one", null, null);
    noteShown("one", 1, null);
    expect(missingPart("one", 1, dealt([null, null]), false)).toBe("late");
    expect(ownNonce("one")!.dealt).toBeUndefined();
    expect(missingPart("one", 1, dealt([null, null]), true)).toBe("left_out");
  });
});
