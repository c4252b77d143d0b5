/** The stars: denser toward the zenith, and none behind text. */
import { repeatableRandom } from "./random";

export interface Star {
  x: number;
  y: number;
  size: number;
  /** From 0 to 1. */
  brightness: number;
}

export interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const AREA_OF_A_STAR = 9000;
const MARGIN = 4;

export function starsOutside(width: number, height: number, texts: readonly Area[]): Star[] {
  const random = repeatableRandom(4242);
  const stars = Array.from({ length: Math.round((width * height) / AREA_OF_A_STAR) }, () => {
    const [y, x, brightness] = [random() * random() * height * 0.8, random() * width, random()];
    return { x, y, size: 0.5 + 1.1 * brightness * brightness, brightness };
  });
  return stars.filter(
    ({ x, y }) =>
      !texts.some(
        ({ left, top, right, bottom }) =>
          x > left - MARGIN && x < right + MARGIN && y > top - MARGIN && y < bottom + MARGIN,
      ),
  );
}

export function drawStars(context: CanvasRenderingContext2D, stars: readonly Star[]): void {
  for (const { x, y, size, brightness } of stars) {
    context.globalAlpha = 0.2 + 0.55 * brightness;
    context.fillStyle = brightness > 0.85 ? "#ffe9b8" : "#dfe6ff";
    context.beginPath();
    context.arc(x, y, size, 0, 2 * Math.PI);
    context.fill();
  }
  context.globalAlpha = 1;
}
