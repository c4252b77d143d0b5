/** A review room over its WebSocket: people, leader, position, drawings and chat. */
import type { GameReference } from "../net/api-types";
import { copyText } from "../app/clipboard";
import { mutedSeats } from "../table/muted-seats";
import type { BoardMark, Participant, RoomCommand, RoomMessage, RoomPosition, RoomRemark } from "../net/protocol";
import type { RoomServerMessage, Spot } from "../net/protocol";
import { ReconnectingSocket, type ConnectionState } from "../net/reconnecting-socket.svelte";
import type { Refusal } from "../net/refusals";
import { go } from "../app/route.svelte";

/** Milliseconds between positions sent to the others while the slider is dragged. */
const SHOW_INTERVAL = 250;
/** The number of remarks that the server keeps. */
const MAX_REMARKS = 50;
/** The longest variation that a room accepts, in actions (docs/protocol.md). */
export const MAX_TRIED = 60;

/** The room created here last, and its first position. */
let lastCreated: { path: string; position: RoomPosition } | null = null;

/** Creates a room for a game, opens it and copies its link. */
export function openRoom(game: GameReference, position: RoomPosition = { turn: 0 }): void {
  const path = newRoomPath(game);
  lastCreated = { path: path.slice("/together/".length), position };
  void copyText(location.origin + path);
  go(path);
}

/** The first position of a room created here; null for any other. */
export const firstPosition = (path: string): RoomPosition | null =>
  lastCreated?.path === path ? lastCreated.position : null;

/** The secret address of a new room. */
function newRoomPath(game: GameReference): string {
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
  /** The next position to send, throttled. */
  #nextPosition: RoomPosition | null = null;
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

  /** Whether this visitor follows the leader. */
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

  /** After the room has ended: the same link opens a new one. */
  restart(): void {
    this.#socket.restart();
  }

  /** Resolves to null once the server has accepted it, or to the refusal. */
  send(command: RoomCommand): Promise<Refusal | null> {
    const id = `c${this.#ids++}`;
    return new Promise((resolve) => {
      this.#unanswered.set(id, resolve);
      this.#socket.send({ id, ...command });
    });
  }

  /** Shows a position to all followers; of many in a row only the newest is sent. */
  show(position: RoomPosition): void {
    this.#nextPosition = position;
    if (!this.#timer) this.#sendShown();
  }

  #sendShown(): void {
    this.#timer = 0;
    if (!this.#nextPosition || !this.leads) return;
    void this.send({ type: "show", position: this.#nextPosition });
    this.#nextPosition = null;
    this.#timer = window.setTimeout(() => this.#sendShown(), SHOW_INTERVAL);
  }

  /** Draws a mark, or removes the same mark. */
  toggleMark(spot: Spot, to: Spot | null): void {
    if (!this.state) return;
    const { you, n, marks } = this.state;
    const drawn = marks.some((mark) => mark.by === you && sameSpot(mark.spot, spot) && sameSpot(mark.to, to));
    void this.send({ type: "mark", upon: n, spot, to, on: !drawn });
  }

  #receive(message: RoomServerMessage): void {
    if (message.type === "room") {
      this.#socket.confirm();
      // After a server restart the previous leader leads again.
      if (this.#led && message.position === null && message.leader !== message.you) void this.send({ type: "lead" });
      else this.#led = message.leader === message.you;
      this.state = message;
    } else if (message.type === "remarks")
      this.remarks = message.more ? [...this.remarks, ...message.remarks].slice(-MAX_REMARKS) : message.remarks;
    else if (message.type === "ack") this.#settle(message.id, null);
    else if (message.type === "error") this.#settle(message.id, { code: message.code, values: message.values });
  }

  #settle(id: string | null, refusal: Refusal | null): void {
    // Somebody was faster; the newest state is enough.
    this.refusal = refusal && !["stale", "not_leader"].includes(refusal.code) ? refusal : null;
    if (id === null) return;
    this.#unanswered.get(id)?.(refusal);
    this.#unanswered.delete(id);
  }
}
