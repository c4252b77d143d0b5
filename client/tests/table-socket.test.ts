import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import * as protocol from "../src/lib/net/protocol";
import type { GameEvent, ServerMessage, StateMessage } from "../src/lib/net/protocol";
import { TableSocket } from "../src/lib/net/table-socket.svelte";
import { ownNonce } from "../src/lib/net/own-nonces";
import { ANSWER_TIMEOUT } from "../src/lib/net/reconnecting-socket.svelte";
import { aClue, aStart, aTable, aView } from "./fixtures";

class FakeWebSocket {
  static readonly OPEN = 1;
  static opened: FakeWebSocket[] = [];
  readyState = 0;
  sent: { id: string; type: string; nonce?: string }[] = [];
  onopen = () => {};
  onmessage = (_event: { data: string }) => {};
  onclose = (_event: { code: number }) => {};

  constructor(readonly url: string) {
    FakeWebSocket.opened.push(this);
  }
  open(): void {
    this.readyState = 1;
    this.onopen();
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as never);
  }
  receive(message: ServerMessage): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
  drop(code: number): void {
    this.readyState = 3;
    this.onclose({ code });
  }
  close(): void {
    this.readyState = 3;
  }
}

const state = (n: number, events: GameEvent[]): StateMessage => ({
  type: "state",
  n,
  events,
  table: aTable(),
  you: { seat: 0, host: true, notes: {}, seats: [0] },
  view: aView(),
  time: Date.now() / 1000,
});
const newest = () => FakeWebSocket.opened.at(-1)!;
const MOVE = { type: "move", actions: 0, action: { type: "discard", slot: 0 } } as const;

let socket: TableSocket;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeWebSocket);
  FakeWebSocket.opened = [];
  socket = new TableSocket("abc");
});
afterEach(() => {
  socket.close();
  vi.useRealTimers();
});
function connect(): void {
  newest().open();
  newest().receive(state(1, [aStart(0), aClue(1, 0, 1, "red", [0])]));
}

describe("states", () => {
  test("the first one shows nothing as just happened", () => {
    connect();
    expect(socket.connection).toBe("open");
    expect(socket.events).toHaveLength(2);
    expect(socket.latestEvents).toEqual([]);
  });

  test("the next ones add their events", () => {
    connect();
    newest().receive(state(2, [aClue(2, 1, 0, 3, [1])]));
    expect(socket.events).toHaveLength(3);
    expect(socket.latestEvents.map(({ n }) => n)).toEqual([2]);
  });
});

test("what spectators say follows what they remark before, unless it is all of it", () => {
  connect();
  const remark = (text: string) => ({ at: 0, name: "Eve", text });
  const texts = () => socket.spectatorChat.map(({ text }) => text);
  newest().receive({ type: "spectators", chat: [remark("a"), remark("b")], more: false });
  newest().receive({ type: "spectators", chat: [remark("c")], more: true });
  expect(texts()).toEqual(["a", "b", "c"]);
  newest().receive({ type: "spectators", chat: [remark("b"), remark("c")], more: false });
  expect(texts()).toEqual(["b", "c"]);
});

describe("the random number for a fresh deal", () => {
  const deal = { kind: "fresh", commitment: "f".repeat(64), nonces: [null, null, null], proof: null } as const;
  const setup = (n: number, nonces: (string | null)[]): StateMessage => ({
    ...state(n, []),
    table: { ...aTable(), phase: "setup", deal: { ...deal, nonces } },
    view: null,
  });
  const nonces = () => newest().sent.filter(({ type }) => type === "nonce");

  test("is sent once, after the server's commitment", () => {
    newest().open();
    expect(newest().sent).toEqual([]);
    newest().receive(setup(1, [null, null, null]));
    newest().receive(setup(2, [null, "a", null]));
    expect(nonces()).toHaveLength(1);
    expect(nonces()[0].nonce).toMatch(/^[0-9a-f]{32}$/);
    newest().receive(setup(3, [nonces()[0].nonce!, "a", null]));
    newest().receive({ type: "ack", id: nonces()[0].id, n: 3 });
    expect(nonces()).toHaveLength(1);
    const dealt = { ...deal, nonces: [nonces()[0].nonce!, "a", null] };
    newest().receive({ ...state(4, [aStart(4)]), table: { ...aTable(), phase: "playing", deal: dealt } });
    expect(ownNonce("abc")?.dealt).toBe(true);
    expect(socket.missingPart).toBeNull();
  });

  test("is missed if the server had it and dealt without it", () => {
    newest().open();
    newest().receive(setup(1, [null, null, null]));
    newest().receive(setup(2, [nonces()[0].nonce!, null, null]));
    newest().receive({
      ...state(3, [aStart(3)]),
      table: { ...aTable(), phase: "playing", deal: { ...deal, nonces: [null, null, null] } },
    });
    expect(socket.missingPart).toBe("left_out");
  });

  test("may come too late, which troubles nobody", () => {
    newest().open();
    newest().receive(setup(1, [null, null, null]));
    newest().receive({ type: "error", id: nonces()[0].id, code: "wrong_phase", values: {} });
    expect(socket.refusal).toBeNull();
  });

  const dealWithoutUs = () => {
    const dealt = { ...deal, nonces: [null, null, null] };
    newest().receive({ ...state(3, [aStart(3)]), table: { ...aTable(), phase: "playing", deal: dealt } });
  };

  test("is late if the deal comes at once", () => {
    newest().open();
    newest().receive(setup(1, [null, null, null]));
    vi.advanceTimersByTime(1000);
    dealWithoutUs();
    expect([socket.missingPart, ownNonce("abc")?.dealt]).toEqual(["late", undefined]);
  });

  test("is not late if the server has acknowledged it", () => {
    newest().open();
    newest().receive(setup(1, [null, null, null]));
    newest().receive({ type: "ack", id: nonces()[0].id, n: 2 });
    dealWithoutUs();
    expect([socket.missingPart, ownNonce("abc")?.dealt]).toEqual(["left_out", true]);
  });

  test("is not late if the server has never answered", () => {
    newest().open();
    newest().receive(setup(1, [null, null, null]));
    vi.advanceTimersByTime(ANSWER_TIMEOUT + 3000);
    expect(FakeWebSocket.opened).toHaveLength(2);
    newest().open();
    expect(nonces()).toHaveLength(1);
    dealWithoutUs();
    expect(socket.missingPart).toBe("left_out");
  });

  test("is not sent where the deal takes none", () => {
    newest().open();
    newest().receive({ ...setup(1, []), table: { ...aTable(), phase: "setup", deal: { ...deal, nonces: null } } });
    expect(nonces()).toEqual([]);
  });
});

describe("a crowded server", () => {
  test.each([
    protocol.CLOSE_POLICY_VIOLATION,
    protocol.CLOSE_BUSY,
    protocol.CLOSE_TOO_MANY_CONNECTIONS,
    protocol.CLOSE_TOO_SLOW,
  ])("is left alone for a while after %i", (code) => {
    connect();
    newest().drop(code);
    expect(socket.connection).toBe("lost");
    vi.advanceTimersByTime(3000);
    expect(FakeWebSocket.opened).toHaveLength(1);
    vi.advanceTimersByTime(2000);
    expect(FakeWebSocket.opened).toHaveLength(2);
    newest().drop(code);
    vi.advanceTimersByTime(7000);
    expect(FakeWebSocket.opened).toHaveLength(2);
    vi.advanceTimersByTime(3000);
    expect(FakeWebSocket.opened).toHaveLength(3);
  });

  test("is asked again soon after a mere restart", () => {
    connect();
    newest().drop(1012);
    vi.advanceTimersByTime(250);
    expect(FakeWebSocket.opened).toHaveLength(2);
  });
});

describe("commands", () => {
  test("are answered with null or with why they were refused", async () => {
    connect();
    const accepted = socket.send({ type: "start" });
    newest().receive({ type: "ack", id: newest().sent[0].id, n: 2 });
    expect(await accepted).toBeNull();
    const refused = socket.send({ type: "start" });
    newest().receive({ type: "error", id: newest().sent[1].id, code: "busy", values: {} });
    expect(await refused).toEqual({ code: "busy", values: {} });
    expect(socket.refusal?.code).toBe("busy");
  });

  test("a second move waits for the answer to the first", async () => {
    connect();
    void socket.send(MOVE);
    expect(socket.pendingMove).toEqual(MOVE);
    expect(await socket.send(MOVE)).toBeNull();
    expect(newest().sent).toHaveLength(1);
    newest().receive({ type: "ack", id: newest().sent[0].id, n: 2 });
    expect(socket.pendingMove).toBeNull();
  });

  test("that were not answered are sent again over the next connection, under the same id", () => {
    connect();
    const first = newest();
    void socket.send(MOVE);
    first.drop(1006);
    expect(socket.connection).toBe("lost");
    vi.advanceTimersByTime(250);
    expect(newest()).not.toBe(first);
    expect(newest().url).toContain("?since=1");
    newest().open();
    expect(newest().sent).toEqual(first.sent);
  });
});

describe("connections", () => {
  test("are tried again later and later", () => {
    const attempts = () => FakeWebSocket.opened.length;
    newest().drop(1006);
    vi.advanceTimersByTime(250);
    expect(attempts()).toBe(2);
    newest().drop(1006);
    vi.advanceTimersByTime(250);
    expect(attempts()).toBe(2);
    vi.advanceTimersByTime(250);
    expect(attempts()).toBe(3);
  });

  test.each([
    [protocol.CLOSE_NOT_FOUND, "missing"],
    [protocol.CLOSE_REPLACED, "replaced"],
    [protocol.CLOSE_NO_SPECTATORS, "closed_to_spectators"],
  ])("closed with %d stay %s", (code, connection) => {
    connect();
    newest().drop(code);
    vi.advanceTimersByTime(60_000);
    expect(socket.connection).toBe(connection);
    expect(FakeWebSocket.opened).toHaveLength(1);
  });

  test("that leave a command without an answer are replaced", () => {
    connect();
    void socket.send(MOVE);
    vi.advanceTimersByTime(8000 + 250);
    expect(FakeWebSocket.opened).toHaveLength(2);
  });

  test("are not opened again once the table is left", () => {
    socket.close();
    newest().drop(1006);
    vi.advanceTimersByTime(60_000);
    expect(FakeWebSocket.opened).toHaveLength(1);
  });
});
