/** Results of finished games: on one deal, of the daily deal, and the player's own statistics. */
import type { DailyOverview, DailyResults, DealResults, GameStatistics, TableOpened } from "../net/api-types";
import { request } from "../net/api";

/** Every finished game on the deal of this table. */
export const resultsOnDeal = (table: string): Promise<DealResults> =>
  request("GET /api/tables/{table}/others", { table });

export const dailyDeals = (): Promise<DailyOverview> => request("GET /api/daily");
/** `day`: an earlier one, which does not count. */
export const playDailyDeal = (
  players: number,
  name: string,
  bot: string | null,
  day: string | null = null,
): Promise<TableOpened> => request("POST /api/daily", { body: { players, name, bot, day } });
export const dailyResults = (day: string, players: number): Promise<DailyResults> =>
  request("GET /api/daily/{day}/{players}", { day, players });

export const myStatistics = (): Promise<GameStatistics> => request("GET /api/me/games");
