/** The people who watch a game: what they see, and who they are. */
import { joinList, say } from "../app/texts.svelte";
import type { Options, Table, View } from "../net/protocol";

/** What a spectator sees; the hands of games that count are hidden until the end. */
export function watchingText({ spectator_delay: moves }: Options, { hands }: Pick<View, "hands">): string {
  if (!moves) return say("web.watching");
  const isOpen = hands.every(({ cards }) => cards.every(({ card }) => card !== null));
  return say(isOpen ? "web.watching.open" : "web.watching.public", { moves });
}

/** Everybody who watches; those who are not signed in are guests. Empty if nobody does. */
export function viewersText({ watching, viewers }: Pick<Table, "watching" | "viewers">): string {
  if (!watching) return "";
  const guests = watching - viewers.length;
  const people = [...viewers, ...(guests > 0 ? [say("web.viewers.guests", { guests })] : [])];
  return say("web.viewers", { people: joinList(people) });
}
