/** The state of a board, which its parts share through Svelte's context. */
import { getContext, setContext, type Snippet } from "svelte";
import { settings } from "../app/settings.svelte";
import { allowedAids } from "../game/aids";
import { moverOf, withoutTakenBack } from "../game/event-history";
import { mayReact } from "../game/reactions";
import type { GameEvent, Table, View } from "../net/protocol";
import type { BoardSource, ConventionNote } from "./board-source";
import { tableLayout, type TableLayout, type TableRoom } from "./layout";
import { tableControls } from "./planned-move.svelte";
import { changesIn, eventsSinceOwnAction, lastClue, recentlyTouchedSlots } from "./recent-changes";
import { teammateSeats } from "./seat-order";
import { Selection } from "./selection.svelte";

export interface BoardProps {
  source: BoardSource;
  heading: string;
  /** In practice the user moves for every seat: no turn notifications, no talk, no notes. A replay takes no moves. */
  mode?: "live" | "practice" | "replay";
  /** The place of the position in a longer game. */
  timeline?: {
    /** All events of the game, if they go beyond the position shown. */
    events?: GameEvent[];
    current: number;
    onjump?: (n: number) => void;
    onjumpCard?: (drawn: number) => void;
  };
  /** Controls between the hands, and the height they need. */
  footer?: { controls: Snippet; desk: number; narrow: number };
  menu?: Snippet;
  /** A task above the table, which keeps its height. */
  banner?: Snippet;
  /** What comes and goes, at the upper edge of the sky. */
  notices?: Snippet;
  /** A layer over the table. */
  overlay?: Snippet;
  /** Other contents stand beside the board: unless it is a desk, the sky is above the hands. */
  upright?: boolean;
  /** Cards of a reviewed move: of the move made, and of a better one. */
  marks?: MarkedCard[];
}

export interface MarkedCard {
  drawn: number;
  kind: "made" | "better";
  /** A word on the card. */
  text: string;
}

type Contents = Omit<TableRoom, "width" | "height" | "insets">;

/** The height of the strip if suits may be announced: their signs get a separate row. */
const ANNOUNCING = 112;

export class BoardState {
  readonly selection: Selection;
  /** The available space. */
  width = $state(document.documentElement.clientWidth);
  height = $state(window.innerHeight);
  dragging = $state(false);
  /** Every card can be marked, even a small one. */
  markable = $state(false);
  /** Seats whose hands are shown as their owners see them. */
  ownerViews = $state<number[]>([]);
  /** The keyboard offers a choice of teammates. */
  choosingReceiver = $state(false);
  open = $state<"log" | "pile" | "keys" | "talk" | "status" | null>(null);
  details = $state.raw<{ seat: number; slot: number; note?: boolean } | null>(null);
  /** The move to explain. */
  explainedMove = $state.raw<GameEvent | null>(null);

  readonly view: View = $derived.by(() => this.source.view!);
  readonly table: Table = $derived.by(() => this.source.table!);
  /** The viewer's seat. */
  readonly me = $derived.by(() => this.view.seat);
  readonly myTurn = $derived.by(() => this.me !== null && this.view.player === this.me && !this.past);
  /** The events, without those taken back. */
  readonly events = $derived.by(() => withoutTakenBack(this.source.events));
  readonly level = $derived.by(() =>
    this.takesMoves ? allowedAids(settings.aids, this.table.options.aids) : settings.aids,
  );
  /** Whether the table shows conclusions, which paper cards do not. */
  readonly deduces = $derived.by(() => this.level === "deduce" || this.level === "expert");
  /** Whether the table keeps the moves of the game; at the level without aids the players do, as at a real table. */
  readonly remembers = $derived.by(() => this.level !== "paper" || !this.live || this.view.over !== null);
  readonly teammates = $derived.by(() => teammateSeats(this.view));
  readonly #conventionNotes = $derived.by(() => this.source.conventions?.at(this.view.actions) ?? []);
  /** The events since the player's last action. */
  readonly recent = $derived.by(() => eventsSinceOwnAction(this.events, this.me));
  /** Slots that a recent clue touched, per seat. */
  readonly touched = $derived.by(() => recentlyTouchedSlots(this.recent));
  readonly changes = $derived.by(() => changesIn(this.recent));
  readonly lastClue = $derived.by(() => (this.view.over ? null : lastClue(this.events, this.view.hands)));

  /** The full hand size: cards keep their places when hands shrink. */
  #handSize = 0;
  /** Recomputed only when the contents change, not with every move. */
  readonly #contents = $derived.by(() => JSON.stringify(this.#room()));
  readonly layout: TableLayout = $derived.by(() => {
    const room = JSON.parse(this.#contents) as Contents;
    return tableLayout({ ...room, width: this.width, height: this.height });
  });
  readonly desk = $derived.by(() => this.layout.mode === "desk");
  /** The seat that a clue is being given to. */
  readonly receiver = $derived.by(() => (this.selection.canClue ? (this.selection.teammate?.seat ?? null) : null));

  constructor(readonly props: BoardProps) {
    this.selection = new Selection(
      props.source,
      () => this.level,
      () => this.takesMoves && !this.past,
      tableControls()?.planned,
    );
  }

  get source(): BoardSource {
    return this.props.source;
  }

  get live(): boolean {
    return (this.props.mode ?? "live") === "live";
  }

  get takesMoves(): boolean {
    return this.props.mode !== "replay";
  }

  /** An earlier position of the running game is shown. */
  get past(): boolean {
    return this.source.rewind?.isPast ?? false;
  }

  /** Players may talk. */
  get talks(): boolean {
    return this.live && this.source.you.seat !== null && this.table.options.communication !== "silent";
  }

  /** Whether the user can ask why a move was made: a bot's, from what is public. */
  explains(move: GameEvent): boolean {
    const by = moverOf(move);
    return (
      by !== null && this.table.seats[by].kind === "bot" && this.source.rewind !== undefined && this.level !== "paper"
    );
  }
  /** Players may comment on a move. */
  get reacts(): boolean {
    return this.talks && mayReact(this.table, this.view);
  }
  noteOn(drawn: number): string {
    return this.source.you.notes[drawn] ?? "";
  }

  conventionOn(seat: number, slot: number): ConventionNote | undefined {
    return this.#conventionNotes.find((note) => note.seat === seat && note.slot === slot);
  }

  /** The slots of a hand in the order shown. */
  orderOf(seat: number): number[] {
    const { order } = this.view.hands[seat];
    return settings.newest === "left" ? [...order].reverse() : order;
  }

  /** The player chose a card, or a whole hand if there is no slot. */
  select(seat: number, slot: number | null): void {
    this.choosingReceiver = false;
    const jump = this.props.timeline?.onjumpCard;
    if (jump && slot !== null) jump(this.view.hands[seat].cards[slot].drawn);
    else if (seat === this.me) this.selection.selectOwn(slot!);
    else this.selection.selectTeammate(seat, slot);
  }

  toggleOwnerView(seat: number): void {
    this.ownerViews = this.ownerViews.includes(seat)
      ? this.ownerViews.filter((other) => other !== seat)
      : [...this.ownerViews, seat];
  }

  #room(): Contents {
    const { view, selection, table, props } = this;
    this.#handSize = Math.max(this.#handSize, ...view.hands.map(({ cards }) => cards.length));
    const narrow = Math.min(innerWidth, innerHeight) < 600;
    return {
      players: view.hands.length,
      handSize: this.#handSize,
      suits: view.suits.length,
      own: this.me !== null,
      knowledge: this.level !== "paper",
      size: settings.cards,
      upright: props.upright,
      strip: props.footer
        ? props.footer[narrow ? "narrow" : "desk"]
        : table.rules.choreography && this.takesMoves
          ? ANNOUNCING
          : 0,
      choosing: selection.canClue && selection.teammate ? this.teammates.indexOf(selection.teammate.seat) : null,
    };
  }
}

const KEY = Symbol("board");
export const provideBoardState = (board: BoardState): BoardState => setContext(KEY, board);
export const boardState = (): BoardState => getContext<BoardState>(KEY);
