/** Finished games: tried differently, saved, compared, opened and written for elsewhere. */
import { ask, type Frame, type GameOf } from "./api";
import type { Choice } from "./protocol";

/** `actions` after the first `after` of line `parent`; line 0 is the game itself. Comments go by actions done. */
export interface Line {
  parent: number;
  after: number;
  actions: string[];
  comments: Record<string, string>;
}

export interface Study {
  study: string;
  title: string;
  players: string[];
  actions: string[];
  lines: Line[];
  revision: number;
  table: string | null;
  yours: boolean;
}

export interface Made {
  study: string;
  token: string;
}

export const positionOf = (
  of: GameOf,
  after: number,
  actions: string[],
  choice?: Choice,
): Promise<{ action: string | null; frame: Frame }> =>
  ask("POST", "/positions", { of, after, actions, choice: choice ?? null });
export const makeStudy = (of: GameOf, title: string, lines: Line[]): Promise<Made> =>
  ask("POST", "/studies", { of, title, lines });
export const studyOf = (id: string): Promise<Study> => ask("GET", `/studies/${id}`);
export const keepStudy = (
  id: string,
  revision: number,
  title: string,
  lines: Line[],
  token: string | null,
): Promise<{ revision: number }> => ask("PUT", `/studies/${id}`, { revision, title, lines, token });
export const openGame = (text: string): Promise<Made> => ask("POST", "/open", { text });

export type Form = "record" | "hanab-live" | "link";
const place = ({ table, study }: GameOf): string => (table ? `/tables/${table}` : `/studies/${study}`);
export const exportOf = (of: GameOf, as: Form): Promise<{ text: string; remarks: string[] }> =>
  ask("GET", `${place(of)}/export?as=${as}${of.line ? `&line=${of.line}` : ""}`);

export interface Result {
  table: string | null;
  over_at: number;
  score: number;
  max_score: number;
  outcome: string;
  seats: { name: string; bot: string | null }[];
  casual: boolean;
  again: boolean;
  mine: boolean;
}

export const othersOn = (table: string): Promise<{ games: Result[]; counted: boolean }> =>
  ask("GET", `/tables/${table}/others`);

export interface DailyDeal {
  players: number;
  table: string | null;
  finished: boolean;
  games: number;
}

export const daily = (): Promise<{ day: string; ends_at: number; deals: DailyDeal[] }> => ask("GET", "/daily");
export const playDaily = (players: number, name: string, bot: string | null): Promise<{ table: string }> =>
  ask("POST", "/daily", { players, name, bot });
export const dailyResults = (day: string, players: number): Promise<{ open: boolean; games: Result[] }> =>
  ask("GET", `/daily/${day}/${players}`);

export interface Group {
  name: string;
  games: number;
  mean: number;
  best: number;
  perfect: number;
}

export interface Counted {
  whole: Group;
  editions: Group[];
  players: Group[];
  partners: Group[];
  bots: Group[];
  scores: { max_score: number; score: number; games: number }[];
  lost: { strikes: number; discarded: number; misplayed: number; time: number };
  recent: Result[];
}

export const myGames = (): Promise<Counted> => ask("GET", "/me/games");

/** A value of docs/review.md: a score to expect. */
export interface Value {
  score: number;
  error: number;
  perfect: number;
  exact: boolean;
}

/** What the page needs of a review (docs/review.md). */
export interface Review {
  players: string[];
  max_score: number;
  turns: {
    index: number;
    turn: number;
    seat: number;
    action: string;
    before: Value;
    after: Value;
    best: { action: string; score: number; error: number; perfect: number }[];
    loss: number;
    level: "none" | "slight" | "mistake" | "blunder";
    knew: { card: string; possible: string[] }[];
  }[];
  curve: Value[];
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

export interface Reviewed {
  state: "none" | "waiting" | "running" | "done" | "failed";
  progress: number;
  ahead: number;
  review: Review | null;
  sentences: { summary: string[]; turns: string[][]; turning_points: string[] } | null;
  moves: { made: string; best: string[] }[] | null;
  reason: string | null;
}

export const reviewOf = (of: GameOf, lang: string): Promise<Reviewed> => ask("GET", `${place(of)}/review?lang=${lang}`);
export const askReview = (of: GameOf): Promise<Reviewed> => ask("POST", `${place(of)}/review`, {});

/** Whoever has a study's token may change it; this browser remembers those it was given. */
const kept = (id: string) => `hanabi.study.${id}`;
export const tokenOf = (id: string): string | null => localStorage.getItem(kept(id));
export const rememberToken = (id: string, token: string): void => localStorage.setItem(kept(id), token);

export interface Spoken {
  seat: number;
  sentence: string;
}
/** For each action: why the team bot made it, and what its hearers read in it. */
export const reasonsOf = (of: GameOf, lang: string): Promise<{ actions: Spoken[][] }> =>
  ask("GET", `${place(of)}/reasons?lang=${lang}`);
