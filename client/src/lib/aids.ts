/** How much help the board gives with what is known of cards. */
import { AID_LEVELS, type AidLevel } from "./protocol";

/** Whether this level shows what follows from the clues, and not the clues alone. */
export const showsDeductions = (level: AidLevel): boolean => level === "deduce" || level === "expert";

/** The lower of the level that the player wants and the one that the table allows. */
export const allowedAids = (wanted: AidLevel, limit: AidLevel): AidLevel =>
  AID_LEVELS[Math.min(AID_LEVELS.indexOf(limit), AID_LEVELS.indexOf(wanted))];
