/** A table over its socket: what it shows now, what led there, and commands that survive a lost connection. */
import type { Command, GameEvent, ServerMessage, StateMessage, Table, View, You } from "./protocol";

export type Connection = "connecting" | "open" | "lost" | "replaced" | "missing" | "closed_to_spectators";

const GIVE_UP: Record<number, Connection> = { 4004: "missing", 4009: "replaced", 4011: "closed_to_spectators" };
const BACK_OFF = [250, 500, 1000, 2000, 4000];
/** A phone that slept may hold a socket that is dead but does not know it. */
const QUIET = 8000;

export interface Refusal {
  code: string;
  values: Record<string, unknown>;
}

export class Live {
  table = $state.raw<Table | null>(null);
  view = $state.raw<View | null>(null);
  you = $state.raw<You>({ seat: null, host: false, notes: {} });
  events = $state.raw<GameEvent[]>([]);
  /** Events of the newest state alone: what to show as happening. */
  news = $state.raw<GameEvent[]>([]);
  connection = $state<Connection>("connecting");
  /** A move on its way: no second one is sent before it is answered. */
  moving = $state.raw<Command | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  /** Server time minus ours, in seconds. */
  skew = 0;

  #socket: WebSocket | null = null;
  #n = -1;
  #tries = 0;
  #timer = 0;
  #watch = 0;
  #waiting = new Map<string, { command: Command; done: (refusal: Refusal | null) => void }>();
  #closed = false;

  constructor(readonly id: string) {
    this.#connect();
    document.addEventListener("visibilitychange", this.#wake);
    addEventListener("online", this.#wake);
    addEventListener("offline", this.#sleep);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#watch);
    document.removeEventListener("visibilitychange", this.#wake);
    removeEventListener("online", this.#wake);
    removeEventListener("offline", this.#sleep);
    this.#socket?.close();
  }

  /** Resolves to null once the server has stored the command, or to why it refused. */
  send(command: Command): Promise<Refusal | null> {
    if (command.type === "move") {
      if (this.moving) return Promise.resolve(null);
      this.moving = command;
    }
    const id = crypto.randomUUID ? crypto.randomUUID() : `${Date.now()}-${Math.random()}`;
    return new Promise((resolve) => {
      this.#waiting.set(id, { command, done: resolve });
      this.#deliver(id, command);
      // No answer: the connection is dead even if nobody has told us.
      setTimeout(() => this.connection === "open" && this.#waiting.has(id) && this.#reconnect(), QUIET);
    });
  }

  /** Connect anew under another identity, for instance after taking a seat by its link. */
  renew(): void {
    this.#n = -1;
    this.events = [];
    this.connection = "connecting";
    this.#socket?.close();
    this.#connect();
  }

  #deliver(id: string, command: Command): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify({ id, ...command }));
  }

  #connect(): void {
    if (this.#closed) return;
    clearTimeout(this.#timer);
    const since = this.#n >= 0 ? `?since=${this.#n}` : "";
    const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/ws/${this.id}${since}`);
    this.#socket = socket;
    socket.onopen = () => {
      if (socket !== this.#socket) return;
      for (const [id, { command }] of this.#waiting) this.#deliver(id, command);
    };
    socket.onmessage = (event) => socket === this.#socket && this.#hear(JSON.parse(event.data));
    socket.onclose = (event) => socket === this.#socket && this.#lost(event.code);
  }

  #hear(message: ServerMessage): void {
    clearTimeout(this.#watch);
    if (message.type === "state") this.#show(message);
    else if (message.type === "ack") this.#answer(message.id, null);
    else if (message.type === "error") this.#answer(message.id, { code: message.code, values: message.values });
  }

  #show(state: StateMessage): void {
    this.#tries = 0;
    this.connection = "open";
    this.skew = state.time - Date.now() / 1000;
    const fresh = state.events.filter((event) => event.n > this.#n);
    const first = this.#n < 0;
    this.#n = state.n;
    this.table = state.table;
    this.you = state.you;
    this.view = state.view;
    this.events = first ? state.events : [...this.events, ...fresh];
    this.news = first ? [] : fresh;
  }

  #answer(id: string | null, refusal: Refusal | null): void {
    if (refusal) this.refusal = refusal;
    const asked = id === null ? undefined : this.#waiting.get(id);
    if (!asked || id === null) return;
    this.#waiting.delete(id);
    if (asked.command === this.moving) this.moving = null;
    if (!refusal) this.refusal = null;
    asked.done(refusal);
  }

  #lost(code: number): void {
    const final = GIVE_UP[code];
    if (final) {
      this.connection = final;
      return;
    }
    this.connection = "lost";
    this.#timer = setTimeout(() => this.#connect(), BACK_OFF[Math.min(this.#tries++, BACK_OFF.length - 1)]);
  }

  #wake = (): void => {
    if (document.visibilityState !== "visible" || this.#closed || GIVE_UP_STATES.has(this.connection)) return;
    if (this.#socket?.readyState !== WebSocket.OPEN) {
      this.#tries = 0;
      this.#connect();
      return;
    }
    this.#socket.send(JSON.stringify({ type: "ping", id: `ping-${Date.now()}` }));
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => this.#reconnect(), QUIET);
  };

  #sleep = (): void => {
    if (!GIVE_UP_STATES.has(this.connection)) this.#reconnect();
  };

  #reconnect(): void {
    const old = this.#socket;
    this.#socket = null;
    old?.close();
    this.#lost(0);
  }
}

const GIVE_UP_STATES = new Set<Connection>(Object.values(GIVE_UP));
