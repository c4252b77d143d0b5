/** Puzzles: from the server, or offline from the cached bundle. */
import { ApiError, request, type Frame } from "../net/api";
import type { Choice, Table } from "../net/protocol";

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
  /** The number of actions before it. */
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
  /** Only from the server: the puzzle's difficulty and the solver's rating. */
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
/** Has the service worker cache the bundle for offline use. */
export const cacheBundle = (lang: string): void => void loadBundle(lang).catch(() => {});

/** One puzzle to solve. Offline it comes from the cached bundle, which includes the answers. */
export class PuzzleSession {
  private constructor(
    readonly task: PuzzleTask,
    readonly cached: WholePuzzle | null,
  ) {}

  get offline(): boolean {
    return this.cached !== null;
  }

  /** The puzzle with this id; "next" is one not tried before. */
  static async load(id: string, theme: string | null, lang: string): Promise<PuzzleSession> {
    try {
      const query = new URLSearchParams({ lang, ...(theme ? { theme } : {}) });
      return new PuzzleSession(await request("GET", `/puzzles/${id}?${query}`), null);
    } catch (error) {
      if (error instanceof ApiError) throw error;
      const { puzzles } = await loadBundle(lang);
      const matching = puzzles.filter((puzzle) =>
        id === "next" ? !theme || puzzle.theme === theme : puzzle.puzzle === id,
      );
      const chosen = (matching.length ? matching : puzzles)[
        Math.floor(Math.random() * (matching.length || puzzles.length))
      ];
      return new PuzzleSession(chosen, chosen);
    }
  }

  /** Whether a move is the solution; without a move the solver gives up. */
  async answer(action: Choice | null, lang: string): Promise<PuzzleAnswer> {
    if (!this.cached) return request("POST", `/puzzles/${this.task.puzzle}/answer?lang=${lang}`, { action });
    const answer = action && this.cached.answers.find((answer) => sortedJson(answer.action) === sortedJson(action));
    return { ...this.cached, text: answer ? answer.text : this.cached.given_up, right: answer ? answer.right : false };
  }
}
