import type { Frame, Replay, StudyResponse } from "../src/lib/net/api-types";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Choice } from "../src/lib/net/protocol";
import { VariationTree } from "../src/lib/pages/variation-tree.svelte";
import { aDiscard, aView } from "./fixtures";

const frame = (): Frame => ({ events: [aDiscard(0, 0, 0, 0, "r1")], view: aView() });
const ACTIONS = ["a", "b", "c"];
const REPLAY: Replay = { players: ["Ana", "Bo"], rules: {}, actions: ACTIONS, frames: [0, 1, 2, 3].map(frame) };
const discard = (slot: number): Choice => ({ type: "discard", slot });

/** A server that names an action by the discarded slot, and records its requests. */
const requests: { path: string; body: Record<string, unknown> }[] = [];
function answer(path: string, body: Record<string, unknown>): unknown {
  requests.push({ path, body });
  if (path.includes("/replay")) return REPLAY;
  if (path.endsWith("/positions")) {
    const choice = body.choice as { slot: number } | null;
    return { action: choice && "abcxyz"[choice.slot], frame: frame() };
  }
  return { study: "new", token: "secret", revision: 2 };
}

beforeEach(() => {
  sessionStorage.clear();
  requests.length = 0;
  vi.stubGlobal("fetch", (path: string, { body }: { body?: string }) =>
    Promise.resolve(new Response(JSON.stringify(answer(path, JSON.parse(body ?? "{}") as never)))),
  );
});

async function loaded(): Promise<VariationTree> {
  const tree = new VariationTree({ table: "t" });
  await tree.load("all");
  return tree;
}

describe("an action that is tried", () => {
  test("and was played in the game leads on in the game", async () => {
    const tree = await loaded();
    expect(await tree.tryChoice(0, 1, discard(1))).toEqual({ line: 0, turn: 2 });
    expect(tree.lines).toHaveLength(1);
  });

  test("and is another one begins a variation, that the next one continues", async () => {
    const tree = await loaded();
    expect(await tree.tryChoice(0, 1, discard(3))).toEqual({ line: 1, turn: 2 });
    expect(await tree.tryChoice(1, 2, discard(4))).toEqual({ line: 1, turn: 3 });
    expect(tree.lines[1]).toEqual({ parent: 0, after: 1, actions: ["x", "y"], comments: {} });
    expect(tree.length(1)).toBe(3);
    expect(tree.frames(1)).toHaveLength(4);
  });

  test("and was tried before leads to the known variation", async () => {
    const tree = await loaded();
    await tree.tryChoice(0, 1, discard(3));
    expect(await tree.tryChoice(0, 1, discard(3))).toEqual({ line: 1, turn: 2 });
    expect(tree.lines).toHaveLength(2);
  });

  test("inside a variation begins one of its own", async () => {
    const tree = await loaded();
    await tree.tryChoice(0, 1, discard(3));
    await tree.tryChoice(1, 2, discard(4));
    expect(await tree.tryChoice(1, 2, discard(5))).toEqual({ line: 2, turn: 3 });
    expect(tree.lines[2]).toMatchObject({ parent: 1, after: 2, actions: ["z"] });
    expect(tree.path(2, 3)).toEqual({ after: 1, actions: ["x", "z"] });
  });
});

describe("a position before a variation begins", () => {
  test("belongs to the game, with its comment", async () => {
    const tree = await loaded();
    await tree.tryChoice(0, 1, discard(3));
    expect(tree.owner(1, 1)).toBe(0);
    expect(tree.owner(1, 2)).toBe(1);
    tree.setComment(1, 1, " here ");
    expect(tree.comment(0, 1)).toBe("here");
    tree.setComment(0, 1, "");
    expect(tree.lines[0].comments).toEqual({});
  });
});

test("a variation is removed with those that branch off from it", async () => {
  const tree = await loaded();
  await tree.tryChoice(0, 1, discard(3));
  await tree.tryChoice(1, 2, discard(4));
  await tree.tryChoice(1, 2, discard(5));
  await tree.tryChoice(0, 2, discard(3));
  tree.remove(1);
  expect(tree.lines).toHaveLength(2);
  expect(tree.lines[1]).toMatchObject({ parent: 0, after: 2, actions: ["x"] });
  expect(tree.frames(1)).toHaveLength(4);
});

describe("variations that are not saved", () => {
  test("are there again after a reload, with their positions", async () => {
    const tree = await loaded();
    await tree.tryChoice(0, 1, discard(3));
    await tree.tryChoice(1, 2, discard(4));
    const again = new VariationTree({ table: "t" });
    expect(again.lines).toEqual(tree.lines);
    void again.load("all");
    await again.loadLine(1);
    expect(again.frames(1)).toHaveLength(4);
    expect(requests.filter(({ path }) => path.endsWith("/positions")).map(({ body }) => body.actions)).toEqual([
      [],
      ["x"],
      ["x"],
      ["x", "y"],
    ]);
  });

  test("belong to one game, and are forgotten once they are saved", async () => {
    const tree = await loaded();
    await tree.tryChoice(0, 1, discard(3));
    expect(new VariationTree({ table: "other" }).lines).toHaveLength(1);
    await tree.saveAs("Mine");
    expect(new VariationTree({ table: "t" }).lines).toHaveLength(1);
  });
});

describe("saving", () => {
  const study: StudyResponse = {
    study: "s",
    title: "Mine",
    players: ["Ana", "Bo"],
    actions: ACTIONS,
    lines: [{ parent: 0, after: 0, actions: [], comments: {} }],
    rules: {},
    updated_at: 0,
    revision: 1,
    table: null,
    yours: true,
  };

  test("as a new study remembers its token", async () => {
    const tree = await loaded();
    expect(await tree.saveAs("Title")).toBe("new");
    expect(localStorage.getItem("hanabi.study.new")).toBe("secret");
  });

  test("follows changes of a study that may be edited", async () => {
    vi.useFakeTimers();
    const tree = new VariationTree({ study: "s" });
    await tree.load("all");
    tree.setStudy(study);
    tree.rename("Ours");
    expect(tree.saved).toBe("waiting");
    await vi.runAllTimersAsync();
    expect(tree.saved).toBe("yes");
    expect(requests.at(-1)!.body).toMatchObject({ revision: 1, title: "Ours" });
    vi.useRealTimers();
  });

  test("does not happen to somebody else's study", async () => {
    const tree = new VariationTree({ study: "s" });
    await tree.load("all");
    tree.setStudy({ ...study, yours: false });
    tree.rename("Ours");
    expect(tree.saved).toBe("no");
  });
});

describe("a line that somebody else shows", () => {
  test("is added once, grows, and is kept nowhere", async () => {
    const tree = new VariationTree({ table: "t" }, false);
    await tree.load("all");
    expect(await tree.follow(0, [])).toBe(0);
    expect(await tree.follow(1, ["x"])).toBe(1);
    expect(await tree.follow(1, ["x", "y", "z"])).toBe(1);
    expect(tree.frames(1)).toHaveLength(5);
    expect(tree.frames(1).map(({ events }) => events[0].n)).toEqual([0, 0, 1, 2, 3]);
    expect(await tree.follow(1, ["x", "y"])).toBe(1);
    expect(await tree.follow(1, ["y"])).toBe(2);
    expect(requests.filter(({ path }) => path.endsWith("/positions"))).toHaveLength(4);
    expect(await tree.tryChoice(2, 2, discard(5))).toEqual({ line: 2, turn: 3 });
    expect(sessionStorage).toHaveLength(0);
    expect(localStorage).toHaveLength(0);
  });
});
