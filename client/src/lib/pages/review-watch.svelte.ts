/** Follows the review of a game from its first rough curve to the end; requests it if there is none. */
import type { GameReference, ReviewResponse } from "../net/api-types";
import { language } from "../app/texts.svelte";
import { loadReview, requestReview } from "./reviews";

/** Milliseconds between polls until the review begins; later requests wait for news on the server. */
const POLL_DELAY = 800;

export class ReviewWatch {
  status = $state.raw<ReviewResponse | null>(null);
  failure = $state.raw<unknown>(null);
  #timer = 0;
  #closed = false;

  constructor(
    readonly game: GameReference,
    readonly ondone: () => void = () => {},
  ) {}

  get ongoing(): boolean {
    return this.status?.state === "waiting" || this.status?.state === "running";
  }

  async poll(): Promise<void> {
    try {
      const before = this.status;
      let loaded = await loadReview(this.game, language(), before?.review ? before.number : undefined);
      if (loaded.state === "none") loaded = await requestReview(this.game);
      if (this.#closed) return;
      if (loaded.state === "done" && before && before.state !== "done") this.ondone();
      // Keeps the current curve if an answer has nothing newer.
      this.status =
        loaded.review || !before?.review
          ? loaded
          : {
              ...loaded,
              review: before.review,
              sentences: before.sentences,
              moves: before.moves,
              number: before.number,
            };
      if (this.ongoing) this.#timer = window.setTimeout(() => void this.poll(), loaded.review ? 0 : POLL_DELAY);
    } catch (error) {
      this.failure = error;
    }
  }

  /** The sentences come in one language: loads them in the current one. */
  reload(): void {
    void loadReview(this.game, language()).then(
      (loaded) => (this.status = loaded),
      () => {},
    );
  }

  async retry(): Promise<void> {
    this.status = await requestReview(this.game);
    this.#timer = window.setTimeout(() => void this.poll(), POLL_DELAY);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }
}
