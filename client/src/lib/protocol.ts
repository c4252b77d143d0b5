/**
 * What the server sends and takes: see docs/protocol.md. The client draws this and knows no rules.
 * Made by `make protocol` from the Python definitions; not to be edited.
 */

export const CloseCode = {
  POLICY_VIOLATION: 1008,
  MESSAGE_TOO_BIG: 1009,
  INTERNAL_ERROR: 1011,
  RESTARTING: 1012,
  BUSY: 1013,
  FOREIGN_ORIGIN: 4003,
  NOT_FOUND: 4004,
  TOO_MANY_CONNECTIONS: 4008,
  REPLACED: 4009,
  TOO_SLOW: 4010,
  NO_SPECTATORS: 4011,
  SIGNED_OUT: 4012,
  BANNED: 4013,
  TABLE_CLOSED: 4014,
  ROOM_ENDED: 4015,
  ROOM_FULL: 4016,
} as const;

export type Suit = "white" | "red" | "blue" | "yellow" | "green" | "multicolor" | "black";

/** What a clue names: a color or a rank. */
export type Word = string | number;

/** One number per suit in the order of `suits`; bit r−1 stands for rank r. */
export type Masks = number[];

export type Mark = "critical" | "playable" | "useless";

export type AidLevel = "paper" | "clues" | "deduce" | "expert";

export const AID_LEVELS: AidLevel[] = ["paper", "clues", "deduce", "expert"];

export type PhraseName =
  | "know_nothing"
  | "remember"
  | "thinking"
  | "take_your_time"
  | "thanks"
  | "well_done"
  | "bad_luck"
  | "sorry"
  | "good_luck"
  | "again";

export const PHRASES: PhraseName[] = [
  "know_nothing",
  "remember",
  "thinking",
  "take_your_time",
  "thanks",
  "well_done",
  "bad_luck",
  "sorry",
  "good_luck",
  "again",
];

/**
 * A card in a hand, with its draw number. `card` is null if the viewer may not see it. `clued` are the clues that
 * touched it. `open` are the faces that the clues leave open; `possible` are those that remain after counting cards:
 * for the viewer's own cards all visible ones, for others only those on the table. Both are one 5-bit mask of ranks
 * (bit 0 = rank 1) per suit, in the order of `suits`. A card that a taken-back action had shown stays visible to its
 * owner.
 */
export interface CardView {
  drawn: number;
  card: string | null;
  clued: Word[];
  open: Masks;
  possible: Masks;
  marks: Mark[];
}

/** `order` are the slots in the order that the owner has chosen; slot 0 is the oldest card. */
export interface HandView {
  seat: number;
  order: number[];
  cards: CardView[];
}

/** `top` is the top rank, null if empty; `reachable` is the number of cards it can still reach. */
export interface FireworkView {
  count: number;
  top: number | null;
  reachable: number;
}

/** `id` is the draw number of the card. */
export interface DiscardedCard {
  id: number;
  card: string;
}

/** `verdict`: the rating of the score in the edition; `commended`: the team may add a commendation. */
export interface Outcome {
  outcome: "finished" | "lost" | "won";
  reason: "complete" | "deck" | "indispensable" | "strikes" | "stuck";
  score: number;
  rating: string | null;
  verdict: string | null;
  commended: boolean;
}

/**
 * What one seat (or a spectator: `seat` is null) may know about the game. `touches` are the faces that each color or
 * rank touches; `playable`, `critical` and `useless` are faces judged by the cards on the table. All are masks like
 * those of a card. `copies` has the number of cards of each rank, per suit. After the game a seat sees its own cards
 * too.
 */
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
  touches: Record<string, Masks>;
  copies: number[][];
  fireworks: Record<string, FireworkView>;
  discards: DiscardedCard[];
  lost: string[];
  playable: Masks;
  critical: Masks;
  useless: Masks;
  tiles_turned: string[];
  over: Outcome | null;
  hands: HandView[];
  legal: LegalAction[];
  refused: Record<string, string>;
}

/**
 * `move`: `seconds` for every move, days for a correspondence table; `bank`: `seconds` for the whole game and
 * `increment` after each move. Nobody loses by the clock: a bot may replace a player who runs out of time.
 */
export interface Clock {
  kind: "bank" | "move" | "none";
  seconds: number;
  increment: number;
}

/**
 * The host's choices. `rules` are the switches of a game record: an edition and the differences from it. During a game
 * spectators are `spectator_delay` actions behind. Their chat is `apart` (players read it after the game), or `shared`
 * with the players at once.
 */
export interface Options {
  title: string;
  public: boolean;
  seats: number;
  rules: Record<string, string | number | boolean>;
  first: number | "random";
  communication: "free" | "phrases" | "silent";
  clock: Clock;
  take_backs: boolean;
  spectators: "none" | "open" | "public";
  spectator_delay: number;
  spectator_chat: "apart" | "none" | "shared";
  aids: AidLevel;
  seed: string | null;
}

/** `away`: the player stood up or ran out of time; `online`: connected to any server process. */
export interface Seat {
  seat: number;
  kind: "bot" | "empty" | "human";
  name: string | null;
  bot: string | null;
  host: boolean;
  away: boolean;
  online: boolean;
}

export interface TakeBackVote {
  by: number;
  actions: number;
  agreed: number[];
  waiting: number[];
}

export interface TakeoverVote {
  seat: number;
  bot: string;
  agreed: number[];
  waiting: number[];
}

/** `since`: the start of the turn; `left`: the seconds of each seat at that time, null without a clock. */
export interface ClockState {
  since: number | null;
  left: number[] | null;
}

export interface SpectatorRemark {
  at: number;
  name: string;
  text: string;
}

/** Shown after the game: the inputs of the commitment (docs/protocol.md). */
export interface Fairness {
  seed: string;
  salt: string;
}

/**
 * `seeded`: the host chose the seed, which `options` reveals after the game; `casual`: a move was taken back. `daily`:
 * the day of a daily deal. A game with a given deck has no `commitment`.
 */
export interface Table {
  id: string;
  phase: "closed" | "over" | "playing" | "setup";
  options: Options;
  seeded: boolean;
  rules: Record<string, string | number | boolean | null>;
  by_the_book: boolean;
  offered_by: string[];
  seats: Seat[];
  first: number | null;
  take_back: TakeBackVote | null;
  takeover: TakeoverVote | null;
  clock: ClockState;
  commitment: string | null;
  fairness: Fairness | null;
  notes: Record<string, string>[] | null;
  rematch: string | null;
  daily: string | null;
  casual: boolean;
}

/** `notes` of this player, by `drawn` number. */
export interface You {
  seat: number | null;
  host: boolean;
  notes: Record<string, string>;
}

/**
 * A place in a game: after `turn` actions of the variation that adds `actions` to the first `after` actions of the
 * game. No `actions` means the game itself. `seat` is the point of view, null for all hands.
 */
export interface RoomPosition {
  turn: number;
  after?: number;
  actions?: string[];
  seat?: number | null;
}

/** `seat`: at the table of the game. A participant who is not `here` has lost the connection and may come back. */
export interface Participant {
  id: number;
  name: string;
  color: number;
  seat: number | null;
  following: boolean;
  here: boolean;
}

/** A circle around `spot`, or an arrow from it `to` another one. */
export interface BoardMark {
  by: number;
  spot: Spot;
  to: Spot | null;
}

/** `by` is a participant, who may have left. */
export interface RoomRemark {
  at: number;
  by: number;
  name: string;
  text: string;
}

export interface PlayChoice {
  type: "play";
  slot: number;
  announce?: string | null;
}

export interface DiscardChoice {
  type: "discard";
  slot: number;
}

/** `about` is a color's name or a rank. */
export interface ClueChoice {
  type: "clue";
  to: number;
  about: string | number;
}

/** `card_id` is an `id` of the view's discard pile. */
export interface ReshuffleChoice {
  type: "reshuffle";
  card_id: number;
}

export interface RescueChoice {
  type: "rescue";
  card_id: number;
}

export type Choice = PlayChoice | DiscardChoice | ClueChoice | ReshuffleChoice | RescueChoice;

/** Take a free seat (any, or this one), or take your own seat back from a bot. */
export interface SitCommand {
  type: "sit";
  name: string;
  seat?: number | null;
}

/** Before the start this frees the seat; during a game the player keeps it, and the others may call a bot. */
export interface StandCommand {
  type: "stand";
}

export interface RenameCommand {
  type: "rename";
  name: string;
}

/** Host, before the start: seat a bot, in place of anyone who sits there; null clears the seat. */
export interface SeatBotCommand {
  type: "bot";
  seat: number;
  bot: string | null;
}

/** Host, before the start: free a seat. */
export interface UnseatCommand {
  type: "unseat";
  seat: number;
}

/** Host, before the start. */
export interface ChangeOptionsCommand {
  type: "options";
  options: Options;
}

/** Host: deal. Every seat must be taken. */
export interface StartCommand {
  type: "start";
}

/** `actions` is the `actions` of the view on which the choice is based; any other number is stale. */
export interface MoveCommand {
  type: "move";
  actions: number;
  action: Choice;
}

/** Your hand in the order in which to show it: all of its `drawn` numbers. */
export interface RearrangeCommand {
  type: "rearrange";
  order: number[];
}

/** A private note on any card, by its `drawn` number; an empty text removes it. */
export interface NoteCommand {
  type: "note";
  drawn: number;
  text: string;
}

export interface PhraseCommand {
  type: "phrase";
  phrase: PhraseName;
}

export interface ChatCommand {
  type: "chat";
  text: string;
}

/** A message from one spectator to the others. It is not stored. */
export interface SpectatorSaysCommand {
  type: "spectator_chat";
  name: string;
  text: string;
}

/** How fast bots play while you are connected; the slowest choice of all players wins. It is not stored. */
export interface ChoosePaceCommand {
  type: "pace";
  pace: "fast" | "normal" | "slow";
}

/** Players: bots move without a pause until a person's turn. It is not stored. */
export interface SkipCommand {
  type: "skip";
}

/** `ask` to undo your last action, or answer a teammate's request. */
export interface TakeBackCommand {
  type: "take_back";
  answer: "agree" | "ask" | "refuse";
}

/** Propose that a bot plays for an abandoned seat, or vote on it; any action of its owner refuses. */
export interface TakeoverCommand {
  type: "takeover";
  seat: number;
  answer: "agree" | "refuse";
  bot?: string | null;
}

/** After the end: open a new table for the same people. Later requests get the same table. */
export interface RematchCommand {
  type: "rematch";
}

/** The answer is `pong` with the server's time. */
export interface PingCommand {
  type: "ping";
}

/** Without the `id`, which is added when a command is sent. */
export type Command =
  | SitCommand
  | StandCommand
  | RenameCommand
  | SeatBotCommand
  | UnseatCommand
  | ChangeOptionsCommand
  | StartCommand
  | MoveCommand
  | RearrangeCommand
  | NoteCommand
  | PhraseCommand
  | ChatCommand
  | SpectatorSaysCommand
  | ChoosePaceCommand
  | SkipCommand
  | TakeBackCommand
  | TakeoverCommand
  | RematchCommand
  | PingCommand;

/** `announce` is the suit to name before the card is shown, if the rules allow it. */
export interface LegalPlay {
  type: "play";
  slot: number;
  announce?: Suit;
}

export interface LegalDiscard {
  type: "discard";
  slot: number;
}

/** `slots` are the touched cards. */
export interface LegalClue {
  type: "clue";
  to: number;
  about: Word;
  slots: number[];
}

/** `card_id` is an `id` of the discard pile. */
export interface LegalReshuffle {
  type: "reshuffle";
  card_id: number;
  card: string;
}

export interface LegalRescue {
  type: "rescue";
  card_id: number;
  card: string;
}

export type LegalAction = LegalPlay | LegalDiscard | LegalClue | LegalReshuffle | LegalRescue;

export interface ClueEvent {
  type: "clue";
  giver: number;
  to: number;
  about: Word;
  slots: number[];
  free: boolean;
  n: number;
  at: number;
}

/** `drawn` is the draw number; `added`: the card joined its firework; `strike`: the number of the strike, if any. */
export interface PlayEvent {
  type: "play";
  seat: number;
  slot: number;
  drawn: number;
  card: string;
  added: boolean;
  announced: Suit | null;
  strike: number | null;
  strikes_max: number;
  n: number;
  at: number;
}

export interface DiscardEvent {
  type: "discard";
  seat: number;
  slot: number;
  drawn: number;
  card: string;
  n: number;
  at: number;
}

export interface StrikeEvent {
  type: "strike";
  strikes: number;
  n: number;
  at: number;
}

export interface StrikeMendedEvent {
  type: "strike_mended";
  strikes: number;
  n: number;
  at: number;
}

/** Besides the token for a discard. */
export interface ClueTokensEvent {
  type: "clue_tokens";
  tokens: number;
  n: number;
  at: number;
}

export interface FireworkEvent {
  type: "firework";
  suit: Suit;
  n: number;
  at: number;
}

/** `waits`: the player must choose now. */
export interface TileEvent {
  type: "tile";
  tile: string;
  waits: boolean;
  n: number;
  at: number;
}

export interface ReshuffleEvent {
  type: "reshuffle";
  seat: number;
  drawn: number;
  card: string;
  n: number;
  at: number;
}

export interface RescueEvent {
  type: "rescue";
  seat: number;
  drawn: number;
  card: string;
  n: number;
  at: number;
}

/** `card` is null for its owner and for spectators. */
export interface DrawEvent {
  type: "draw";
  seat: number;
  drawn: number;
  card: string | null;
  n: number;
  at: number;
}

export interface LastRoundEvent {
  type: "last_round";
  turns: number;
  n: number;
  at: number;
}

export interface OverEvent {
  type: "over";
  outcome: "finished" | "lost" | "won";
  reason: "complete" | "deck" | "indispensable" | "strikes" | "stuck";
  score: number;
  rating: string | null;
  n: number;
  at: number;
}

export interface CreatedEvent {
  type: "created";
  n: number;
  at: number;
}

/** A player took a seat, came back to it, or changed names. */
export interface SatEvent {
  type: "sat";
  seat: number;
  name: string;
  n: number;
  at: number;
}

export interface BotSatEvent {
  type: "bot_sat";
  seat: number;
  name: string;
  bot: string;
  n: number;
  at: number;
}

export interface StoodEvent {
  type: "stood";
  seat: number;
  n: number;
  at: number;
}

export interface OptionsChangedEvent {
  type: "options_changed";
  n: number;
  at: number;
}

export interface StartedEvent {
  type: "started";
  first: number;
  n: number;
  at: number;
}

/** The game is back at `actions` actions. Cards shown since then stay known. */
export interface TookBackEvent {
  type: "took_back";
  seat: number;
  actions: number;
  n: number;
  at: number;
}

export interface TakeBackAskedEvent {
  type: "take_back_asked";
  seat: number;
  n: number;
  at: number;
}

export interface TakeBackAgreedEvent {
  type: "take_back_agreed";
  seat: number;
  n: number;
  at: number;
}

export interface TakeBackRefusedEvent {
  type: "take_back_refused";
  seat: number;
  n: number;
  at: number;
}

export interface RearrangedEvent {
  type: "rearranged";
  seat: number;
  n: number;
  at: number;
}

/** A set phrase by its key (`phrase.*`) or free text, never both. */
export interface SaidEvent {
  type: "said";
  seat: number;
  phrase: string | null;
  text: string | null;
  n: number;
  at: number;
}

export interface TimeUpEvent {
  type: "time_up";
  seat: number;
  n: number;
  at: number;
}

/** `by` proposed that a bot plays for `seat`. */
export interface TakeoverAskedEvent {
  type: "takeover_asked";
  seat: number;
  by: number;
  bot: string;
  n: number;
  at: number;
}

export interface TakeoverAgreedEvent {
  type: "takeover_agreed";
  seat: number;
  by: number;
  n: number;
  at: number;
}

export interface TakeoverRefusedEvent {
  type: "takeover_refused";
  seat: number;
  by: number;
  n: number;
  at: number;
}

export interface RematchEvent {
  type: "rematch";
  table: string;
  n: number;
  at: number;
}

/** An operator has closed the table; its sockets close with 4014. */
export interface ClosedEvent {
  type: "closed";
  reason: string;
  n: number;
  at: number;
}

export type GameEvent =
  | ClueEvent
  | PlayEvent
  | DiscardEvent
  | StrikeEvent
  | StrikeMendedEvent
  | ClueTokensEvent
  | FireworkEvent
  | TileEvent
  | ReshuffleEvent
  | RescueEvent
  | DrawEvent
  | LastRoundEvent
  | OverEvent
  | CreatedEvent
  | SatEvent
  | BotSatEvent
  | StoodEvent
  | OptionsChangedEvent
  | StartedEvent
  | TookBackEvent
  | TakeBackAskedEvent
  | TakeBackAgreedEvent
  | TakeBackRefusedEvent
  | RearrangedEvent
  | SaidEvent
  | TimeUpEvent
  | TakeoverAskedEvent
  | TakeoverAgreedEvent
  | TakeoverRefusedEvent
  | RematchEvent
  | ClosedEvent;

/** `n` counts the events of the table; `events` are those after the client's `since`, as this seat saw them. */
export interface StateMessage {
  type: "state";
  n: number;
  events: GameEvent[];
  table: Table;
  you: You;
  view: View | null;
  time: number;
}

/** The command is stored as event `n`; a repeated `id` gets the same `n`. */
export interface AckMessage {
  type: "ack";
  id: string;
  n: number;
}

/** `code` has a sentence in the catalogs (`illegal.*` for moves, `table.refused.*` for the rest). */
export interface ErrorMessage {
  type: "error";
  id: string | null;
  code: string;
  values: Record<string, unknown>;
}

/**
 * The recent chat of spectators, or an addition to it (`more`). During the game players get it only if the table shares
 * it.
 */
export interface SpectatorChat {
  type: "spectators";
  chat: SpectatorRemark[];
  more: boolean;
}

export interface PongMessage {
  type: "pong";
  id: string;
  time: number;
}

export type ServerMessage = StateMessage | AckMessage | ErrorMessage | SpectatorChat | PongMessage;

/** A card in a hand or in the discard pile, by its `drawn` number. */
export interface CardSpot {
  type: "card";
  drawn: number;
}

export interface FireworkSpot {
  type: "firework";
  suit: Suit;
}

export type Spot = CardSpot | FireworkSpot;

/** Leader: show this position to all followers. It erases all marks. */
export interface ShowPositionCommand {
  type: "show";
  position: RoomPosition;
}

/** Take the lead; the leader can hand it `to` someone else. */
export interface LeadCommand {
  type: "lead";
  to?: number | null;
}

/** Follow the leader, or look around alone. */
export interface FollowCommand {
  type: "follow";
  following: boolean;
}

/**
 * Draw a circle around a spot, or an arrow from one spot `to` another; without `on`, erase it. `upon` is the `n` of the
 * room on which it is drawn; any other number is stale.
 */
export interface DrawMarkCommand {
  type: "mark";
  upon: number;
  spot: Spot;
  to?: Spot | null;
  on?: boolean;
}

/** Erase your own marks; the leader can erase `all`. */
export interface ClearMarksCommand {
  type: "clear";
  whose?: "all" | "own";
}

/** Without the `id`, as a `Command`. */
export type RoomCommand =
  | ShowPositionCommand
  | LeadCommand
  | FollowCommand
  | DrawMarkCommand
  | ClearMarksCommand
  | RenameCommand
  | ChatCommand
  | PingCommand;

/**
 * The whole room. `n` counts the positions shown; `position` is null before the first one. `talks`: the table of the
 * game allowed this participant to chat.
 */
export interface RoomMessage {
  type: "room";
  n: number;
  leader: number | null;
  position: RoomPosition | null;
  participants: Participant[];
  marks: BoardMark[];
  talks: boolean;
  you: number;
}

/** The recent chat of the room, or an addition to it (`more`). It is not stored. */
export interface RoomChat {
  type: "remarks";
  remarks: RoomRemark[];
  more: boolean;
}

export type RoomServerMessage = RoomMessage | RoomChat | AckMessage | ErrorMessage | PongMessage;
