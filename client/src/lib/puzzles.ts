/** Puzzles: from the server, or without one from the bundle that the browser has kept. */
import { ApiError, request, type Frame } from "./api";
import type { Choice, Table } from "./protocol";

export interface PuzzleSolver {
  rating: number;
  deviation: number;
  tried: number;
  solved: number;
}

export interface PuzzleOverview {
  themes: Record<string, number>;
  daily: string | null;
  you: PuzzleSolver;
}

export interface PuzzleTask {
  puzzle: string;
  seat: number;
  players: string[];
  rules: Table["rules"];
  task: string[];
  /** How many actions came before. */
  before: number;
  /** The last rounds as the player to move saw them. */
  frames: Frame[];
}

export interface PuzzleAnswer {
  text: string;
  right: boolean;
  theme: string;
  solution: Choice;
  why: string[];
  /** The position, then the solution and how the game goes on, all hands open. */
  line: Frame[];
  /** Only where the server counts: the difficulty of the puzzle and the strength of the solver. */
  rating?: number;
  you?: PuzzleSolver;
}

interface WholePuzzle extends PuzzleTask, Omit<PuzzleAnswer, "text" | "right"> {
  answers: { action: Choice; right: boolean; text: string }[];
  given_up: string;
}

const sortedJson = (choice: Choice): string => JSON.stringify(choice, Object.keys(choice).sort());

export const loadOverview = (): Promise<PuzzleOverview> => request("GET", "/puzzles");

const loadBundle = (lang: string): Promise<{ puzzles: WholePuzzle[] }> =>
  request("GET", `/puzzles/bundle?lang=${lang}`);
/** Has the browser keep puzzles for when there is no connection. */
export const keepBundle = (lang: string): void => void loadBundle(lang).catch(() => {});

/** One puzzle to solve. Without a connection it is a kept one, which its own answers come with. */
export class PuzzleSession {
  private constructor(
    readonly task: PuzzleTask,
    readonly kept: WholePuzzle | null,
  ) {}

  get offline(): boolean {
    return this.kept !== null;
  }

  /** The puzzle with this id; "next" is one that was not tried before. */
  static async load(id: string, theme: string | null, lang: string): Promise<PuzzleSession> {
    try {
      const wanted = new URLSearchParams({ lang, ...(theme ? { theme } : {}) });
      return new PuzzleSession(await request("GET", `/puzzles/${id}?${wanted}`), null);
    } catch (error) {
      if (error instanceof ApiError) throw error;
      const { puzzles } = await loadBundle(lang);
      const fitting = puzzles.filter((puzzle) =>
        id === "next" ? !theme || puzzle.theme === theme : puzzle.puzzle === id,
      );
      const chosen = (fitting.length ? fitting : puzzles)[
        Math.floor(Math.random() * (fitting.length || puzzles.length))
      ];
      return new PuzzleSession(chosen, chosen);
    }
  }

  /** Whether a move is the solution; without a move the solver gives up. */
  async answer(action: Choice | null, lang: string): Promise<PuzzleAnswer> {
    if (!this.kept) return request("POST", `/puzzles/${this.task.puzzle}/answer?lang=${lang}`, { action });
    const found = action && this.kept.answers.find((answer) => sortedJson(answer.action) === sortedJson(action));
    return { ...this.kept, text: found ? found.text : this.kept.given_up, right: found ? found.right : false };
  }
}
