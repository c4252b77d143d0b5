/** Reviews of finished games, and the team bot's reasons for its actions. */
import { gamePath, request, type GameRef } from "./api";

/** A value of docs/review.md: a score to expect. */
export interface ReviewValue {
  score: number;
  error: number;
  perfect: number;
  exact: boolean;
}

export interface ReviewedTurn {
  index: number;
  turn: number;
  seat: number;
  action: string;
  before: ReviewValue;
  after: ReviewValue;
  best: { action: string; score: number; error: number; perfect: number }[];
  loss: number;
  level: "none" | "slight" | "mistake" | "blunder";
  knew: { card: string; possible: string[] }[];
  /** A better move instead, and how the game could have gone on. */
  line?: string[];
}

/** What the page needs of a review (docs/review.md). */
export interface Review {
  /** Before it is done: a curve from few games, then more and more moves judged. */
  stage?: "rough" | "refining" | "done";
  players: string[];
  max_score: number;
  turns: ReviewedTurn[];
  curve: ReviewValue[];
  turning_points: { index: number; change: number; cause: string }[];
  totals: {
    average: number;
    luck_deal: number;
    luck_draws: number;
    luck_cards: number;
    skill: number;
    reading?: number;
    result: number;
    by_seat: { seat: number; moves: number; loss: number; luck: number }[];
  };
}

/** A review on its way or done, with its sentences in the language asked for. */
export interface ReviewStatus {
  state: "none" | "waiting" | "running" | "done" | "failed";
  progress: number;
  ahead: number;
  review: Review | null;
  /** Counts the states of an unfinished review. */
  number: number;
  sentences: { headline: string; summary: string[]; turns: string[][]; turning_points: string[] } | null;
  moves: { made: string; best: string[] }[] | null;
  reason: string | null;
}

/** With `after` the answer waits a while for a later state than that. */
export const loadReview = (game: GameRef, lang: string, after?: number): Promise<ReviewStatus> =>
  request("GET", `${gamePath(game)}/review?lang=${lang}${after === undefined ? "" : `&after=${after}`}`);
export const requestReview = (game: GameRef): Promise<ReviewStatus> => request("POST", `${gamePath(game)}/review`, {});

export interface Reason {
  seat: number;
  sentence: string;
}

/** For each action: why the team bot made it, and what its hearers read in it. */
export const loadReasons = (game: GameRef, lang: string): Promise<{ actions: Reason[][] }> =>
  request("GET", `${gamePath(game)}/reasons?lang=${lang}`);
