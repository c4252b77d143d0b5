/** Names of players, bots, cards and clues in the player's language. */
import type { Table, Word } from "./protocol";
import { settings } from "./settings.svelte";
import type { Face } from "./suits";
import { hasText, key, say } from "./texts.svelte";

export const playerName = (table: Table, seat: number): string =>
  table.seats[seat]?.name ?? say("web.seat.number", { seat: seat + 1 });

/** The name this player goes by at a new table. */
export const ownName = (): string => settings.name || say("web.guest");

/** `team:2` is a level of `team`; a bot without texts of its own is called by its name. */
const botFamily = (bot: string): string => bot.split(":")[0];
const botWords = (bot: string, part: "title" | "text"): string | null =>
  hasText(`bot.${botFamily(bot)}.${part}`) ? say(key("bot", botFamily(bot), part)) : null;
export const botTitle = (bot: string): string => botWords(bot, "title") ?? bot;
export const botText = (bot: string): string => botWords(bot, "text") ?? "";

export const cardName = (face: Face): string => say(key("card", face.suit), { rank: face.rank });
export const clueName = (about: Word): string => (typeof about === "number" ? String(about) : say(key("suit", about)));
