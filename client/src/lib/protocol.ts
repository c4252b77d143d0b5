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

/** One number for each suit in the order of `suits`; bit r−1 stands for rank r. */
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
 * A card in a hand. `card` is null where the viewer may not see it. `clued` are the clues that pointed at it; `open`
 * the faces all clues leave open, `possible` those left when cards are counted: for the viewer's own card everything
 * the viewer sees, for any other only what lies on the table. Both are one 5-bit mask of ranks (bit 0 = rank 1) a suit,
 * in the order of `suits`. A card that a taken-back action had shown stays visible to its owner.
 */
export interface CardView {
  drawn: number;
  card: string | null;
  clued: Word[];
  open: Masks;
  possible: Masks;
  marks: Mark[];
}

/** `order` are the slots as the owner has arranged them; slots count from the oldest card. */
export interface HandView {
  seat: number;
  order: number[];
  cards: CardView[];
}

/** `top` is the rank shown, null when empty; `reachable` how many cards it can still get to. */
export interface FireworkView {
  count: number;
  top: number | null;
  reachable: number;
}

/** `id` is the number under which the card was drawn. */
export interface DiscardedCard {
  id: number;
  card: string;
}

/** `verdict`: the rating that the edition shows for it; `commended`: the team may add a commendation to it. */
export interface Outcome {
  outcome: "finished" | "lost" | "won";
  reason: "complete" | "deck" | "indispensable" | "strikes" | "stuck";
  score: number;
  rating: string | null;
  verdict: string | null;
  commended: boolean;
}

/**
 * What one seat (or a spectator: `seat` null) may know of the game. `touches` are the faces each color or rank points
 * at; `playable`, `critical` and `useless` those faces by what lies on the table. They are masks like a card's.
 * `copies` says for each suit how many cards of each rank there are. When the game is over a seat sees its own cards
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
 * `move`: so many seconds for every move, days for a correspondence table; `bank`: seconds for the whole game and
 * `increment` after each move. Nobody loses by the clock: who lets it run out may be replaced by a bot.
 */
export interface Clock {
  kind: "bank" | "move" | "none";
  seconds: number;
  increment: number;
}

/**
 * What the host chooses. `rules` are the switches of a game record: an edition and what differs from it. While a game
 * is played spectators are `spectator_delay` actions behind. What they say is `apart`: players read it when the game is
 * over; or `shared` with them at once.
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

/** `away`: the player stood up during the game or let the clock run out; `online`: connected to any server. */
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

/** `since`: when the turn began; `left`: seconds each seat had then, null without a clock. */
export interface ClockState {
  since: number | null;
  left: number[] | null;
}

export interface SpectatorRemark {
  at: number;
  name: string;
  text: string;
}

/** Shown when the game is over: what the commitment was made of (docs/protocol.md). */
export interface Fairness {
  seed: string;
  salt: string;
}

/**
 * `seeded`: the host chose the seed, which `options` shows only at the end; `casual`: something was taken back.
 * `daily`: the day whose deal for everybody this is. A game that goes on with a given deck has no `commitment`.
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

/** `notes` are this player's own, by `drawn` number. */
export interface You {
  seat: number | null;
  host: boolean;
  notes: Record<string, string>;
}

/**
 * A place in a game: the variation that follows its first `after` actions with `actions`, none for the game itself.
 * `turn` actions of that are done. `seat` is through whose eyes the cards are seen, null for all hands.
 */
export interface RoomPosition {
  turn: number;
  after?: number;
  actions?: string[];
  seat?: number | null;
}

/** `seat` is where they sat at the game's table; whose connection is lost is not `here`, and may come back. */
export interface Participant {
  id: number;
  name: string;
  color: number;
  seat: number | null;
  following: boolean;
  here: boolean;
}

/** A circle around `spot`, or an arrow from there `to` another one. */
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

/** Before the start the seat is free again; during a game it is kept, and the others may call a bot. */
export interface StandCommand {
  type: "stand";
}

export interface RenameCommand {
  type: "rename";
  name: string;
}

/** Host, before the start: put a bot on a seat (whoever sits there leaves), or with null clear it. */
export interface SeatBotCommand {
  type: "bot";
  seat: number;
  bot: string | null;
}

/** Host, before the start: free somebody's seat. */
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

/** `actions` is the view's `actions` that the choice was made upon; another number is stale. */
export interface MoveCommand {
  type: "move";
  actions: number;
  action: Choice;
}

/** Own hand, in the order to be shown: all of its `drawn` numbers. */
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

/** Somebody without a seat, to those who watch too. It is not stored. */
export interface SpectatorSaysCommand {
  type: "spectator_chat";
  name: string;
  text: string;
}

/** How fast bots play while you are connected; of several players' choices the slowest holds. It is not stored. */
export interface ChoosePaceCommand {
  type: "pace";
  pace: "fast" | "normal" | "slow";
}

/** Players: bots move without a pause until it is somebody's turn. It is not stored. */
export interface SkipCommand {
  type: "skip";
}

/** `ask` to undo your last action, or answer a teammate's request. */
export interface TakeBackCommand {
  type: "take_back";
  answer: "agree" | "ask" | "refuse";
}

/** Propose or vote that a bot plays for an abandoned seat; its owner refuses by any sign of life. */
export interface TakeoverCommand {
  type: "takeover";
  seat: number;
  answer: "agree" | "refuse";
  bot?: string | null;
}

/** After the end: the same people at a new table; the first to ask opens it. */
export interface RematchCommand {
  type: "rematch";
}

/** Answered by `pong` with the server's time. */
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

/** `announce` is the suit to name before the card is shown, where the rules allow that. */
export interface LegalPlay {
  type: "play";
  slot: number;
  announce?: Suit;
}

export interface LegalDiscard {
  type: "discard";
  slot: number;
}

/** `slots` are the cards that the clue points at. */
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

/** `drawn` is the card's number; `added`: it joined its firework; `strike`: which one a failed play cost. */
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

/** Beyond the one a discard always brings. */
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

/** Somebody took a seat, came back to it, or changed their name. */
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

/** The game is again as it was after `actions` actions. Cards seen since stay seen. */
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

/** `by` is who proposed that a bot plays for `seat`. */
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

/** An operator has ended the table; its sockets are closed with 4014. */
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

/** `n` counts the table's events; `events` are those above the client's `since`, as this seat saw them. */
export interface StateMessage {
  type: "state";
  n: number;
  events: GameEvent[];
  table: Table;
  you: You;
  view: View | null;
  time: number;
}

/** The command is stored as event `n` (or was before, when the id is known). */
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
 * All that spectators said lately, or what follows it (`more`). Players get it while they play only where the table
 * shares it.
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

/** Who leads: everybody who follows sees this position now. What was drawn is gone. */
export interface ShowPositionCommand {
  type: "show";
  position: RoomPosition;
}

/** Take the lead; or, who has it, hand it `to` somebody else. */
export interface LeadCommand {
  type: "lead";
  to?: number | null;
}

/** Whether one looks at what the leader shows, or alone. */
export interface FollowCommand {
  type: "follow";
  following: boolean;
}

/**
 * A circle around a spot, or an arrow from one `to` another; without `on` it is taken away. `upon` is the room's `n` at
 * which it was drawn; another number is stale.
 */
export interface DrawMarkCommand {
  type: "mark";
  upon: number;
  spot: Spot;
  to?: Spot | null;
  on?: boolean;
}

/** Take one's own marks away, or `all`, who leads. */
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
 * The whole room. `n` counts the positions shown; `position` is null before the first. `talks`: the game's table has
 * allowed this participant to talk.
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

/** All that was said in the room lately, or what follows it (`more`). It is not stored. */
export interface RoomChat {
  type: "remarks";
  remarks: RoomRemark[];
  more: boolean;
}

export type RoomServerMessage = RoomMessage | RoomChat | AckMessage | ErrorMessage | PongMessage;
