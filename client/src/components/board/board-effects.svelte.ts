/** What a board does when events arrive and when the turn passes: moments, announcements, the title of the tab. */
import { untrack } from "svelte";
import { announce, announceUrgently } from "../../lib/announcements.svelte";
import type { BoardSource } from "../../lib/board-source";
import { TableMoments } from "../../lib/moments/table-moments";
import { eventSentences } from "../../lib/sentences";
import { say } from "../../lib/texts.svelte";
import { notifyTurn, showTurnInTab } from "../../lib/turn-notification";

export interface FollowedBoard {
  source: BoardSource;
  heading: string;
  /** A game that is going on, not one that is looked at. */
  live: boolean;
  myTurn: boolean;
}

/** Call while the board's component is set up. */
export function followEvents(board: () => FollowedBoard): void {
  const moments = new TableMoments();
  $effect.pre(() => {
    const latest = board().source.latestEvents;
    untrack(() => {
      // Whoever steps through a game does not wait for the step before.
      if (!board().live) moments.skip();
      moments.capture(latest);
    });
  });
  $effect(() => {
    const latest = board().source.latestEvents;
    untrack(() => {
      const { table, view } = board().source;
      moments.show(latest, view!);
      announce(eventSentences(latest, table!, view!.seat).join(" "));
    });
  });
  $effect(() => {
    const { live, myTurn, heading } = board();
    if (live) showTurnInTab(myTurn, heading);
  });
  $effect(() => {
    const { live, myTurn } = board();
    if (!myTurn || !live) return;
    untrack(() => {
      announceUrgently(say("web.your_turn"));
      notifyTurn();
    });
  });
  $effect(() => () => {
    showTurnInTab(false, untrack(board).heading);
    moments.skip();
  });
}
