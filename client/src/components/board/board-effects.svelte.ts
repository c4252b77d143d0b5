/** The board's reactions to events and to the turn: moments, announcements, the title of the tab. */
import { untrack } from "svelte";
import { announce, announceUrgently } from "../../lib/app/announcements.svelte";
import type { BoardState } from "../../lib/table/board.svelte";
import { TableMoments } from "../../lib/moments/table-moments";
import { eventSentences } from "../../lib/game/sentences";
import { say } from "../../lib/app/texts.svelte";
import { notifyTurn, showTurnInTab } from "../../lib/app/turn-notification";

/** Call during the initialization of the board's component. */
export function followEvents(board: BoardState): void {
  const moments = new TableMoments();
  $effect.pre(() => {
    const latest = board.source.latestEvents;
    untrack(() => {
      // Someone stepping through a game does not wait for the previous animation.
      if (!board.live) moments.skip();
      moments.capture(latest);
    });
  });
  $effect(() => {
    const latest = board.source.latestEvents;
    untrack(() => {
      const { table, view } = board.source;
      moments.show(latest, view!);
      announce(eventSentences(latest, table!, view!.seat).join(" "));
    });
  });
  $effect(() => {
    if (board.live) showTurnInTab(board.myTurn, board.props.heading);
  });
  $effect(() => {
    if (!board.myTurn || !board.live) return;
    untrack(() => {
      announceUrgently(say("web.your_turn"));
      notifyTurn();
    });
  });
  $effect(() => () => {
    showTurnInTab(
      false,
      untrack(() => board.props.heading),
    );
    moments.skip();
  });
}
