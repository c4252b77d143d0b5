/** A finished game and the ways it could have gone: where we are in it, and what was tried. Rules stay with the server. */
import type { Frame, GameOf, Replay } from "./api";
import { replayOf } from "./api";
import { keepStudy, makeStudy, positionOf, rememberToken, tokenOf, type Line, type Study } from "./studies";
import type { Choice } from "./protocol";

const fresh = (): Line => ({ parent: 0, after: 0, actions: [], comments: {} });
const PAUSE = 700;

export class Tree {
  lines = $state.raw<Line[]>([fresh()]);
  title = $state("");
  /** Frames of whole lines, with all hands open; the game itself through the eyes that were asked for. */
  frames = $state.raw<Record<number, Frame[]>>({});
  game = $state.raw<Replay | null>(null);
  saved = $state<"no" | "yes" | "waiting" | "stale">("no");
  editable = $state(true);
  #revision = 0;
  #timer = 0;

  constructor(readonly of: GameOf) {}

  get study(): string | null {
    return this.of.study ?? null;
  }

  async load(seat: string): Promise<void> {
    this.game = await replayOf({ ...this.of, line: 0 }, seat);
  }

  take(study: Study): void {
    this.lines = study.lines;
    this.title = study.title;
    this.#revision = study.revision;
    this.editable = study.yours || tokenOf(study.study) !== null;
    this.saved = "yes";
  }

  /** How many actions lead to the end of a line. */
  length(line: number): number {
    if (line === 0) return (this.game?.frames.length ?? 1) - 1;
    return this.lines[line].after + this.lines[line].actions.length;
  }

  frame(line: number, turn: number): Frame | null {
    const own = line === 0 ? this.game?.frames : this.frames[line];
    return own?.[turn] ?? null;
  }

  async show(line: number): Promise<void> {
    if (line === 0 || this.frames[line]) return;
    const { frames } = await replayOf({ ...this.of, line }, "all");
    this.frames = { ...this.frames, [line]: frames };
  }

  /** The line that a position belongs to, nearest to the game itself. */
  home(line: number, turn: number): number {
    while (line > 0 && turn <= this.lines[line].after) line = this.lines[line].parent;
    return line;
  }

  /** What leads to a position: so many actions of the game itself, and then these. */
  way(line: number, turn: number): { after: number; actions: string[] } {
    const own = this.home(line, turn);
    if (own === 0) return { after: turn, actions: [] };
    const { parent, after, actions } = this.lines[own];
    const before = this.way(parent, after);
    return { after: before.after, actions: [...before.actions, ...actions.slice(0, turn - after)] };
  }

  async position(line: number, turn: number): Promise<Frame> {
    const { after, actions } = this.way(line, turn);
    return (await positionOf({ ...this.of, line: 0 }, after, actions)).frame;
  }

  /** Do something here; returns the line and turn that it leads to, known before or new. */
  async choose(line: number, turn: number, choice: Choice): Promise<{ line: number; turn: number }> {
    const { after, actions } = this.way(line, turn);
    const { action, frame } = await positionOf({ ...this.of, line: 0 }, after, actions, choice);
    const own = this.home(line, turn);
    const next = own === 0 ? this.game!.actions[turn] : this.lines[own].actions[turn - this.lines[own].after];
    if (next === action) return { line: own, turn: turn + 1 };
    const known = this.lines.findIndex(
      (other, at) => at > 0 && other.parent === own && other.after === turn && other.actions[0] === action,
    );
    if (known > 0) {
      await this.show(known);
      return { line: known, turn: turn + 1 };
    }
    await this.show(own);
    const so_far = (own === 0 ? this.game!.frames : this.frames[own]).slice(0, turn + 1);
    const numbered = { ...frame, events: frame.events.map((event) => ({ ...event, n: turn })) };
    let target = own;
    if (own > 0 && turn === this.length(own)) {
      this.lines = this.lines.map((other, at) =>
        at === own ? { ...other, actions: [...other.actions, action!] } : other,
      );
    } else {
      target = this.lines.length;
      this.lines = [...this.lines, { parent: own, after: turn, actions: [action!], comments: {} }];
    }
    this.frames = { ...this.frames, [target]: [...so_far, numbered] };
    this.#changed();
    return { line: target, turn: turn + 1 };
  }

  comment(line: number, turn: number): string {
    return this.lines[this.home(line, turn)].comments[turn] ?? "";
  }

  remark(line: number, turn: number, text: string): void {
    const own = this.home(line, turn);
    if (text.trim() === this.comment(line, turn)) return;
    this.lines = this.lines.map((other, at) => {
      if (at !== own) return other;
      const { [turn]: _, ...comments } = other.comments;
      return { ...other, comments: text.trim() ? { ...comments, [turn]: text.trim() } : comments };
    });
    this.#changed();
  }

  rename(title: string): void {
    this.title = title;
    this.#changed();
  }

  /** Take a line away, and all that grew from it. */
  remove(line: number): void {
    const gone = new Set([line]);
    this.lines.forEach(({ parent }, at) => at > line && gone.has(parent) && gone.add(at));
    const place = new Map<number, number>();
    this.lines.forEach((_, at) => !gone.has(at) && place.set(at, place.size));
    this.frames = Object.fromEntries(
      Object.entries(this.frames).flatMap(([at, frames]) =>
        place.has(Number(at)) ? [[place.get(Number(at))!, frames]] : [],
      ),
    );
    this.lines = this.lines.flatMap((other, at) =>
      gone.has(at) ? [] : [{ ...other, parent: place.get(other.parent) ?? 0 }],
    );
    this.#changed();
  }

  /** Save as a study of one's own; returns its id. */
  async keep(title: string): Promise<string> {
    const { study, token } = await makeStudy({ ...this.of, line: 0 }, title, this.lines);
    rememberToken(study, token);
    return study;
  }

  #changed(): void {
    if (!this.study || !this.editable) {
      this.saved = "no";
      return;
    }
    this.saved = "waiting";
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#save(), PAUSE);
  }

  async #save(): Promise<void> {
    const lines = this.lines;
    try {
      const { revision } = await keepStudy(this.study!, this.#revision, this.title, lines, tokenOf(this.study!));
      this.#revision = revision;
      if (this.lines === lines) this.saved = "yes";
      else this.#changed();
    } catch (error) {
      this.saved = (error as { code?: string }).code === "stale_study" ? "stale" : "no";
      if (this.saved === "no") this.#timer = setTimeout(() => void this.#save(), 5000);
    }
  }
}
