/** A quiet show behind a page: occasional bursts, or still ones without motion. */
import { motionAllowed } from "../app/settings.svelte";
import { drawBloom } from "./bloom";
import { isDay, SUITS } from "./light";
import { burst, currentSky } from "./sky";

const PAUSE = 3200;
/** Initial bursts as fractions of the page: beside the text on a desktop screen, above it on a phone. */
const DESK = [
  { x: 0.05, y: 0.3, size: 0.15, suit: "red", rings: 5 },
  { x: 0.31, y: 0.16, size: 0.12, suit: "blue", rings: 4 },
  { x: 0.96, y: 0.2, size: 0.12, suit: "multicolor", rings: 4 },
  { x: 0.02, y: 0.7, size: 0.09, suit: "green", rings: 3 },
] as const;
const PHONE = [
  { x: 0.1, y: 0.16, size: 0.2, suit: "red", rings: 4 },
  { x: 0.9, y: 0.14, size: 0.2, suit: "yellow", rings: 4 },
] as const;

/** Returns a function that ends the show. */
export function skyShow(): () => void {
  const sky = currentSky();
  if (!sky) return () => {};
  if (!motionAllowed()) {
    const draw = (): void => {
      const context = sky.still();
      const reach = Math.min(sky.width, sky.height * 1.3);
      for (const { x, y, size, suit, rings } of sky.width > 900 ? DESK : PHONE)
        drawBloom(context, { x: x * sky.width, y: y * sky.height, radius: size * reach, suit, rings }, isDay());
    };
    draw();
    addEventListener("resize", draw);
    return () => {
      removeEventListener("resize", draw);
      sky.clear();
    };
  }
  const light = (): void => {
    const suit = SUITS[Math.floor(Math.random() * SUITS.length)];
    const beside = Math.random() < 0.5 ? Math.random() * 0.4 : 0.6 + Math.random() * 0.4;
    const spot = { x: sky.width * beside, y: sky.height * (0.08 + Math.random() * 0.3) };
    burst({ ...spot, suit, kind: Math.random() < 0.4 ? "shape" : "round", size: 0.6 });
  };
  const timer = setInterval(light, PAUSE);
  return () => {
    clearInterval(timer);
    sky.clear();
  };
}
