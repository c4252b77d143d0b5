/** A finished game and its variations: frames, comments, and saving as a study. */
import type { Frame, GameReference, Replay, StudyResponse, Variation } from "../net/api-types";
import { loadReplay } from "../net/api";
import type { Choice } from "../net/protocol";
import { dropDraft, keepDraft, loadDraft } from "./study-drafts";
import { createStudy, loadPosition, loadStudy, rememberStudyToken, studyToken, updateStudy } from "./studies";

const SAVE_DELAY = 700;
const RETRY_DELAY = 5000;

export interface ReplayPosition {
  line: number;
  turn: number;
  /** The viewpoint: a seat, or "all". */
  seat: string;
}

export class VariationTree {
  lines = $state.raw<Variation[]>([{ parent: 0, after: 0, actions: [], comments: {} }]);
  title = $state("");
  /** The game itself, as the chosen seat saw it. */
  replay = $state.raw<Replay | null>(null);
  /** Frames of the other lines, with all hands open. */
  lineFrames = $state.raw<Record<number, Frame[]>>({});
  saved = $state<"no" | "yes" | "waiting" | "stale">("no");
  editable = $state(true);
  /** The table where a study's game was played. */
  originTable = $state<string | null>(null);
  #revision = 0;
  #opened: Promise<void> | null = null;
  #timer = 0;
  #loading: Promise<unknown> = Promise.resolve();

  /** With `keeps` variations are stored in the study, or as a draft in this browser. */
  constructor(
    readonly game: GameReference,
    readonly keeps = true,
  ) {
    this.lines = (keeps && game.table && loadDraft(game.table)) || this.lines;
  }

  get study(): string | null {
    return this.game.study ?? null;
  }

  async load(seat: string): Promise<void> {
    const replay = loadReplay({ ...this.game, line: 0 }, seat);
    this.#loading = replay;
    this.replay = await replay;
  }

  /** Loads the lines of a study, once. */
  open(): Promise<void> {
    this.#opened ??= this.study ? loadStudy(this.study).then((study) => this.setStudy(study)) : Promise.resolve();
    return this.#opened;
  }

  setStudy(study: StudyResponse): void {
    this.originTable = study.table;
    this.lines = study.lines;
    this.title = study.title;
    this.#revision = study.revision;
    this.editable = this.keeps && (study.yours || studyToken(study.study) !== null);
    this.saved = "yes";
  }

  /** The number of actions to the end of a line. */
  length(line: number): number {
    if (line === 0) return (this.replay?.frames.length ?? 1) - 1;
    return this.lines[line].after + this.lines[line].actions.length;
  }

  frames(line: number): Frame[] {
    return (line === 0 ? this.replay?.frames : this.lineFrames[line]) ?? [];
  }

  async loadLine(line: number): Promise<void> {
    if (line === 0 || this.lineFrames[line]) return;
    const frames = this.study
      ? (await loadReplay({ ...this.game, line }, "all")).frames
      : await this.#draftFrames(line);
    this.lineFrames = { ...this.lineFrames, [line]: frames };
  }

  /** The server does not know unsaved lines: their positions are requested one by one. */
  async #draftFrames(line: number): Promise<Frame[]> {
    const { parent, after, actions } = this.lines[line];
    await this.#loading;
    await this.loadLine(parent);
    const frames = this.frames(parent).slice(0, after + 1);
    for (const turn of actions.map((_, place) => after + place)) {
      const frame = await this.position(line, turn + 1);
      frames.push({ ...frame, events: frame.events.map((event) => ({ ...event, n: turn })) });
    }
    return frames;
  }

  /** The line a position belongs to: lines share everything before they branch off. */
  owner(line: number, turn: number): number {
    while (line > 0 && turn <= this.lines[line].after) line = this.lines[line].parent;
    return line;
  }

  /** The path to a position: the number of actions of the game itself, and the further actions. */
  path(line: number, turn: number): { after: number; actions: string[] } {
    const owner = this.owner(line, turn);
    if (owner === 0) return { after: turn, actions: [] };
    const { parent, after, actions } = this.lines[owner];
    const before = this.path(parent, after);
    return { after: before.after, actions: [...before.actions, ...actions.slice(0, turn - after)] };
  }

  async position(line: number, turn: number): Promise<Frame> {
    const { after, actions } = this.path(line, turn);
    return (await loadPosition({ ...this.game, line: 0 }, after, actions)).frame;
  }

  /** Tries an action at a position; returns the resulting line, existing or new, and turn. */
  async tryChoice(line: number, turn: number, choice: Choice): Promise<{ line: number; turn: number }> {
    const { after, actions } = this.path(line, turn);
    const { action, frame } = await loadPosition({ ...this.game, line: 0 }, after, actions, choice);
    const owner = this.owner(line, turn);
    const next = owner === 0 ? this.replay!.actions[turn] : this.lines[owner].actions[turn - this.lines[owner].after];
    if (next === action) return { line: owner, turn: turn + 1 };
    const existing = this.lines.findIndex(
      (other, index) => index > 0 && other.parent === owner && other.after === turn && other.actions[0] === action,
    );
    if (existing > 0) {
      await this.loadLine(existing);
      return { line: existing, turn: turn + 1 };
    }
    await this.loadLine(owner);
    const framesBefore = this.frames(owner).slice(0, turn + 1);
    const added = { ...frame, events: frame.events.map((event) => ({ ...event, n: turn })) };
    const target = this.#append(owner, turn, action!);
    this.lineFrames = { ...this.lineFrames, [target]: [...framesBefore, added] };
    this.#changed();
    return { line: target, turn: turn + 1 };
  }

  /** Adds a line that branches off after `turn`, without saving it; returns its number. */
  async addLine(turn: number, actions: string[]): Promise<number> {
    const positions = await Promise.all(
      actions.map((_, place) => loadPosition({ ...this.game, line: 0 }, turn, actions.slice(0, place + 1))),
    );
    const added = positions.map(({ frame }, place) => ({
      ...frame,
      events: frame.events.map((event) => ({ ...event, n: turn + place })),
    }));
    const before = this.frames(0).slice(0, turn + 1);
    this.lines = [...this.lines, { parent: 0, after: turn, actions, comments: {} }];
    const line = this.lines.length - 1;
    this.lineFrames = { ...this.lineFrames, [line]: [...before, ...added] };
    return line;
  }

  /** The line that continues with `actions` after the first `after` of the game; added if it does not exist. */
  async follow(after: number, actions: string[]): Promise<number> {
    if (!actions.length) return 0;
    const begins = (short: string[], long: string[]): boolean => short.every((action, place) => action === long[place]);
    const existing = this.lines.findIndex((_, index) => {
      const path = this.path(index, this.length(index));
      return index > 0 && path.after === after && begins(actions, path.actions);
    });
    if (existing > 0) {
      await this.loadLine(existing);
      return existing;
    }
    const grown = this.lines.findIndex(
      (line, index) => index > 0 && !line.parent && line.after === after && begins(line.actions, actions),
    );
    if (grown < 0) return this.addLine(after, actions);
    await this.loadLine(grown);
    const frames = [...this.frames(grown)];
    for (let turn = frames.length - 1; turn < after + actions.length; turn++) {
      const { frame } = await loadPosition({ ...this.game, line: 0 }, after, actions.slice(0, turn - after + 1));
      frames.push({ ...frame, events: frame.events.map((event) => ({ ...event, n: turn })) });
    }
    this.lines = this.lines.map((line, index) => (index === grown ? { ...line, actions } : line));
    this.lineFrames = { ...this.lineFrames, [grown]: frames };
    return grown;
  }

  /** Adds an action after `turn` of a line: extends the line at its end, otherwise branches off a new line. */
  #append(line: number, turn: number, action: string): number {
    if (line > 0 && turn === this.length(line)) {
      this.lines = this.lines.map((other, index) =>
        index === line ? { ...other, actions: [...other.actions, action] } : other,
      );
      return line;
    }
    this.lines = [...this.lines, { parent: line, after: turn, actions: [action], comments: {} }];
    return this.lines.length - 1;
  }

  comment(line: number, turn: number): string {
    return this.lines[this.owner(line, turn)].comments[turn] ?? "";
  }

  setComment(line: number, turn: number, text: string): void {
    const owner = this.owner(line, turn);
    if (text.trim() === this.comment(line, turn)) return;
    this.lines = this.lines.map((other, index) => {
      if (index !== owner) return other;
      const { [turn]: _, ...comments } = other.comments;
      return { ...other, comments: text.trim() ? { ...comments, [turn]: text.trim() } : comments };
    });
    this.#changed();
  }

  rename(title: string): void {
    this.title = title;
    this.#changed();
  }

  /** Removes a line and its branches. */
  remove(line: number): void {
    const removed = new Set([line]);
    this.lines.forEach(({ parent }, index) => index > line && removed.has(parent) && removed.add(index));
    const indexes = new Map<number, number>();
    this.lines.forEach((_, index) => !removed.has(index) && indexes.set(index, indexes.size));
    this.lineFrames = Object.fromEntries(
      Object.entries(this.lineFrames).flatMap(([index, frames]) =>
        indexes.has(Number(index)) ? [[indexes.get(Number(index))!, frames]] : [],
      ),
    );
    this.lines = this.lines.flatMap((other, index) =>
      removed.has(index) ? [] : [{ ...other, parent: indexes.get(other.parent) ?? 0 }],
    );
    this.#changed();
  }

  /** Saves the tree as a new study; returns its id. */
  async saveAs(title: string): Promise<string> {
    const { study, token } = await createStudy({ ...this.game, line: 0 }, title, this.lines);
    rememberStudyToken(study, token);
    if (this.game.table) dropDraft(this.game.table);
    return study;
  }

  #changed(): void {
    if (!this.study || !this.editable) {
      if (this.keeps && this.game.table) keepDraft(this.game.table, this.lines);
      this.saved = "no";
      return;
    }
    this.saved = "waiting";
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#save(), SAVE_DELAY);
  }

  async #save(): Promise<void> {
    const lines = this.lines;
    try {
      const token = studyToken(this.study!);
      const { revision } = await updateStudy(this.study!, this.#revision, this.title, lines, token);
      this.#revision = revision;
      if (this.lines === lines) this.saved = "yes";
      else this.#changed();
    } catch (error) {
      this.saved = (error as { code?: string }).code === "stale_study" ? "stale" : "no";
      if (this.saved === "no") this.#timer = setTimeout(() => void this.#save(), RETRY_DELAY);
    }
  }
}
