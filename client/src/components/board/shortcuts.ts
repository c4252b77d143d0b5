/** The board's keyboard shortcuts: maps a key to a command in the current situation. */
import type { Word } from "../../lib/net/protocol";
import { SUIT_OF_LETTER } from "../../lib/game/suits";

export type ShortcutCommand =
  | { type: "help" | "toggle_log" | "toggle_owner_views" | "start_clue" | "give_clue" | "nothing" }
  | { type: "step_back" | "step_forward" }
  | { type: "select_teammate"; seat: number }
  | { type: "name_clue"; to: number; about: Word }
  | { type: "select_own" | "play" | "discard" | "details"; slot: number };

export interface ShortcutContext {
  /** The other players' seats, in display order. */
  teammates: number[];
  /** The number of cards the player holds; 0 for a spectator. */
  ownCards: number;
  /** The player may give a clue now, or plan one. */
  canClue: boolean;
  /** A clue was started by keyboard and needs a receiver. */
  choosingReceiver: boolean;
  ownSlot: number | null;
  teammate: number | null;
  hasPreview: boolean;
  /** The board can show earlier positions of a running game. */
  canRewind: boolean;
  /** The focus is on a button, which handles Enter itself. */
  onButton: boolean;
}

/** Null for a key without a meaning here. */
export function shortcutCommand(pressed: string, context: ShortcutContext): ShortcutCommand | null {
  const key = pressed.toLowerCase();
  const digit = /^[1-9]$/.test(key) ? Number(key) : 0;
  if (key === "?") return { type: "help" };
  if (key === "l") return { type: "toggle_log" };
  if (key === "e") return { type: "toggle_owner_views" };
  if (context.canRewind && key === "[") return { type: "step_back" };
  if (context.canRewind && key === "]") return { type: "step_forward" };
  if (context.choosingReceiver && digit && context.teammate === null) {
    const seat = context.teammates[digit - 1];
    return seat === undefined ? { type: "nothing" } : { type: "select_teammate", seat };
  }
  const about = digit || SUIT_OF_LETTER[key];
  if (context.canClue && context.teammate !== null && about) return { type: "name_clue", to: context.teammate, about };
  if (key === "c" && context.canClue) return { type: "start_clue" };
  if (key === "enter" && context.hasPreview && !context.onButton) return { type: "give_clue" };
  if (digit && digit <= context.ownCards) return { type: "select_own", slot: digit - 1 };
  if (context.ownSlot === null) return null;
  if (key === "p") return { type: "play", slot: context.ownSlot };
  if (key === "x") return { type: "discard", slot: context.ownSlot };
  if (key === "n" && context.ownCards) return { type: "details", slot: context.ownSlot };
  return null;
}
