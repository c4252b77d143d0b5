/** Reviews of finished games, and the team bot's reasons for its actions. */
import type { GameExplanations, GameReference, ReviewResponse } from "../net/api-types";
import { gameRequest } from "../net/api";

/** With `after` the server waits a while for a newer version. */
export const loadReview = (game: GameReference, lang: string, after?: number): Promise<ReviewResponse> =>
  gameRequest("GET /api/studies/{study}/review", game, { lang, after });
export const requestReview = (game: GameReference): Promise<ReviewResponse> =>
  gameRequest("POST /api/studies/{study}/review", game, {});

/** For each action: why the team bot made it, and how its teammates read it. */
export const loadReasons = (game: GameReference, lang: string): Promise<GameExplanations> =>
  gameRequest("GET /api/studies/{study}/reasons", game, { lang });
