/** Reviews of finished games, and the team bot's reasons for its actions. */
import { gamePath, request, type GameRef } from "../net/api";

/** An expected score, see docs/review.md. */
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
  /** A better move, and how the game could have continued. */
  line?: string[];
}

/** The parts of a review that the page uses (docs/review.md). */
export interface Review {
  /** Present while unfinished: first a rough curve, then more and more judged moves. */
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

/** A pending or finished review, with sentences in the requested language. */
export interface ReviewStatus {
  state: "none" | "waiting" | "running" | "done" | "failed";
  progress: number;
  ahead: number;
  review: Review | null;
  /** The version number of an unfinished review. */
  number: number;
  sentences: { headline: string; summary: string[]; turns: string[][]; turning_points: string[] } | null;
  moves: { made: string; best: string[] }[] | null;
  reason: string | null;
}

/** With `after` the server waits a while for a newer version. */
export const loadReview = (game: GameRef, lang: string, after?: number): Promise<ReviewStatus> =>
  request("GET", `${gamePath(game)}/review?lang=${lang}${after === undefined ? "" : `&after=${after}`}`);
export const requestReview = (game: GameRef): Promise<ReviewStatus> => request("POST", `${gamePath(game)}/review`, {});

export interface Reason {
  seat: number;
  sentence: string;
}

/** For each action: why the team bot made it, and how its teammates read it. */
export const loadReasons = (game: GameRef, lang: string): Promise<{ actions: Reason[][] }> =>
  request("GET", `${gamePath(game)}/reasons?lang=${lang}`);
