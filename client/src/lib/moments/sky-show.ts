/** The show behind a page: still bursts from the first frame on, and now and then a live one. */
import { motionAllowed } from "../app/settings.svelte";
import { drawBloom } from "./bloom";
import { isDay, SUITS } from "./light";
import { drawStillSky, isBroad } from "./still-sky";

/** Milliseconds from one live burst to the next, and how long one lives. */
const PAUSE = 5200;
const LIFE = 2600;
const REACH = 1.3;

/** An attachment for a canvas as large as the page's sky. */
export function skyShow(canvas: HTMLCanvasElement): () => void {
  const draw = (): void => drawStillSky(canvas);
  draw();
  addEventListener("resize", draw);
  const theme = new MutationObserver(draw);
  theme.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  const endLive = motionAllowed() ? liveBursts(canvas) : () => {};
  return () => {
    removeEventListener("resize", draw);
    theme.disconnect();
    endLive();
  };
}

/** Each burst is drawn once; the browser's compositor scales and fades it, so that the page itself stays idle. */
function liveBursts(canvas: HTMLCanvasElement): () => void {
  const drawings = new Set<HTMLCanvasElement>();
  const light = (): void => {
    if (document.hidden) return;
    const radius = isBroad(canvas) ? 130 : 62;
    const drawing = document.createElement("canvas");
    drawing.className = "live-burst";
    drawing.width = drawing.height = Math.round(2 * REACH * radius);
    const suit = SUITS[Math.floor(Math.random() * (SUITS.length - 1))];
    const middle = drawing.width / 2;
    drawBloom(drawing.getContext("2d")!, { x: middle, y: middle, radius, suit, rings: 4 }, isDay());
    const { x, y } = freeSpot(canvas);
    drawing.style.left = `${x - middle}px`;
    drawing.style.top = `${y - middle}px`;
    canvas.after(drawing);
    drawings.add(drawing);
    const opening = [
      { transform: "scale(0.08)", opacity: 0, easing: "cubic-bezier(.1, .7, .3, 1)" },
      { transform: "scale(0.94)", opacity: 1, offset: 0.4, easing: "ease-in" },
      { transform: "translateY(8px) scale(1)", opacity: 0 },
    ];
    const end = (): void => {
      drawings.delete(drawing);
      drawing.remove();
    };
    drawing.animate(opening, { duration: LIFE, fill: "both" }).finished.then(end, end);
  };
  light();
  const timer = setInterval(light, PAUSE);
  return () => {
    clearInterval(timer);
    for (const drawing of drawings) drawing.remove();
  };
}

/** Beside the text on a broad screen, above it on a phone. */
function freeSpot(canvas: HTMLCanvasElement): { x: number; y: number } {
  const { clientWidth: width, clientHeight: height } = canvas;
  if (!isBroad(canvas)) return { x: width * (0.1 + 0.8 * Math.random()), y: 40 + 60 * Math.random() };
  const left = Math.random() < 0.6;
  const x = left ? 0.46 * Math.random() : 0.9 + 0.1 * Math.random();
  return { x: width * x, y: height * (0.08 + (left ? 0.2 : 0.7) * Math.random()) };
}
