/** A table over its WebSocket: state, events, and commands that survive a lost connection. */
import type { BoardSource } from "../table/board-source";
import { mutedSeats, saveMutedSeats } from "../table/muted-seats";
import type { Command, GameEvent, ServerMessage, SpectatorRemark, StateMessage, Table, View, You } from "./protocol";
import { missingPart, nonceFor, noteShown, type MissingPart } from "./own-nonces";
import { ANSWER_TIMEOUT, ReconnectingSocket, type ConnectionState } from "./reconnecting-socket.svelte";
import type { Refusal } from "./refusals";

/** The number of spectators' remarks that the server keeps. */
const MAX_REMARKS = 50;

export class TableSocket implements BoardSource {
  table = $state.raw<Table | null>(null);
  view = $state.raw<View | null>(null);
  you = $state.raw<You>({ seat: null, host: false, notes: {}, seats: [] });
  /** The spectators' chat, as far as this visitor may read it. */
  spectatorChat = $state.raw<SpectatorRemark[]>([]);
  /** Muted seats. */
  muted = $state.raw<number[]>([]);
  /** No other move is sent until this one is answered. */
  pendingMove = $state.raw<Command | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  /** The cards were dealt without our random number. */
  missingPart = $state.raw<MissingPart | null>(null);
  /** Server time minus ours, in seconds. */
  clockSkew = 0;

  #events = $state.raw<GameEvent[]>([]);
  #latestEvents = $state.raw<GameEvent[]>([]);
  #lastEvent = -1;
  #dealCompared = false;
  /** From when on the server must have our random number: it has acknowledged it, or had enough time for that. */
  #nonceDue = Infinity;
  /** Who has the device, if several people share it. */
  #seat: number | null = null;
  #unanswered = new Map<string, { command: Command; resolve: (refusal: Refusal | null) => void }>();
  #socket: ReconnectingSocket;

  constructor(readonly id: string) {
    this.muted = mutedSeats(id);
    this.#socket = new ReconnectingSocket(
      () => {
        const asked = new URLSearchParams();
        if (this.#lastEvent >= 0) asked.set("since", String(this.#lastEvent));
        if (this.#seat !== null) asked.set("seat", String(this.#seat));
        return `/ws/${id}${asked.size ? `?${asked}` : ""}`;
      },
      () => {
        if (this.#nonceDue) this.#nonceDue = performance.now() + ANSWER_TIMEOUT;
        for (const [id, { command }] of this.#unanswered) this.#socket.send({ id, ...command });
      },
      (message) => this.#receive(message as ServerMessage),
    );
  }

  get connection(): ConnectionState {
    return this.#socket.state;
  }

  get events(): GameEvent[] {
    return this.#withoutMuted(this.#events);
  }

  get latestEvents(): GameEvent[] {
    return this.#withoutMuted(this.#latestEvents);
  }

  #withoutMuted(events: GameEvent[]): GameEvent[] {
    if (!this.muted.length) return events;
    return events.filter((event) => event.type !== "said" || !this.muted.includes(event.seat));
  }

  mute(seat: number, muted: boolean): void {
    const others = this.muted.filter((other) => other !== seat);
    this.muted = muted ? [...others, seat] : others;
    saveMutedSeats(this.id, this.muted);
  }

  close(): void {
    this.#socket.close();
  }

  /** Resolves to null once the server has stored the command, or to the refusal. */
  send(command: Command): Promise<Refusal | null> {
    if (command.type === "move") {
      if (this.pendingMove) return Promise.resolve(null);
      this.pendingMove = command;
    }
    const id = crypto.randomUUID ? crypto.randomUUID() : `${Date.now()}-${Math.random()}`;
    return new Promise((resolve) => {
      this.#unanswered.set(id, { command, resolve });
      this.#socket.send({ id, ...command });
      setTimeout(() => {
        if (this.connection !== "open" || !this.#unanswered.has(id)) return;
        if (command.type === "nonce") this.#nonceDue = 0;
        this.#socket.reconnect();
      }, ANSWER_TIMEOUT);
    });
  }

  /** Reconnects under another identity, for instance after claiming a seat by its link. */
  restart(): void {
    this.#lastEvent = -1;
    this.#events = [];
    this.spectatorChat = [];
    this.#socket.restart();
  }

  /** Somebody else has the device now. */
  playAs(seat: number): void {
    this.#seat = seat;
    this.restart();
  }

  #receive(message: ServerMessage): void {
    if (message.type === "state") this.#applyState(message);
    else if (message.type === "spectators")
      this.spectatorChat = message.more ? [...this.spectatorChat, ...message.chat].slice(-MAX_REMARKS) : message.chat;
    else if (message.type === "ack") this.#settle(message.id, null);
    else if (message.type === "error") this.#settle(message.id, { code: message.code, values: message.values });
  }

  #applyState(state: StateMessage): void {
    this.#socket.confirm();
    this.clockSkew = state.time - Date.now() / 1000;
    const first = this.#lastEvent < 0;
    const added = state.events.filter((event) => event.n > this.#lastEvent);
    this.#lastEvent = state.n;
    this.table = state.table;
    this.you = state.you;
    this.view = state.view;
    this.#events = first ? state.events : [...this.#events, ...added];
    this.#latestEvents = first ? [] : added;
    this.#takePartInDeal(state);
  }

  /** Sends our part of a fresh deal as soon as the server has committed to its own; then sees whether it was used. */
  #takePartInDeal({ table: { phase, deal }, you: { seat } }: StateMessage): void {
    if (!deal.commitment || !deal.nonces) return;
    const nonce = seat === null ? null : deal.nonces[seat];
    if (phase === "setup") {
      noteShown(this.id, seat, nonce);
      if (seat === null || nonce) return;
      if ([...this.#unanswered.values()].some(({ command }) => command.type === "nonce")) return;
      this.#nonceDue = performance.now() + ANSWER_TIMEOUT;
      void this.send({ type: "nonce", nonce: nonceFor(this.id, deal.commitment) });
    } else if (phase === "playing" && seat !== null && !this.#dealCompared) {
      this.#dealCompared = true;
      this.missingPart = missingPart(this.id, seat, deal, performance.now() >= this.#nonceDue);
    }
  }

  #settle(id: string | null, refusal: Refusal | null): void {
    const sent = id === null ? undefined : this.#unanswered.get(id);
    // A nonce that comes too late is not the player's trouble.
    if (refusal && sent?.command.type !== "nonce") this.refusal = refusal;
    if (!sent || id === null) return;
    this.#unanswered.delete(id);
    if (sent.command === this.pendingMove) this.pendingMove = null;
    if (!refusal && sent.command.type === "nonce") this.#nonceDue = 0;
    else if (!refusal) this.refusal = null;
    sent.resolve(refusal);
  }
}
