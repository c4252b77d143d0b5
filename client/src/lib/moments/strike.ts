/** A strike shakes the table and lights it red; without motion there is only the red light. */
import { motionAllowed } from "../app/settings.svelte";

const SHAKE = 420;
const FLASH = 620;
const STEADY = 700;

export function showStrike(board: HTMLElement | null, count: HTMLElement | null): void {
  const flash = document.createElement("div");
  flash.className = "strike-flash";
  flash.setAttribute("aria-hidden", "true");
  document.body.append(flash);
  if (!motionAllowed()) {
    flash.classList.add("steady");
    setTimeout(() => flash.remove(), STEADY);
    return;
  }
  const fade = [{ opacity: 0 }, { opacity: 1, offset: 0.12 }, { opacity: 0 }];
  const fading = flash.animate(fade, { duration: FLASH, easing: "ease-out" });
  void fading.finished.finally(() => flash.remove());
  // Not the board itself: on a phone, a page that becomes wider for a moment is laid out again at another size.
  board
    ?.querySelector(".stage")
    ?.animate(
      [
        { transform: "none" },
        { transform: "translate(-9px, 3px) rotate(-0.4deg)", offset: 0.15 },
        { transform: "translate(8px, -3px) rotate(0.4deg)", offset: 0.3 },
        { transform: "translate(-6px, 2px)", offset: 0.45 },
        { transform: "translate(5px, -2px)", offset: 0.6 },
        { transform: "translate(-2px, 1px)", offset: 0.8 },
        { transform: "none" },
      ],
      { duration: SHAKE },
    );
  pulse(count);
}

/** Draws the eye to a number that has just changed. */
export function pulse(element: HTMLElement | null): void {
  const grow = [{ transform: "none" }, { transform: "scale(1.35)", offset: 0.3 }, { transform: "none" }];
  if (motionAllowed()) element?.animate(grow, { duration: 700, easing: "cubic-bezier(.2, .8, .2, 1)" });
}
