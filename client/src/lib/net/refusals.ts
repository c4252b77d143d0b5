/** The server's refusals in the player's language. */
import { ApiError } from "./api";
import { playerName } from "../game/names";
import type { Table, View } from "./protocol";
import { hasText, joinList, say } from "../app/texts.svelte";

/** A refused command: its reason code and the values of its sentence. */
export interface Refusal {
  code: string;
  values: Record<string, unknown>;
}

export function refusalText({ code, values }: Refusal, view: View | null = null, table: Table | null = null): string {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(values))
    texts[name] = Array.isArray(value) ? joinList(value.map(String), "or") : String(value);
  for (const full of [`table.refused.${code}`, `illegal.${code}`]) {
    if (!hasText(full)) continue;
    try {
      return say(full, texts);
    } catch {
      break;
    }
  }
  if (code === "wrong_player" && view && table && view.player !== null)
    return say("illegal.wrong_player", { player: playerName(table, view.player) });
  return say("web.refused", { code });
}

/** The text for a failed request: the server's reason, or `otherwise` when there was no answer. */
export const failureText = (error: unknown, otherwise: string = say("web.failed.text")): string =>
  error instanceof ApiError ? refusalText(error) : otherwise;
