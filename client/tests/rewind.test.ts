import { afterEach, describe, expect, test, vi } from "vitest";
import type { BoardSource } from "../src/lib/table/board-source";
import { Rewind } from "../src/lib/table/rewind.svelte";
import { aClue, aPlay, aStart, aTable, aView } from "./fixtures";

/** A running game after two actions. */
const present: BoardSource = {
  table: aTable(),
  view: aView({ actions: 2 }),
  you: { seat: 0, host: false, notes: {}, seats: [0] },
  events: [aStart(0), aClue(1, 0, 1, "red", [0]), aPlay(2, 1, 0, 4, "r1")],
  latestEvents: [],
  pendingMove: null,
  send: () => Promise.resolve(null),
};
const frames = [0, 1, 2].map((actions) => ({ events: [], view: aView({ actions }) }));

function answering(): typeof fetch {
  return vi.fn(() => Promise.resolve(new Response(JSON.stringify({ frames }))));
}

describe("a running game", () => {
  afterEach(() => vi.unstubAllGlobals());

  test("is shown as it was, and as it is again", async () => {
    vi.stubGlobal("fetch", answering());
    const rewind = new Rewind(present, "table");
    expect(rewind.isPast).toBe(false);
    expect(rewind.view).toBe(present.view);
    await rewind.back();
    expect(rewind.isPast).toBe(true);
    expect(rewind.view?.actions).toBe(1);
    expect(rewind.events.map(({ n }) => n)).toEqual([0, 1]);
    await rewind.back();
    expect(rewind.view?.actions).toBe(0);
    expect(rewind.canGoBack).toBe(false);
    await rewind.back();
    expect(rewind.view?.actions).toBe(0);
    rewind.forward();
    rewind.forward();
    expect(rewind.isPast).toBe(false);
    expect(rewind.events).toBe(present.events);
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  test("goes back to the present at once", async () => {
    vi.stubGlobal("fetch", answering());
    const rewind = new Rewind(present, "table");
    await rewind.back();
    await rewind.back();
    rewind.toPresent();
    expect(rewind.view).toBe(present.view);
  });

  test("that went on from another one has more actions than events", async () => {
    vi.stubGlobal("fetch", answering());
    const branched = { ...present, events: [aStart(0), aPlay(1, 1, 0, 4, "r1")] };
    const rewind = new Rewind(branched, "table");
    await rewind.back();
    expect(rewind.events.map(({ n }) => n)).toEqual([0]);
    await rewind.back();
    expect(rewind.events).toEqual([]);
  });

  test("knows the positions before and after each of its actions", async () => {
    vi.stubGlobal("fetch", answering());
    const rewind = new Rewind(present, "table");
    const around = await rewind.around(2);
    expect([around?.before.actions, around?.after.actions]).toEqual([1, 2]);
    expect(await rewind.around(7)).toBeNull();
    expect(rewind.isPast).toBe(false);
  });
});
