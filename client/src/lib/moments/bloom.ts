/** A burst as a still picture: one ring of light per card of the firework. */
import type { Suit } from "../net/protocol";
import { burstColors, lightOf, SUITS, withAlpha } from "./light";
import { repeatableRandom } from "./random";

export interface Bloom {
  x: number;
  y: number;
  radius: number;
  suit: Suit;
  /** From 1 to 5. */
  rings: number;
}

/** By day a burst is colored smoke: the same drawing, multiplied with the sky. White smoke would be invisible. */
const DAY_WHITE = "#8f97c8";

export function drawBloom(context: CanvasRenderingContext2D, bloom: Bloom, day: boolean): void {
  const { x, y, radius, suit, rings } = bloom;
  if (rings < 1) return;
  const random = repeatableRandom(11 + 101 * SUITS.indexOf(suit) + 7 * rings);
  const own = day && suit === "white" ? DAY_WHITE : lightOf(suit);
  const colors = suit === "multicolor" ? burstColors(suit) : [own];
  context.save();
  context.globalCompositeOperation = day ? "multiply" : "lighter";
  context.lineCap = "round";
  drawGlow(context, bloom, own, day);
  for (let ring = 1; ring <= rings; ring++) {
    const rays = 14 + 4 * ring;
    for (let ray = 0; ray < rays; ray++) {
      const angle = ((ray + (ring % 2) / 2) / rays) * 2 * Math.PI + (random() - 0.5) * 0.07;
      const length = radius * (0.44 + 0.112 * ring) * (0.93 + 0.12 * random());
      const sag = length * length * 0.0004 * (rings === 5 ? 1.6 : 1);
      drawRay(context, {
        x,
        y,
        angle,
        from: length * (ring === 1 ? 0.4 : 0.76),
        to: length,
        sag,
        color: colors[(ray + ring) % colors.length],
        strength: day ? 0.5 : 0.34 + 0.06 * ring,
        width: Math.max(1, radius * 0.012) * (day ? 2.2 : 1),
        dot: Math.max(1.1, radius * 0.014) * (0.7 + 0.7 * random()) * (day ? 1.7 : 1),
        bright: rings === 5 && ray % 2 === 1,
        day,
      });
    }
  }
  context.restore();
}

function drawGlow(
  context: CanvasRenderingContext2D,
  { x, y, radius, rings }: Bloom,
  color: string,
  day: boolean,
): void {
  const reach = radius * (0.55 + 0.11 * rings);
  const strength = day ? 0.2 + 0.035 * rings : 0.12 + 0.045 * rings;
  const glow = context.createRadialGradient(x, y, 0, x, y, reach);
  glow.addColorStop(0, withAlpha(color, strength * 1.2));
  glow.addColorStop(0.5, withAlpha(color, strength * 0.4));
  glow.addColorStop(1, withAlpha(color, 0));
  context.fillStyle = glow;
  context.fillRect(x - reach, y - reach, 2 * reach, 2 * reach);
}

interface Ray {
  x: number;
  y: number;
  angle: number;
  from: number;
  to: number;
  sag: number;
  color: string;
  strength: number;
  width: number;
  dot: number;
  bright: boolean;
  day: boolean;
}

function drawRay(context: CanvasRenderingContext2D, ray: Ray): void {
  const { x, y, angle, from, to, sag, color, dot } = ray;
  const [startX, startY] = [x + Math.cos(angle) * from, y + Math.sin(angle) * from + sag / 2];
  const [endX, endY] = [x + Math.cos(angle) * to, y + Math.sin(angle) * to + sag];
  const stroke = context.createLinearGradient(startX, startY, endX, endY);
  stroke.addColorStop(0, withAlpha(color, 0));
  stroke.addColorStop(1, withAlpha(color, ray.strength));
  context.strokeStyle = stroke;
  context.lineWidth = ray.width;
  context.beginPath();
  context.moveTo(startX, startY);
  context.quadraticCurveTo((startX + endX) / 2, (startY + endY) / 2 - sag * 0.4, endX, endY);
  context.stroke();
  if (!ray.day) {
    const halo = context.createRadialGradient(endX, endY, 0, endX, endY, dot * 4);
    halo.addColorStop(0, withAlpha(color, 0.5));
    halo.addColorStop(1, withAlpha(color, 0));
    context.fillStyle = halo;
    context.fillRect(endX - dot * 4, endY - dot * 4, dot * 8, dot * 8);
  }
  context.fillStyle = ray.bright && !ray.day ? "#fff6dd" : withAlpha(color, ray.day ? 0.75 : 0.95);
  context.beginPath();
  context.arc(endX, endY, dot, 0, 2 * Math.PI);
  context.fill();
}
