import { beforeEach, describe, expect, test, vi } from "vitest";
import type { BoardSource } from "../src/lib/table/board-source";
import type { AidLevel, Command, View } from "../src/lib/net/protocol";
import { Selection } from "../src/lib/table/selection.svelte";
import { changeSettings } from "../src/lib/app/settings.svelte";
import { aHand, aTable, aView, masksOf } from "./fixtures";

const LEGAL: View["legal"] = [
  { type: "play", slot: 0 },
  { type: "play", slot: 1 },
  { type: "discard", slot: 0 },
  { type: "clue", to: 1, about: "red", slots: [0] },
];

function select(changes: Partial<View> = {}, level: AidLevel = "deduce") {
  const send = vi.fn<(command: Command) => Promise<null>>(() => Promise.resolve(null));
  const source: BoardSource = {
    table: aTable(),
    view: aView({ legal: LEGAL, ...changes }),
    you: { seat: 0, host: false, notes: {}, seats: [0] },
    events: [],
    latestEvents: [],
    pendingMove: null,
    send,
  };
  return { selection: new Selection(source, () => level), send };
}
const possibleFaces = (faces: string): Partial<View> => ({
  hands: [aHand(0, [{ possible: masksOf(faces), open: masksOf(faces) }, {}]), aHand(1), aHand(2)],
});

beforeEach(() => changeSettings({ guard: true }));

describe("a clue", () => {
  test("is previewed first and given the second time", () => {
    const { selection, send } = select();
    selection.selectTeammate(1, null);
    selection.nameClue(1, "red");
    expect(selection.previewedClue?.slots).toEqual([0]);
    expect(send).not.toHaveBeenCalled();
    selection.nameClue(1, "red");
    expect(send).toHaveBeenCalledWith({
      type: "move",
      actions: 0,
      action: { type: "clue", to: 1, about: "red" },
    });
    expect(selection.teammate).toBeNull();
  });

  test("that is not legal cannot be named", () => {
    const { selection } = select();
    selection.nameClue(1, "blue");
    expect(selection.clue).toBeNull();
  });
});

describe("a warning", () => {
  test("comes before playing a card that cannot fit, and after it the card is played", () => {
    const { selection, send } = select(possibleFaces("r2 r3"));
    selection.play(0);
    expect(selection.warning?.risk).toBe("unplayable");
    expect(send).not.toHaveBeenCalled();
    selection.act(selection.warning!.action);
    expect(send).toHaveBeenCalledOnce();
  });

  test("comes before discarding a card that must be critical", () => {
    const { selection } = select(possibleFaces("r5 b5"));
    selection.discard(0);
    expect(selection.warning?.risk).toBe("critical");
  });

  test("comes before the last strike unless the card surely fits", () => {
    const unsure = select({ ...possibleFaces("r1 r2"), strikes: 2 });
    unsure.selection.play(0);
    expect(unsure.selection.warning?.risk).toBe("last_strike");
    const sure = select({ ...possibleFaces("r1 b1"), strikes: 2 });
    sure.selection.play(0);
    expect(sure.selection.warning).toBeNull();
    expect(sure.send).toHaveBeenCalledOnce();
  });

  test("comes before announcing a color that the card cannot have, or may not have at the last strike", () => {
    const plays: View["legal"] = [{ type: "play", slot: 0, announce: "blue" }, ...LEGAL];
    const wrong = select({ ...possibleFaces("r1"), legal: plays });
    wrong.selection.play(0, "blue");
    expect(wrong.selection.warning?.risk).toBe("unplayable");
    const unsure = select({ ...possibleFaces("r1 b1"), legal: plays, strikes: 2 });
    unsure.selection.play(0, "blue");
    expect(unsure.selection.warning?.risk).toBe("last_strike");
  });

  test("says that a card which cannot fit would lose the game, if it would", () => {
    const { selection } = select({ ...possibleFaces("r2 r3"), strikes: 2 });
    selection.play(0);
    expect(selection.warning?.risk).toBe("last_strike");
  });

  test("gives nothing away to who plays without aids", () => {
    const { selection, send } = select(possibleFaces("r2 r3"), "paper");
    selection.play(0);
    expect(send).toHaveBeenCalledOnce();
  });

  test("can be turned off", () => {
    changeSettings({ guard: false });
    const { selection, send } = select(possibleFaces("r2 r3"));
    selection.play(0);
    expect(send).toHaveBeenCalledOnce();
  });
});

describe("selecting", () => {
  test("the same card again deselects it", () => {
    const { selection } = select();
    selection.selectOwn(1);
    expect(selection.ownSlot).toBe(1);
    selection.selectOwn(1);
    expect(selection.ownSlot).toBeNull();
  });

  test("is canceled one step at a time", () => {
    const { selection } = select();
    selection.selectTeammate(1, 0);
    selection.nameClue(1, "red");
    expect(selection.cancel()).toBe(true);
    expect([selection.clue, selection.teammate]).toEqual([null, { seat: 1, slot: 0 }]);
    expect(selection.cancel()).toBe(true);
    expect(selection.cancel()).toBe(false);
  });

  test("drops a card that the hand no longer has", () => {
    const { selection } = select({ hands: [aHand(0, [{}]), aHand(1), aHand(2)] });
    selection.selectOwn(3);
    selection.dropStale();
    expect(selection.ownSlot).toBeNull();
  });

  test("does nothing when it is another player's turn", () => {
    const { selection, send } = select({ player: 1 });
    selection.play(0);
    selection.discard(0);
    expect(send).not.toHaveBeenCalled();
  });
});
