/** Puzzles: from the server, or offline from the cached bundle. */
import type { PuzzleAnswer, PuzzleBundle, PuzzleOverview, PuzzleTask, WholePuzzle } from "../net/api-types";
import { ApiError, request } from "../net/api";
import type { Choice } from "../net/protocol";
import { isSameChoice } from "../game/choices";
import { say } from "../app/texts.svelte";

/** Only the server knows whether it counted, the puzzle's difficulty and the solver's rating. */
export type Answer = Omit<PuzzleAnswer, "counted" | "rating" | "you"> & Partial<PuzzleAnswer>;

export const loadOverview = (): Promise<PuzzleOverview> => request("GET /api/puzzles");

const loadBundle = (lang: string): Promise<PuzzleBundle> => request("GET /api/puzzles/bundle", { lang });
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
    if (first && action && isSameChoice(first.solution, action))
      return { ...first, right: true, text: say("web.puzzle.found") };
    if (first) return first;
    const answer = await this.answer(action, lang);
    if (answer.right || action === null) return answer;
    this.#withheld = answer;
    return null;
  }

  /** Whether a move is the solution; without a move the solver gives up. */
  async answer(action: Choice | null, lang: string): Promise<Answer> {
    const { puzzle } = this.task;
    if (!this.cached) return request("POST /api/puzzles/{puzzle}/answer", { puzzle, lang, body: { action } });
    const answer = action && this.cached.answers.find((answer) => isSameChoice(answer.action, action));
    return { ...this.cached, text: answer ? answer.text : this.cached.given_up, right: answer ? answer.right : false };
  }
}
