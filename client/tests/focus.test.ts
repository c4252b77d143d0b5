import { beforeEach, describe, expect, test } from "vitest";
import { BoardFocus } from "../src/components/board/focus";

let board: HTMLElement;
let selected: number | null;
let focus: BoardFocus;

beforeEach(() => {
  document.body.innerHTML = `<div>
    <button data-own="0"></button><button data-own="1"></button><button data-own="2"></button>
    <div data-actions tabindex="-1"><button data-focus></button></div>
  </div>`;
  board = document.body.querySelector("div")!;
  selected = null;
  focus = new BoardFocus(() => selected);
  focus.attach(board);
});
const own = (slot: number) => board.querySelector<HTMLElement>(`[data-own="${slot}"]`)!;
/** Like a played card: it disappears with the focus, and another takes its place. */
function replace(slot: number): void {
  const card = document.createElement("button");
  card.dataset.own = String(slot);
  own(slot).replaceWith(card);
}

describe("the focus", () => {
  test("goes to the card that took the place of the played one", async () => {
    own(1).focus();
    replace(1);
    expect(document.activeElement).toBe(document.body);
    await focus.restore();
    expect(document.activeElement).toBe(own(1));
  });

  test("returns from a button that disappeared to the selected card", async () => {
    selected = 2;
    const button = board.querySelector<HTMLElement>("[data-focus]")!;
    button.focus();
    button.remove();
    await focus.restore();
    expect(document.activeElement).toBe(own(2));
  });

  test("goes to the actions when there is no hand any more", async () => {
    own(0).focus();
    for (const slot of [0, 1, 2]) own(slot).remove();
    await focus.restore();
    expect(document.activeElement).toBe(board.querySelector("[data-actions]"));
  });

  test("stays where it is while its element exists", async () => {
    own(0).focus();
    own(1).focus();
    await focus.restore();
    expect(document.activeElement).toBe(own(1));
  });

  test("is not taken by a board that never had it", async () => {
    await focus.restore();
    expect(document.activeElement).toBe(document.body);
  });

  test("goes to the confirmation of a risky action", async () => {
    await focus.focusConfirmation();
    expect(document.activeElement).toBe(board.querySelector("[data-focus]"));
  });
});
