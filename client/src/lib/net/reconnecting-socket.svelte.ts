/** A WebSocket that reconnects until its owner or the server ends it for good. */

import * as protocol from "./protocol";

export type ConnectionState =
  | "connecting"
  | "open"
  | "lost"
  | "replaced"
  | "missing"
  | "closed_to_spectators"
  | "banned"
  | "closed"
  | "ended"
  | "full";

/** Close codes after which reconnecting is pointless (docs/protocol.md). */
const FINAL_STATES: Record<number, ConnectionState> = {
  [protocol.CLOSE_NOT_FOUND]: "missing",
  [protocol.CLOSE_REPLACED]: "replaced",
  [protocol.CLOSE_NO_SPECTATORS]: "closed_to_spectators",
  [protocol.CLOSE_BANNED]: "banned",
  [protocol.CLOSE_TABLE_CLOSED]: "closed",
  [protocol.CLOSE_ROOM_ENDED]: "ended",
  [protocol.CLOSE_ROOM_FULL]: "full",
};
const isFinal = (state: ConnectionState): boolean => Object.values(FINAL_STATES).includes(state);
const RETRY_DELAYS = [250, 500, 1000, 2000, 4000];
/** Close codes of a server that is full, or considers us too fast or too slow: retry later. */
const BUSY_CODES: number[] = [
  protocol.CLOSE_POLICY_VIOLATION,
  protocol.CLOSE_BUSY,
  protocol.CLOSE_TOO_MANY_CONNECTIONS,
  protocol.CLOSE_TOO_SLOW,
];
const BUSY_DELAYS = [5000, 10_000, 20_000];
/** Milliseconds to wait for an answer: after sleep a phone's socket may be dead without being closed. */
export const ANSWER_TIMEOUT = 8000;

export class ReconnectingSocket {
  state = $state<ConnectionState>("connecting");
  #socket: WebSocket | null = null;
  #attempts = 0;
  #retryTimer = 0;
  #pongTimer = 0;
  #closed = false;

  constructor(
    /** The path to connect to, evaluated for each connection. */
    readonly path: () => string,
    readonly onopen: () => void,
    readonly onmessage: (message: unknown) => void,
  ) {
    this.#connect();
    document.addEventListener("visibilitychange", this.#check);
    addEventListener("online", this.#check);
    addEventListener("offline", this.#handleOffline);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#retryTimer);
    clearTimeout(this.#pongTimer);
    document.removeEventListener("visibilitychange", this.#check);
    removeEventListener("online", this.#check);
    removeEventListener("offline", this.#handleOffline);
    this.#socket?.close();
  }

  /** Call when the server has accepted us. */
  confirm(): void {
    this.#attempts = 0;
    this.state = "open";
  }

  /** Sends if connected; a caller that needs an answer sends again in `onopen`. */
  send(message: unknown): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  restart(): void {
    this.state = "connecting";
    this.#socket?.close();
    this.#connect();
  }

  /** The socket seems to be dead. */
  reconnect(): void {
    const old = this.#socket;
    this.#socket = null;
    old?.close();
    this.#handleClose(0);
  }

  #connect(): void {
    if (this.#closed) return;
    clearTimeout(this.#retryTimer);
    const socket = new WebSocket(location.origin.replace(/^http/, "ws") + this.path());
    this.#socket = socket;
    socket.onopen = () => socket === this.#socket && this.onopen();
    socket.onmessage = (event: MessageEvent<string>) => {
      if (socket !== this.#socket) return;
      clearTimeout(this.#pongTimer);
      this.onmessage(JSON.parse(event.data));
    };
    socket.onclose = (event) => socket === this.#socket && this.#handleClose(event.code);
  }

  #handleClose(code: number): void {
    const final = FINAL_STATES[code];
    if (final) {
      this.state = final;
      return;
    }
    this.state = "lost";
    const delays = BUSY_CODES.includes(code) ? BUSY_DELAYS : RETRY_DELAYS;
    const delay = delays[Math.min(this.#attempts++, delays.length - 1)];
    // Jitter: clients must not all return at the same moment after a restart.
    this.#retryTimer = setTimeout(() => this.#connect(), delay * (0.75 + Math.random() / 4));
  }

  #check = (): void => {
    if (document.visibilityState !== "visible" || this.#closed || isFinal(this.state)) return;
    if (this.#socket?.readyState !== WebSocket.OPEN) {
      this.#attempts = 0;
      this.#connect();
      return;
    }
    this.send({ type: "ping", id: `ping-${Date.now()}` });
    clearTimeout(this.#pongTimer);
    this.#pongTimer = setTimeout(() => this.reconnect(), ANSWER_TIMEOUT);
  };

  #handleOffline = (): void => {
    if (!isFinal(this.state)) this.reconnect();
  };
}
