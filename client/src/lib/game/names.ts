/** Names of players, bots, cards and clues in the player's language. */
import type { Table, Word } from "../net/protocol";
import { settings } from "../app/settings.svelte";
import type { Face } from "./suits";
import { hasText, key, say } from "../app/texts.svelte";

export const playerName = (table: Table, seat: number): string =>
  table.seats[seat]?.name ?? say("web.seat.number", { seat: seat + 1 });

/** The player's name at a new table. */
export const ownName = (): string => settings.name || say("web.guest");

/** `team:2` is a level of `team` with its own texts; a bot without texts is shown by its name. */
function botWords(bot: string, part: "title" | "text"): string | null {
  const [family] = bot.split(":");
  const textKey = [bot.replace(":", "."), family].map((name) => `bot.${name}.${part}`).find(hasText);
  return textKey ? say(textKey) : null;
}
/** Bots whose clues are a code that only bots of this type can read. */
const CODED = ["hat", "search"];
export const speaksInCode = (bot: string): boolean => CODED.includes(bot);
export const botTitle = (bot: string): string => botWords(bot, "title") ?? bot;
export const botText = (bot: string): string =>
  [botWords(bot, "text"), speaksInCode(bot) ? say("bot.coded") : null].filter(Boolean).join(" ");

export const cardName = (face: Face): string => say(key("card", face.suit), { rank: face.rank });
export const clueName = (about: Word): string => (typeof about === "number" ? String(about) : say(key("suit", about)));
