/** Fireworks as a still picture. It is drawn before the client has loaded (`src/appearance.ts`) and stays. */
import { drawBloom } from "./bloom";
import { isDay } from "./light";

/** Around the text on a broad screen, as fractions of the canvas; the radius as a fraction of its shorter reach. */
const BROAD = [
  { x: 0.04, y: 0.2, radius: 0.135, suit: "red", rings: 5 },
  { x: 0.27, y: 0.15, radius: 0.105, suit: "blue", rings: 4 },
  { x: 0.425, y: 0.29, radius: 0.068, suit: "yellow", rings: 3 },
  { x: 0.985, y: 0.26, radius: 0.11, suit: "multicolor", rings: 5 },
  { x: 0.015, y: 0.73, radius: 0.085, suit: "green", rings: 3 },
  { x: 0.985, y: 0.73, radius: 0.075, suit: "white", rings: 3 },
] as const;
/** A band above the first text on a phone; sizes in pixels. */
const NARROW = [
  { x: 0.17, y: 84, radius: 68, suit: "red", rings: 5 },
  { x: 0.5, y: 70, radius: 54, suit: "blue", rings: 3 },
  { x: 0.84, y: 88, radius: 66, suit: "yellow", rings: 4 },
] as const;
const BROAD_FROM = 900;

export const isBroad = (canvas: HTMLCanvasElement): boolean => canvas.clientWidth > BROAD_FROM;

export function drawStillSky(canvas: HTMLCanvasElement): void {
  const { clientWidth: width, clientHeight: height } = canvas;
  const pixels = Math.min(devicePixelRatio || 1, 2);
  canvas.width = width * pixels;
  canvas.height = height * pixels;
  const context = canvas.getContext("2d")!;
  context.scale(pixels, pixels);
  const reach = Math.min(width, height * 1.5);
  const blooms = isBroad(canvas)
    ? BROAD.map((one) => ({ ...one, x: one.x * width, y: one.y * height, radius: one.radius * reach }))
    : NARROW.map((one) => ({ ...one, x: one.x * width }));
  for (const bloom of blooms) drawBloom(context, bloom, isDay());
}
