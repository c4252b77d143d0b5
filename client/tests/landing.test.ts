import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { flushSync, mount, unmount, type Component } from "svelte";
import DailyTile from "../src/components/landing/DailyTile.svelte";
import OpenTables from "../src/components/landing/OpenTables.svelte";
import RunningGame from "../src/components/landing/RunningGame.svelte";
import WatchTile from "../src/components/landing/WatchTile.svelte";
import type { TableSummary } from "../src/lib/net/api-types";
import { scoreBars, shareBelow } from "../src/lib/pages/distribution";
import { countSparks } from "./canvas";

const seat = (name: string | null) => ({ name, kind: name === null ? ("empty" as const) : ("human" as const) });
const aSummary = (changes: Partial<TableSummary> = {}): TableSummary => ({
  id: "abc",
  title: "",
  phase: "playing",
  created_at: 0,
  updated_at: Date.now() / 1000 - 12 * 60,
  players: 2,
  seats: [seat("Ana"), seat("Bo")],
  rules: { edition: "pl" },
  by_the_book: true,
  communication: "free",
  clock: { kind: "move", seconds: 86400, increment: 0 },
  spectators: "delayed",
  over: null,
  player: 0,
  turn: 34,
  score: 15,
  max_score: 25,
  fireworks: { white: 3, red: 5, blue: 1, yellow: 4, green: 2 },
  daily: null,
  contest: null,
  sealed_until: 0,
  spectator_delay: 0,
  watching: 0,
  seen: null,
  ...changes,
});

let answers: Record<string, unknown> = {};
let shown: object[] = [];
const show = async (component: Component<never>, props = {}): Promise<string> => {
  shown.push(mount(component as Component, { target: document.body, props }));
  await vi.waitFor(() => expect(document.body.textContent.trim()).not.toBe(""));
  flushSync();
  return document.body.textContent.replace(/\s+/g, " ");
};

beforeEach(() => {
  countSparks();
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe(): void {}
      disconnect(): void {}
    },
  );
  vi.stubGlobal("fetch", (path: string) =>
    Promise.resolve(
      new Response(JSON.stringify(answers[path] ?? { code: "missing" }), { status: answers[path] ? 200 : 404 }),
    ),
  );
});
afterEach(() => {
  for (const component of shown) void unmount(component);
  shown = [];
  answers = {};
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("a running game says whose turn it is and since when, who plays, its score and its fireworks", async () => {
  const held = { seat: 0, your_turn: true, table: aSummary() };
  const text = await show(RunningGame as Component<never>, { held });
  expect(text).toContain("Your turn 12 minutes ago");
  expect(text).toContain("Bo and you");
  expect(text).toContain("Turn 34");
  expect(text).toContain("15 of 25");
  expect(document.querySelectorAll(".small-show svg.card")).toHaveLength(5);
});

test("the fireworks of a picture stand in the order of the table", async () => {
  const table = aSummary({ fireworks: { green: 1, blue: 0, white: 2 } });
  await show(RunningGame as Component<never>, { held: { seat: 0, your_turn: true, table } });
  const lights = [...document.querySelectorAll<HTMLElement>(".trail")].map((one) =>
    one.style.getPropertyValue("--light"),
  );
  expect(lights).toEqual(["var(--white-light)", "var(--green-light)"]);
});

test("a table that is being set up says how many seats are free, without an empty picture", async () => {
  const table = aSummary({ phase: "setup", seats: [seat("Ana"), seat(null), seat(null)], fireworks: {}, score: null });
  const text = await show(RunningGame as never, { held: { table, seat: 0, your_turn: false } });
  expect(text).toContain("2 of 3 seats free");
  expect(text).not.toContain("Free seat");
  expect(document.querySelector("canvas")).toBeNull();
});

test("an open table is a row with its players, free seats, rules and clock", async () => {
  const table = aSummary({ phase: "setup", seats: [seat("Ana"), seat(null)], player: null });
  answers["/api/tables"] = { tables: [table] };
  answers["/api/editions"] = { editions: [{ code: "pl", title: { en: "Polish edition" } }] };
  await show(OpenTables as Component<never>);
  await vi.waitFor(() => expect(document.body.textContent).toContain("Polish edition"));
  const text = document.querySelector("[data-open]")!.textContent.replace(/\s+/g, " ");
  expect(text).toContain("Ana 1 of 2 seats free");
  expect(text).toContain("1 day per move");
  expect(document.querySelector("[data-open] a")!.getAttribute("href")).toBe("/t/abc");
});

test("the most watched game is shown with its fireworks and followed", async () => {
  vi.useFakeTimers();
  answers["/api/watch"] = { tables: [aSummary({ watching: 6 }), aSummary({ id: "def" })] };
  shown.push(mount(WatchTile, { target: document.body }));
  await vi.advanceTimersByTimeAsync(10);
  expect(document.querySelector("[data-featured]")!.textContent).toContain("15 of 25");
  answers["/api/watch"] = { tables: [aSummary({ id: "def", watching: 9 }), aSummary({ score: 16 })] };
  await vi.advanceTimersByTimeAsync(15_000);
  expect(document.querySelector("[data-featured]")!.textContent).toContain("16 of 25");
  vi.useRealTimers();
});

test("today's deal shows one's own score among the others'", async () => {
  const result = (score: number, mine = false) => ({ score, mine, seats: [] });
  answers["/api/daily"] = {
    ...{ day: "2026-11-17", ends_at: 0, score: 23, max_score: 25, streak: 13 },
    deals: [{ players: 3, table: "abc", finished: true, games: 5 }],
  };
  answers["/api/daily/2026-11-17/3"] = { games: [23, 20, 20, 25, 12].map((score) => result(score, score === 23)) };
  await show(DailyTile as Component<never>);
  await vi.waitFor(() => expect(document.body.textContent).toContain("Better than 75%"));
  expect(document.querySelector(".own")!.textContent).toContain("23");
  expect(document.body.textContent).toContain("13 days in a row");
});

test("scores below the lowest bar are counted in it", () => {
  const bars = scoreBars([3, 17, 25, 25], 25, 3);
  expect(bars.map(({ games }) => games)).toEqual([2, 0, 0, 0, 0, 0, 0, 0, 2]);
  expect(bars.findIndex(({ own }) => own)).toBe(0);
  expect(shareBelow([20], 20)).toBeNull();
});
