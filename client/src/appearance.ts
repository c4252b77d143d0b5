/** Runs before the first paint, so that the start page never flashes in the wrong theme or at another address. */
import { applyAppearance, storedSettings, DEFAULT_APPEARANCE, wasSeated } from "./lib/app/appearance";
import { drawStillSky } from "./lib/moments/still-sky";

applyAppearance({ ...DEFAULT_APPEARANCE, ...storedSettings() });
if (wasSeated()) document.documentElement.dataset.seated = "";
// Offline, every address gets the cached page, which is the start page.
if (location.pathname !== "/") document.documentElement.dataset.elsewhere = "";
/** The first frame with the start page already has its fireworks; on a slow line, frames come before the page does. */
function paintSky(): void {
  const sky = document.querySelector<HTMLCanvasElement>("[data-shell] .bursts");
  if (sky?.clientWidth) drawStillSky(sky);
  else if (document.readyState === "loading") requestAnimationFrame(paintSky);
}
requestAnimationFrame(paintSky);
/** Remembers a button pressed before the client has loaded; the client presses it again. */
addEventListener("click", ({ target }) => {
  const way = (target as Element).closest<HTMLElement>("[data-shell] [data-way]");
  if (way) way.closest<HTMLElement>("[data-shell]")!.dataset.pressed = way.dataset.way;
});
