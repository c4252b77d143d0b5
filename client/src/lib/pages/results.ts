/** Results of finished games: on one deal, of the daily deal, and the player's own statistics. */
import { request } from "../net/api";

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

/** Every finished game on the deal of this table. */
export const resultsOnDeal = (table: string): Promise<{ games: Result[]; counted: boolean }> =>
  request("GET", `/tables/${table}/others`);

export interface DailyDeal {
  players: number;
  table: string | null;
  finished: boolean;
  games: number;
}

export interface DailyDeals {
  day: string;
  ends_at: number;
  deals: DailyDeal[];
  /** Today's best result, and the number of days in a row with a daily deal. */
  score: number | null;
  max_score: number | null;
  streak: number;
}

export const dailyDeals = (): Promise<DailyDeals> => request("GET", "/daily");
export const playDailyDeal = (players: number, name: string, bot: string | null): Promise<{ table: string }> =>
  request("POST", "/daily", { players, name, bot });
export const dailyResults = (day: string, players: number): Promise<{ open: boolean; games: Result[] }> =>
  request("GET", `/daily/${day}/${players}`);

export interface GroupStatistics {
  name: string;
  games: number;
  mean: number;
  best: number;
  perfect: number;
}

export interface Statistics {
  whole: GroupStatistics;
  editions: GroupStatistics[];
  players: GroupStatistics[];
  partners: GroupStatistics[];
  bots: GroupStatistics[];
  scores: { max_score: number; score: number; games: number }[];
  lost: { strikes: number; discarded: number; misplayed: number; time: number };
  recent: Result[];
}

export const myStatistics = (): Promise<Statistics> => request("GET", "/me/games");
