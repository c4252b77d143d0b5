/** Runs before the page is painted: what the server sent is never shown in another theme, nor at another address. */
import { applyAppearance, storedSettings, USUAL_APPEARANCE, wasSeated } from "./lib/appearance";

applyAppearance({ ...USUAL_APPEARANCE, ...storedSettings() });
if (wasSeated()) document.documentElement.dataset.seated = "";
// Without a network every address gets the page that was kept, which is the start page.
if (location.pathname !== "/") document.documentElement.dataset.elsewhere = "";
/** A button that is pressed before the client is there is pressed again by it. */
addEventListener("click", ({ target }) => {
  const way = (target as Element).closest<HTMLElement>("[data-shell] [data-way]");
  if (way) way.closest<HTMLElement>("[data-shell]")!.dataset.pressed = way.dataset.way;
});
