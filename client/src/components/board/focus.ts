/** Keeps the keyboard focus on the board when the element that had it disappears. */
import { tick } from "svelte";

export class BoardFocus {
  #board: HTMLElement | null = null;
  #wasInside = false;
  #lastSlot = 0;

  /** `selectedSlot`: the player's selected card, which gets the focus back from the action bar. */
  constructor(readonly selectedSlot: () => number | null) {}

  /** An attachment for the board's element. */
  attach = (board: HTMLElement): (() => void) => {
    this.#board = board;
    board.addEventListener("focusin", this.#track);
    return () => {
      board.removeEventListener("focusin", this.#track);
      this.#board = null;
    };
  };

  #track = (event: FocusEvent): void => {
    this.#wasInside = true;
    const card = (event.target as HTMLElement).closest<HTMLElement>("[data-own]");
    this.#lastSlot = card ? Number(card.dataset.own) : (this.selectedSlot() ?? this.#lastSlot);
  };

  #find(selector: string): HTMLElement | null {
    return this.#board?.querySelector<HTMLElement>(selector) ?? null;
  }

  focusOwnCard(slot: number): void {
    this.#find(`[data-own="${slot}"]`)?.focus();
  }

  /** A board that has just been opened takes the focus if nothing else has it. */
  async enter(): Promise<void> {
    await tick();
    if (document.activeElement && document.activeElement !== document.body) return;
    (this.#find("[data-actions]") ?? this.#find("[data-own]"))?.focus({ preventScroll: true });
  }

  async focusConfirmation(): Promise<void> {
    await tick();
    this.#find("[data-focus]")?.focus();
  }

  /** The focus disappears with a played card: move it to the card now in that place. */
  async restore(): Promise<void> {
    await tick();
    if (!this.#wasInside || (document.activeElement && document.activeElement !== document.body)) return;
    const card = this.#find(`[data-own="${this.#lastSlot}"]`) ?? this.#find("[data-own]");
    (card ?? this.#find("[data-actions]"))?.focus({ preventScroll: true });
  }
}
