/** Puzzles: from the server, offline from the cached bundle, or from the mistakes of a game. */
import type { PuzzleAnswer, PuzzleBundle, PuzzleOverview, PuzzleTask, WholePuzzle } from "../net/api-types";
import { ApiError, request } from "../net/api";
import { browserStorage } from "../app/browser-storage";
import type { Choice } from "../net/protocol";
import { isSameChoice } from "../game/choices";
import { say } from "../app/texts.svelte";

/** Only the server knows whether it counted, the puzzle's difficulty and the solver's rating. */
export type Answer = Omit<PuzzleAnswer, "counted" | "rating" | "you"> & Partial<PuzzleAnswer>;

export const loadOverview = (): Promise<PuzzleOverview> => request("GET /api/puzzles");

const loadBundle = (lang: string): Promise<PuzzleBundle> => request("GET /api/puzzles/bundle", { lang });
/** Has the service worker cache the bundle for offline use. */
export const cacheBundle = (lang: string): void => void loadBundle(lang).catch(() => {});

/** Missed puzzles that this browser has solved since. */
const SOLVED_SINCE = "hanabi.puzzles.solved";
const MOST_SOLVED = 200;
export const solvedSince = (): string[] => (browserStorage().getItem(SOLVED_SINCE) ?? "").split(" ").filter(Boolean);
export function rememberSolved(puzzle: string): void {
  const known = solvedSince().filter((one) => one !== puzzle);
  browserStorage().setItem(SOLVED_SINCE, [...known, puzzle].slice(-MOST_SOLVED).join(" "));
}

/** One puzzle to solve. With `whole` the answers are known here: of a cached puzzle, or of a mistake. */
export class PuzzleSession {
  constructor(
    readonly task: PuzzleTask,
    readonly whole: WholePuzzle | null,
    /** Its result does not reach the server. */
    readonly offline = whole !== null,
  ) {}

  /** The puzzle with this id; "next" is one not tried before. */
  static async load(id: string, theme: string | null, lang: string): Promise<PuzzleSession> {
    try {
      const task =
        id === "next"
          ? await request("GET /api/puzzles/next", { lang, theme: theme ?? undefined })
          : await request("GET /api/puzzles/{puzzle}", { puzzle: id, lang });
      return new PuzzleSession(task, null);
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

  #withheld: Answer | null = null;

  /** The first wrong move gets another try, which does not count: null. Without a move the solver gives up. */
  async attempt(action: Choice | null, lang: string): Promise<Answer | null> {
    const first = this.#withheld;
    if (first) {
      const right = action !== null && (isSameChoice(first.solution, action) || (this.#known(action)?.right ?? false));
      return right ? { ...first, right, text: say("web.puzzle.found") } : first;
    }
    const answer = await this.answer(action, lang);
    if (answer.right || action === null) return answer;
    this.#withheld = answer;
    return null;
  }

  /** Whether a move is the solution; without a move the solver gives up. */
  async answer(action: Choice | null, lang: string): Promise<Answer> {
    const { puzzle } = this.task;
    if (!this.whole) return request("POST /api/puzzles/{puzzle}/answer", { puzzle, lang, body: { action } });
    const known = action && this.#known(action);
    return { ...this.whole, text: known ? known.text : this.whole.given_up, right: known?.right ?? false };
  }

  #known(action: Choice): WholePuzzle["answers"][number] | undefined {
    return this.whole?.answers.find((answer) => isSameChoice(answer.action, action));
  }
}
