/** The people who watch a game: what they see, and who they are. */
import { joinList, say } from "../app/texts.svelte";
import type { Options, Table } from "../net/protocol";

export function watchingText({ spectators, spectator_delay: moves }: Options): string {
  if (!moves) return say("web.watching");
  return say(spectators === "open" ? "web.watching.open" : "web.watching.public", { moves });
}

/** Everybody who watches; those who are not signed in are guests. Empty if nobody does. */
export function viewersText({ watching, viewers }: Pick<Table, "watching" | "viewers">): string {
  if (!watching) return "";
  const guests = watching - viewers.length;
  const people = [...viewers, ...(guests > 0 ? [say("web.viewers.guests", { guests })] : [])];
  return say("web.viewers", { people: joinList(people) });
}
