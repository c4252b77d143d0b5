/** The board's reactions to events and to the turn: moments, announcements, the title of the tab. */
import { untrack } from "svelte";
import { announce, announceUrgently } from "../../lib/app/announcements.svelte";
import type { BoardSource } from "../../lib/table/board-source";
import { TableMoments } from "../../lib/moments/table-moments";
import { eventSentences } from "../../lib/game/sentences";
import { say } from "../../lib/app/texts.svelte";
import { notifyTurn, showTurnInTab } from "../../lib/app/turn-notification";

export interface FollowedBoard {
  source: BoardSource;
  heading: string;
  /** The game is being played, not replayed. */
  live: boolean;
  myTurn: boolean;
}

/** Call during the initialization of the board's component. */
export function followEvents(board: () => FollowedBoard): void {
  const moments = new TableMoments();
  $effect.pre(() => {
    const latest = board().source.latestEvents;
    untrack(() => {
      // Someone stepping through a game does not wait for the previous animation.
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
