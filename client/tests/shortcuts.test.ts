import { describe, expect, test } from "vitest";
import { shortcutCommand, type ShortcutContext } from "../src/components/board/shortcuts";

const context = (changes: Partial<ShortcutContext> = {}): ShortcutContext => ({
  teammates: [1, 2],
  ownCards: 5,
  canClue: true,
  choosingReceiver: false,
  ownSlot: null,
  teammate: null,
  hasPreview: false,
  canRewind: false,
  onButton: false,
  ...changes,
});

describe("a digit", () => {
  test("selects the own card with that number", () => {
    expect(shortcutCommand("2", context())).toEqual({ type: "select_own", slot: 1 });
    expect(shortcutCommand("6", context())).toBeNull();
    expect(shortcutCommand("1", context({ ownCards: 0 }))).toBeNull();
  });

  test("chooses the receiver of a clue that was begun", () => {
    const choosing = context({ choosingReceiver: true });
    expect(shortcutCommand("2", choosing)).toEqual({ type: "select_teammate", seat: 2 });
    expect(shortcutCommand("4", choosing)).toEqual({ type: "nothing" });
  });

  test("names a number once the receiver is chosen", () => {
    const chosen = context({ choosingReceiver: true, teammate: 2 });
    expect(shortcutCommand("4", chosen)).toEqual({ type: "name_clue", to: 2, about: 4 });
  });
});

describe("a letter", () => {
  test("names a color to the chosen teammate, in either case", () => {
    expect(shortcutCommand("R", context({ teammate: 1 }))).toEqual({ type: "name_clue", to: 1, about: "red" });
    expect(shortcutCommand("r", context())).toBeNull();
    expect(shortcutCommand("r", context({ teammate: 1, canClue: false }))).toBeNull();
  });

  test.each([
    ["p", "play"],
    ["x", "discard"],
    ["n", "details"],
  ])("%s means to %s the selected card", (key, type) => {
    expect(shortcutCommand(key, context({ ownSlot: 3 }))).toEqual({ type, slot: 3 });
    expect(shortcutCommand(key, context())).toBeNull();
  });

  test("c begins a clue, but only on the player's turn", () => {
    expect(shortcutCommand("c", context())).toEqual({ type: "start_clue" });
    expect(shortcutCommand("c", context({ canClue: false }))).toBeNull();
  });

  test.each([
    ["?", "help"],
    ["l", "toggle_log"],
    ["e", "toggle_owner_views"],
  ])("%s opens something at any time", (key, type) => {
    expect(shortcutCommand(key, context({ canClue: false }))).toEqual({ type });
  });
});

test("Enter gives the previewed clue unless a button has the focus", () => {
  expect(shortcutCommand("Enter", context({ hasPreview: true }))).toEqual({ type: "give_clue" });
  expect(shortcutCommand("Enter", context({ hasPreview: true, onButton: true }))).toBeNull();
  expect(shortcutCommand("Enter", context())).toBeNull();
});

test("brackets step through a running game, where that is possible", () => {
  expect(shortcutCommand("[", context())).toBeNull();
  expect(shortcutCommand("[", context({ canRewind: true }))).toEqual({ type: "step_back" });
  expect(shortcutCommand("]", context({ canRewind: true }))).toEqual({ type: "step_forward" });
});
