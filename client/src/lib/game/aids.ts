/** Aid levels: how much the board helps with knowledge about cards. */
import { AID_LEVELS, type AidLevel } from "../net/protocol";

/** Whether this level shows conclusions from the clues, not only the clues. */
export const showsDeductions = (level: AidLevel): boolean => level === "deduce" || level === "expert";

/** The lower of the player's chosen level and the table's limit. */
export const allowedAids = (chosen: AidLevel, limit: AidLevel): AidLevel =>
  AID_LEVELS[Math.min(AID_LEVELS.indexOf(limit), AID_LEVELS.indexOf(chosen))];
