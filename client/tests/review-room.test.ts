import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { arrow, ring } from "../src/components/together/mark-shapes";
import { spotElement, spotOf } from "../src/components/together/spots";
import type { RoomMessage, RoomServerMessage } from "../src/lib/net/protocol";
import { ReviewRoom } from "../src/lib/pages/review-room.svelte";
import { parseRoute } from "../src/lib/app/route.svelte";

class FakeWebSocket {
  static readonly OPEN = 1;
  static newest: FakeWebSocket;
  readyState = 1;
  sent: Record<string, unknown>[] = [];
  onopen = () => {};
  onmessage = (_event: { data: string }) => {};
  onclose = (_event: { code: number }) => {};
  constructor(readonly url: string) {
    FakeWebSocket.newest = this;
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as never);
  }
  receive(message: RoomServerMessage): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
  close(): void {}
}

const person = (id: number, more = {}) => ({
  id,
  name: `P${id}`,
  color: 0,
  seat: null,
  following: true,
  here: true,
  ...more,
});
const aRoom = (more: Partial<RoomMessage> = {}): RoomMessage => ({
  type: "room",
  n: 1,
  leader: 1,
  position: { turn: 3, after: 0, actions: [], seat: null },
  participants: [person(1), person(2, { seat: 1 })],
  marks: [],
  talks: true,
  you: 1,
  ...more,
});
let room: ReviewRoom;
const sent = (type: string) => FakeWebSocket.newest.sent.filter((command) => command.type === type);

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeWebSocket);
  room = new ReviewRoom("table/abcdefgh/a-room-of-our-own", "Ana & Bo");
});
afterEach(() => {
  room.close();
  vi.useRealTimers();
});

test("who leads shows the newest of many positions, a few times a second", () => {
  expect(FakeWebSocket.newest.url).toContain("/ws/together/table/abcdefgh/a-room-of-our-own?name=Ana%20%26%20Bo");
  FakeWebSocket.newest.receive(aRoom());
  expect(room.leads).toBe(true);
  for (let turn = 0; turn < 20; turn++) room.show({ turn });
  expect(sent("show").map(({ position }) => position)).toEqual([{ turn: 0 }]);
  vi.advanceTimersByTime(300);
  expect(sent("show").map(({ position }) => position)).toEqual([{ turn: 0 }, { turn: 19 }]);
  FakeWebSocket.newest.receive(aRoom({ leader: 2 }));
  vi.advanceTimersByTime(300);
  room.show({ turn: 5 });
  expect(sent("show")).toHaveLength(2);
  expect(room.follows).toBe(true);
});

test("a mark that one has drawn is taken away, another's is not", () => {
  const spot = { type: "card", drawn: 7 } as const;
  FakeWebSocket.newest.receive(aRoom({ marks: [{ by: 1, spot, to: null }] }));
  room.toggleMark(spot, null);
  room.toggleMark(spot, { type: "firework", suit: "red" });
  FakeWebSocket.newest.receive(aRoom({ marks: [{ by: 2, spot, to: null }] }));
  room.toggleMark(spot, null);
  expect(sent("mark").map(({ on }) => on)).toEqual([false, true, true]);
});

test("a room that the server has lost is led by whoever led it", () => {
  FakeWebSocket.newest.receive(aRoom({ leader: 2 }));
  FakeWebSocket.newest.receive(aRoom({ leader: 2, position: null, n: 0 }));
  expect(sent("lead")).toHaveLength(0);
  FakeWebSocket.newest.receive(aRoom());
  FakeWebSocket.newest.receive(aRoom({ leader: 2, position: null, n: 0 }));
  expect(sent("lead")).toHaveLength(1);
});

test("whom one has muted at the table is not heard here", () => {
  localStorage.setItem("hanabi.muted", JSON.stringify({ abcdefgh: [1] }));
  FakeWebSocket.newest.receive(aRoom());
  const remark = (by: number) => ({ at: by, by, name: `P${by}`, text: "well" });
  FakeWebSocket.newest.receive({ type: "remarks", remarks: [remark(1), remark(2)], more: false });
  expect(room.visibleRemarks.map(({ by }) => by)).toEqual([1]);
  FakeWebSocket.newest.receive({ type: "remarks", remarks: [remark(3)], more: true });
  expect(room.visibleRemarks.map(({ by }) => by)).toEqual([1, 3]);
});

test("spots are found on a board, and what is not there is not", () => {
  document.body.innerHTML = `<main><button data-drawn="4"><span class="frame"><b></b></span></button>
    <ul><li data-discard="9"><i></i></li></ul><p data-firework="red"><span data-top></span></p><em></em></main>`;
  const board = document.body;
  const spots = ["b", "i", "[data-top]"].map((selector) => spotOf(board.querySelector(selector))!);
  expect(spots).toEqual([
    { type: "card", drawn: 4 },
    { type: "card", drawn: 9 },
    { type: "firework", suit: "red" },
  ]);
  expect(spots.every((spot) => spotElement(board, spot))).toBe(true);
  expect(spotOf(board.querySelector("em"))).toBeNull();
  expect(spotElement(board, { type: "card", drawn: 5 })).toBeNull();
});

test("rings lie around each other and an arrow ends in the middle of its target", () => {
  const box = { x: 10, y: 10, w: 40, h: 56 };
  expect(ring(box, 1).w).toBeGreaterThan(ring(box, 0).w);
  expect(arrow(box, { x: 200, y: 100, w: 0, h: 0 }).head).toMatch(/^M200 100L/);
});

test("the address of a room names its game", () => {
  expect(parseRoute("/together/table/abc/room")).toEqual({ screen: "together", id: "table/abc/room" });
  expect(parseRoute("/together/table/abc")).toEqual({ screen: "missing" });
  expect(parseRoute("/together/puzzle/abc/room")).toEqual({ screen: "missing" });
});
