/** A table over its WebSocket: its state, its events, and commands that survive a lost connection. */
import type { BoardSource } from "./board-source";
import { mutedSeats, saveMutedSeats } from "./muted-seats";
import type { Command, GameEvent, ServerMessage, SpectatorRemark, StateMessage, Table, View, You } from "./protocol";
import type { Refusal } from "./refusals";

export type ConnectionState =
  "connecting" | "open" | "lost" | "replaced" | "missing" | "closed_to_spectators" | "banned" | "closed";

/** Close codes after which connecting again is of no use (docs/protocol.md). */
const FINAL_STATES: Record<number, ConnectionState> = {
  4004: "missing",
  4009: "replaced",
  4011: "closed_to_spectators",
  4013: "banned",
  4014: "closed",
};
const isFinal = (state: ConnectionState): boolean => Object.values(FINAL_STATES).includes(state);
const RETRY_DELAYS = [250, 500, 1000, 2000, 4000];
/** Close codes of a server that has no room for us now, or found us too fast or too slow: come back, but later. */
const CROWDED_CODES = [1008, 1013, 4008, 4010];
const CROWDED_DELAYS = [5000, 10_000, 20_000];
/** A phone that slept may hold a socket that is dead without having been closed. */
const ANSWER_TIMEOUT = 8000;

export class TableSocket implements BoardSource {
  table = $state.raw<Table | null>(null);
  view = $state.raw<View | null>(null);
  you = $state.raw<You>({ seat: null, host: false, notes: {} });
  /** What spectators said to each other, as far as this visitor may read it. */
  spectatorChat = $state.raw<SpectatorRemark[]>([]);
  /** Seats whose remarks are not shown here. */
  muted = $state.raw<number[]>([]);
  connection = $state<ConnectionState>("connecting");
  /** No second move is sent before this one is answered. */
  pendingMove = $state.raw<Command | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  /** Server time minus ours, in seconds. */
  clockSkew = 0;

  #events = $state.raw<GameEvent[]>([]);
  #latestEvents = $state.raw<GameEvent[]>([]);
  #socket: WebSocket | null = null;
  #lastEvent = -1;
  #attempts = 0;
  #retryTimer = 0;
  #pongTimer = 0;
  #unanswered = new Map<string, { command: Command; resolve: (refusal: Refusal | null) => void }>();
  #closed = false;

  constructor(readonly id: string) {
    this.muted = mutedSeats(id);
    this.#connect();
    document.addEventListener("visibilitychange", this.#checkConnection);
    addEventListener("online", this.#checkConnection);
    addEventListener("offline", this.#handleOffline);
  }

  get events(): GameEvent[] {
    return this.#heard(this.#events);
  }

  get latestEvents(): GameEvent[] {
    return this.#heard(this.#latestEvents);
  }

  #heard(events: GameEvent[]): GameEvent[] {
    if (!this.muted.length) return events;
    return events.filter((event) => event.type !== "said" || !this.muted.includes(event.seat));
  }

  mute(seat: number, muted: boolean): void {
    const others = this.muted.filter((other) => other !== seat);
    this.muted = muted ? [...others, seat] : others;
    saveMutedSeats(this.id, this.muted);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#retryTimer);
    clearTimeout(this.#pongTimer);
    document.removeEventListener("visibilitychange", this.#checkConnection);
    removeEventListener("online", this.#checkConnection);
    removeEventListener("offline", this.#handleOffline);
    this.#socket?.close();
  }

  /** Resolves to null once the server has stored the command, or to why it refused. */
  send(command: Command): Promise<Refusal | null> {
    if (command.type === "move") {
      if (this.pendingMove) return Promise.resolve(null);
      this.pendingMove = command;
    }
    const id = crypto.randomUUID ? crypto.randomUUID() : `${Date.now()}-${Math.random()}`;
    return new Promise((resolve) => {
      this.#unanswered.set(id, { command, resolve });
      this.#transmit(id, command);
      setTimeout(() => this.connection === "open" && this.#unanswered.has(id) && this.#reconnect(), ANSWER_TIMEOUT);
    });
  }

  /** Connect anew under another identity, for instance after taking a seat by its link. */
  restart(): void {
    this.#lastEvent = -1;
    this.#events = [];
    this.spectatorChat = [];
    this.connection = "connecting";
    this.#socket?.close();
    this.#connect();
  }

  #transmit(id: string, command: Command): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify({ id, ...command }));
  }

  #connect(): void {
    if (this.#closed) return;
    clearTimeout(this.#retryTimer);
    const since = this.#lastEvent >= 0 ? `?since=${this.#lastEvent}` : "";
    const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/ws/${this.id}${since}`);
    this.#socket = socket;
    socket.onopen = () => {
      if (socket !== this.#socket) return;
      for (const [id, { command }] of this.#unanswered) this.#transmit(id, command);
    };
    socket.onmessage = (event: MessageEvent<string>) =>
      socket === this.#socket && this.#receive(JSON.parse(event.data) as ServerMessage);
    socket.onclose = (event) => socket === this.#socket && this.#handleClose(event.code);
  }

  #receive(message: ServerMessage): void {
    clearTimeout(this.#pongTimer);
    if (message.type === "state") this.#applyState(message);
    else if (message.type === "spectators") this.spectatorChat = message.chat;
    else if (message.type === "ack") this.#settle(message.id, null);
    else if (message.type === "error") this.#settle(message.id, { code: message.code, values: message.values });
  }

  #applyState(state: StateMessage): void {
    this.#attempts = 0;
    this.connection = "open";
    this.clockSkew = state.time - Date.now() / 1000;
    const first = this.#lastEvent < 0;
    const added = state.events.filter((event) => event.n > this.#lastEvent);
    this.#lastEvent = state.n;
    this.table = state.table;
    this.you = state.you;
    this.view = state.view;
    this.#events = first ? state.events : [...this.#events, ...added];
    this.#latestEvents = first ? [] : added;
  }

  #settle(id: string | null, refusal: Refusal | null): void {
    if (refusal) this.refusal = refusal;
    const sent = id === null ? undefined : this.#unanswered.get(id);
    if (!sent || id === null) return;
    this.#unanswered.delete(id);
    if (sent.command === this.pendingMove) this.pendingMove = null;
    if (!refusal) this.refusal = null;
    sent.resolve(refusal);
  }

  #handleClose(code: number): void {
    const final = FINAL_STATES[code];
    if (final) {
      this.connection = final;
      return;
    }
    this.connection = "lost";
    const delays = CROWDED_CODES.includes(code) ? CROWDED_DELAYS : RETRY_DELAYS;
    const delay = delays[Math.min(this.#attempts++, delays.length - 1)];
    // Not all at the same moment after a restart.
    this.#retryTimer = setTimeout(() => this.#connect(), delay * (0.75 + Math.random() / 4));
  }

  #checkConnection = (): void => {
    if (document.visibilityState !== "visible" || this.#closed || isFinal(this.connection)) return;
    if (this.#socket?.readyState !== WebSocket.OPEN) {
      this.#attempts = 0;
      this.#connect();
      return;
    }
    this.#socket.send(JSON.stringify({ type: "ping", id: `ping-${Date.now()}` }));
    clearTimeout(this.#pongTimer);
    this.#pongTimer = setTimeout(() => this.#reconnect(), ANSWER_TIMEOUT);
  };

  #handleOffline = (): void => {
    if (!isFinal(this.connection)) this.#reconnect();
  };

  #reconnect(): void {
    const old = this.#socket;
    this.#socket = null;
    old?.close();
    this.#handleClose(0);
  }
}
