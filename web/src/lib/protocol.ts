/** What the server sends and takes: see docs/protocol.md. The client draws this and knows no rules. */
import type { Suit } from "./suits";

export type Word = string | number;
/** One number for each suit in the view's order; bit r−1 stands for rank r. */
export type Masks = number[];
export type Mark = "playable" | "critical" | "useless";

export interface CardView {
  drawn: number;
  card: string | null;
  clued: Word[];
  open: Masks;
  possible: Masks;
  marks: Mark[];
}

/** `order`: the slots as the owner has arranged them; slots count from the oldest card. */
export interface HandView {
  seat: number;
  order: number[];
  cards: CardView[];
}

export type LegalAction =
  | { type: "play"; slot: number; announce?: Suit }
  | { type: "discard"; slot: number }
  | { type: "clue"; to: number; about: Word; slots: number[] }
  | { type: "reshuffle"; card_id: number; card?: string }
  | { type: "rescue"; card_id: number; card?: string };

export interface Outcome {
  outcome: "won" | "finished" | "lost";
  reason: "complete" | "deck" | "strikes" | "indispensable" | "stuck";
  score: number;
  rating: string | null;
}

export interface View {
  seat: number | null;
  turn: number;
  actions: number;
  player: number | null;
  pending: string | null;
  clue_tokens: number;
  clue_tokens_max: number;
  strikes: number;
  strikes_max: number;
  deck: number;
  turns_left: number | null;
  score: number;
  best_score: number;
  max_score: number;
  suits: Suit[];
  colors: Suit[];
  ranks: number[];
  /** The faces each color or number points at. */
  touches: Record<string, Masks>;
  fireworks: Record<string, { count: number; top: number | null; reachable: number }>;
  discards: { id: number; card: string }[];
  lost: string[];
  hands: HandView[];
  /** Faces by public knowledge. */
  playable: Masks;
  critical: Masks;
  useless: Masks;
  legal: LegalAction[];
  refused: Record<string, string>;
  tiles_turned: string[];
  over: Outcome | null;
}

export type AidLevel = "paper" | "clues" | "deduce" | "expert";
export const AID_LEVELS: AidLevel[] = ["paper", "clues", "deduce", "expert"];

export interface Clock {
  kind: "none" | "move" | "bank";
  seconds: number;
  increment: number;
}

export interface Options {
  title: string;
  public: boolean;
  seats: number;
  rules: Record<string, string | number | boolean>;
  first: number | "random";
  communication: "silent" | "phrases" | "free";
  clock: Clock;
  take_backs: boolean;
  spectators: "none" | "public" | "open";
  aids: AidLevel;
  seed: string | null;
}

export interface Seat {
  seat: number;
  kind: "empty" | "human" | "bot";
  name: string | null;
  bot: string | null;
  host: boolean;
  away: boolean;
  online: boolean;
}

export interface Vote {
  agreed: number[];
  waiting: number[];
}

export interface Table {
  id: string;
  phase: "setup" | "playing" | "over";
  options: Options;
  rules: Record<string, string | number | boolean | null>;
  by_the_book: boolean;

  seats: Seat[];
  first: number | null;
  take_back: (Vote & { by: number; actions: number }) | null;
  takeover: (Vote & { seat: number; bot: string }) | null;
  clock: { since: number | null; left: number[] | null };
  commitment: string | null;
  fairness: { seed: string; salt: string } | null;
  notes: Record<string, string>[] | null;
  rematch: string | null;
  /** The day whose deal for everybody this is. */
  daily: string | null;
  casual: boolean;
}

export interface You {
  seat: number | null;
  host: boolean;
  notes: Record<string, string>;
}

export type Choice =
  | { type: "play"; slot: number; announce?: Suit }
  | { type: "discard"; slot: number }
  | { type: "clue"; to: number; about: Word }
  | { type: "reshuffle"; card_id: number }
  | { type: "rescue"; card_id: number };

export type Command =
  | { type: "sit"; name: string; seat?: number }
  | { type: "stand" }
  | { type: "rename"; name: string }
  | { type: "bot"; seat: number; bot: string | null }
  | { type: "unseat"; seat: number }
  | { type: "options"; options: Options }
  | { type: "start" }
  | { type: "move"; actions: number; action: Choice }
  | { type: "rearrange"; order: number[] }
  | { type: "note"; drawn: number; text: string }
  | { type: "phrase"; phrase: string }
  | { type: "chat"; text: string }
  | { type: "take_back"; answer: "ask" | "agree" | "refuse" }
  | { type: "takeover"; seat: number; answer: "agree" | "refuse"; bot?: string }
  | { type: "rematch" }
  | { type: "ping" };

interface Numbered {
  n: number;
  at: number;
}
export type GameEvent = Numbered &
  (
    | { type: "clue"; giver: number; to: number; about: Word; slots: number[]; free: boolean }
    | {
        type: "play";
        seat: number;
        slot: number;
        drawn: number;
        card: string;
        added: boolean;
        announced: Suit | null;
      }
    | { type: "discard"; seat: number; slot: number; drawn: number; card: string }
    | { type: "strike"; strikes: number }
    | { type: "strike_mended"; strikes: number }
    | { type: "clue_tokens"; tokens: number }
    | { type: "firework"; suit: Suit }
    | { type: "tile"; tile: string; waits: boolean }
    | { type: "reshuffle"; seat: number; drawn: number; card: string }
    | { type: "rescue"; seat: number; drawn: number; card: string }
    | { type: "draw"; seat: number; drawn: number; card: string | null }
    | { type: "last_round"; turns: number }
    | ({ type: "over" } & Outcome)
    | { type: "created" | "options_changed" }
    | { type: "sat"; seat: number; name: string }
    | { type: "bot_sat"; seat: number; name: string; bot: string }
    | { type: "stood" | "take_back_asked" | "take_back_agreed" | "take_back_refused"; seat: number }
    | { type: "rearranged" | "time_up"; seat: number }
    | { type: "started"; first: number }
    | { type: "took_back"; seat: number; actions: number }
    | { type: "said"; seat: number; phrase: string | null; text: string | null }
    | { type: "takeover_asked"; seat: number; by: number; bot: string }
    | { type: "takeover_agreed" | "takeover_refused"; seat: number; by: number }
    | { type: "rematch"; table: string }
  );

export interface StateMessage {
  type: "state";
  n: number;
  events: GameEvent[];
  table: Table;
  you: You;
  view: View | null;
  time: number;
}

export type ServerMessage =
  | StateMessage
  | { type: "ack"; id: string; n: number }
  | { type: "error"; id: string | null; code: string; values: Record<string, unknown> }
  | { type: "pong"; id: string; time: number };
