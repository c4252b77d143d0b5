/** A review room over its WebSocket: who is here, who leads, what is shown, drawn and said. */
import type { GameRef } from "./api";
import { copyText } from "./clipboard";
import { mutedSeats } from "./muted-seats";
import type { BoardMark, Participant, RoomCommand, RoomMessage, RoomPosition, RoomRemark } from "./protocol";
import type { RoomServerMessage, Spot } from "./protocol";
import { ReconnectingSocket, type ConnectionState } from "./reconnecting-socket.svelte";
import type { Refusal } from "./refusals";
import { go } from "./route.svelte";

/** Between two positions that are shown to the others, while one drags the slider. */
const SHOW_INTERVAL = 250;
/** As many of the last remarks as the server keeps. */
const MAX_REMARKS = 50;
/** Actions of a variation that a room takes (docs/protocol.md). */
export const MAX_TRIED = 60;

/** The room that was made here last, and what it is to show first. */
let made: { path: string; position: RoomPosition } | null = null;

/** Makes a room for a game and goes there; its link is copied, to be given to others. */
export function openRoom(game: GameRef, position: RoomPosition = { turn: 0 }): void {
  const path = newRoomPath(game);
  made = { path: path.slice("/together/".length), position };
  void copyText(location.origin + path);
  go(path);
}

/** Where a room begins that was just made here; null for any other. */
export const firstPosition = (path: string): RoomPosition | null => (made?.path === path ? made.position : null);

/** The address of a new room, which only those know who are given it. */
function newRoomPath(game: GameRef): string {
  const bytes = crypto.getRandomValues(new Uint8Array(15));
  const room = btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
  return `/together/${game.table ? `table/${game.table}` : `study/${game.study}`}/${room}`;
}

export const sameSpot = (one: Spot | null, other: Spot | null): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

export class ReviewRoom {
  state = $state.raw<RoomMessage | null>(null);
  remarks = $state.raw<RoomRemark[]>([]);
  refusal = $state.raw<Refusal | null>(null);
  /** What oneself shows, sent when the last one is long enough ago. */
  #shown: RoomPosition | null = null;
  #timer = 0;
  #ids = 0;
  #led = false;
  #unanswered = new Map<string, (refusal: Refusal | null) => void>();
  #socket: ReconnectingSocket;

  /** `path` is "table/ID/ROOM" or "study/ID/ROOM". */
  constructor(
    readonly path: string,
    name: string,
  ) {
    this.#socket = new ReconnectingSocket(
      () => `/ws/together/${path}?name=${encodeURIComponent(name)}`,
      () => {},
      (message) => this.#receive(message as RoomServerMessage),
    );
  }

  get connection(): ConnectionState {
    return this.#socket.state;
  }

  get participants(): Participant[] {
    return this.state?.participants ?? [];
  }

  get me(): Participant | undefined {
    return this.participant(this.state?.you ?? 0);
  }

  get leader(): Participant | undefined {
    return this.participant(this.state?.leader ?? 0);
  }

  get leads(): boolean {
    return this.state !== null && this.state.leader === this.state.you;
  }

  /** Whether one sees what the leader shows. */
  get follows(): boolean {
    return !this.leads && (this.me?.following ?? false);
  }

  get marks(): BoardMark[] {
    return this.state?.marks ?? [];
  }

  /** The remarks, without those of players muted at the table. */
  get visibleRemarks(): RoomRemark[] {
    const [kind, table] = this.path.split("/");
    const muted = kind === "table" ? mutedSeats(table) : [];
    if (!muted.length) return this.remarks;
    const silent = this.participants.filter(({ seat }) => seat !== null && muted.includes(seat)).map(({ id }) => id);
    return this.remarks.filter(({ by }) => !silent.includes(by));
  }

  participant(id: number): Participant | undefined {
    return this.participants.find((other) => other.id === id);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#socket.close();
  }

  /** After the room has ended: the same link makes a new one. */
  restart(): void {
    this.#socket.restart();
  }

  /** Resolves to null once the server has done it, or to why it refused. */
  send(command: RoomCommand): Promise<Refusal | null> {
    const id = `c${this.#ids++}`;
    return new Promise((resolve) => {
      this.#unanswered.set(id, resolve);
      this.#socket.send({ id, ...command });
    });
  }

  /** Shows a position to all who follow; only the newest of many is sent. */
  show(position: RoomPosition): void {
    this.#shown = position;
    if (!this.#timer) this.#sendShown();
  }

  #sendShown(): void {
    this.#timer = 0;
    if (!this.#shown || !this.leads) return;
    void this.send({ type: "show", position: this.#shown });
    this.#shown = null;
    this.#timer = window.setTimeout(() => this.#sendShown(), SHOW_INTERVAL);
  }

  /** Draws a mark, or takes one's own away where it is drawn already. */
  toggleMark(spot: Spot, to: Spot | null): void {
    if (!this.state) return;
    const { you, n, marks } = this.state;
    const drawn = marks.some((mark) => mark.by === you && sameSpot(mark.spot, spot) && sameSpot(mark.to, to));
    void this.send({ type: "mark", upon: n, spot, to, on: !drawn });
  }

  #receive(message: RoomServerMessage): void {
    if (message.type === "room") {
      this.#socket.confirm();
      // A room that the server has lost is led by whoever led it.
      if (this.#led && message.position === null && message.leader !== message.you) void this.send({ type: "lead" });
      else this.#led = message.leader === message.you;
      this.state = message;
    } else if (message.type === "remarks")
      this.remarks = message.more ? [...this.remarks, ...message.remarks].slice(-MAX_REMARKS) : message.remarks;
    else if (message.type === "ack") this.#settle(message.id, null);
    else if (message.type === "error") this.#settle(message.id, { code: message.code, values: message.values });
  }

  #settle(id: string | null, refusal: Refusal | null): void {
    // Somebody was quicker: the newest state says it all.
    this.refusal = refusal && !["stale", "not_leader"].includes(refusal.code) ? refusal : null;
    if (id === null) return;
    this.#unanswered.get(id)?.(refusal);
    this.#unanswered.delete(id);
  }
}
