import { beforeEach, describe, expect, test, vi } from "vitest";
import type { BoardSource } from "../src/lib/table/board-source";
import { PlannedMove } from "../src/lib/table/planned-move.svelte";
import type { Command, GameEvent, View } from "../src/lib/net/protocol";
import { Selection } from "../src/lib/table/selection.svelte";
import { aClue, aDiscard, aHand, aTable, aView, masksOf } from "./fixtures";

const RED = masksOf("r1 r2 r3 r4 r5");
const BO = [{ card: "r1" }, { card: "b2" }, { card: "r4" }, { card: "y1" }];
const touches: View["touches"] = { red: RED, blue: masksOf("b1 b2 b3 b4 b5"), green: masksOf("g1 g2 g3 g4 g5") };
const hands = (bo = BO): View["hands"] => [aHand(0), aHand(1, bo), aHand(2)];

let source: BoardSource;
let send: ReturnType<typeof vi.fn<(command: Command) => Promise<null>>>;
let planned: PlannedMove;
let selection: Selection;

/** It is Cy's turn; the planner has the first seat. */
beforeEach(() => {
  send = vi.fn<(command: Command) => Promise<null>>(() => Promise.resolve(null));
  source = {
    table: aTable(),
    view: aView({ player: 2, touches, hands: hands() }),
    you: { seat: 0, host: false, notes: {}, seats: [0] },
    events: [],
    latestEvents: [],
    pendingMove: null,
    send,
  };
  planned = new PlannedMove(source);
  selection = new Selection(
    source,
    () => "clues",
    () => true,
    planned,
  );
});

function then(changes: Partial<View>, ...events: GameEvent[]): void {
  Object.assign(source, { view: { ...source.view!, ...changes }, events: [...source.events, ...events] });
  planned.follow();
}
const myTurn = (slots: number[], changes: Partial<View> = {}): Partial<View> => ({
  player: 0,
  actions: 1,
  legal: [{ type: "clue", to: 1, about: "red", slots }],
  ...changes,
});
function planRed(): void {
  selection.selectTeammate(1, null);
  selection.nameClue(1, "red");
  expect(selection.previewedClue?.slots).toEqual([0, 2]);
  selection.giveClue();
  expect(send).not.toHaveBeenCalled();
  expect(planned.plan).toEqual({ type: "clue", to: 1, about: "red", touched: [4, 6] });
}

describe("a planned clue", () => {
  test("is given when the turn comes, once", () => {
    planRed();
    then(myTurn([0, 2]), aDiscard(1, 2, 0, 8, "w1"));
    planned.follow();
    expect(send).toHaveBeenCalledExactlyOnceWith({
      type: "move",
      actions: 1,
      action: { type: "clue", to: 1, about: "red" },
    });
    expect(planned.dropped).toBeNull();
  });

  test("that would point at another card too is off", () => {
    planRed();
    then(myTurn([0, 2, 3], { hands: hands([...BO.slice(0, 3), { card: "r5" }]) }), aDiscard(1, 2, 0, 8, "w1"));
    expect([planned.dropped, planned.plan, send.mock.calls]).toEqual(["changed", null, []]);
  });

  test("is off when its receiver was told something meanwhile", () => {
    planRed();
    then(myTurn([0, 2]), aClue(1, 2, 1, 1, [0, 3]));
    expect([planned.dropped, send.mock.calls]).toEqual(["changed", []]);
  });

  test("is off without a token, or when the planner was told something", () => {
    planRed();
    then(myTurn([0, 2], { legal: [] }), aDiscard(1, 2, 0, 8, "w1"));
    expect([planned.dropped, send.mock.calls]).toEqual(["illegal", []]);
    then({ player: 2 });
    planRed();
    then(myTurn([0, 2]), aClue(2, 2, 0, 1, [0]));
    expect([planned.dropped, send.mock.calls]).toEqual(["clue", []]);
  });

  test("about nothing can only be planned where such clues are allowed", () => {
    selection.selectTeammate(1, null);
    selection.nameClue(1, "green");
    expect(selection.clue).toBeNull();
    source.table!.rules.empty_clues = true;
    selection.nameClue(1, "green");
    expect(selection.previewedClue?.slots).toEqual([]);
  });
});
