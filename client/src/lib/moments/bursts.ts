/** The types of bursts, as sparks that start at one point. */
import type { Suit } from "../net/protocol";
import { SILHOUETTE } from "../game/suits";
import { burstColors, lightOf } from "./light";
import type { Particles } from "./particles";

/** round: a ball; willow: long golden arms that fall; shape: the suit's silhouette; sparks: a few, where a card lands. */
export type BurstKind = "round" | "willow" | "shape" | "sparks";

export interface Burst {
  x: number;
  y: number;
  suit: Suit;
  kind: BurstKind;
  /** 1 fills a third of a desktop screen. */
  size: number;
}

const KINDS = {
  round: { count: 130, slowest: 120, faster: 230, life: 1.5, spark: 8, drag: 0.975, gravity: 55 },
  willow: { count: 110, slowest: 120, faster: 230, life: 2.6, spark: 6, drag: 0.972, gravity: 90 },
  sparks: { count: 36, slowest: 70, faster: 170, life: 0.7, spark: 7, drag: 0.96, gravity: 60 },
} as const;
/** Of a ball's lifetime. */
const LONGEST_LIFE = 1.2;
const SHAPE_POINTS = 84;
const SHAPE_SPEED = 250;
const HEART_SPARKS = 26;

/** How far the sparks of a burst get. What completes a firework comes in three bursts, which share one reach. */
export function reachOf({ kind, size }: Pick<Burst, "kind" | "size">): number {
  const looks = kind === "sparks" ? [KINDS.sparks] : [KINDS.round, KINDS.willow];
  return size * Math.max(...looks.map(farthest));
}

function farthest({ slowest, faster, life, spark, drag, gravity }: (typeof KINDS)[keyof typeof KINDS]): number {
  const braking = -60 * Math.log(drag);
  const seconds = life * LONGEST_LIFE;
  const way = (1 - Math.exp(-braking * seconds)) / braking;
  return (slowest + faster) * way + (gravity / braking) * (seconds - way) + 2 * spark;
}

export function addBurst(particles: Particles, burst: Burst, random: () => number = Math.random): void {
  if (burst.kind === "shape") addShape(particles, burst, random);
  else addBall(particles, burst, KINDS[burst.kind], random);
}

function addBall(
  particles: Particles,
  { x, y, suit, kind, size }: Burst,
  look: (typeof KINDS)[keyof typeof KINDS],
  random: () => number,
): void {
  const colors = burstColors(suit);
  for (let place = 0; place < look.count; place++) {
    const angle = random() * 2 * Math.PI;
    const speed = (look.slowest + Math.sqrt(random()) * look.faster) * size;
    const golden = kind === "willow" && place % 3 > 0;
    particles.add({
      x,
      y,
      vx: Math.cos(angle) * speed,
      vy: Math.sin(angle) * speed,
      life: look.life * (LONGEST_LIFE - 0.5 * random()),
      size: look.spark * size,
      color: golden ? lightOf("yellow") : colors[Math.floor(random() * colors.length)],
      drag: look.drag,
      gravity: look.gravity,
    });
  }
}

function addShape(particles: Particles, { x, y, suit, size }: Burst, random: () => number): void {
  const colors = burstColors(suit);
  for (const [dx, dy] of outline(suit)) {
    const speed = SHAPE_SPEED * size * (0.96 + 0.08 * random());
    const color = colors[Math.floor(random() * colors.length)];
    const life = 1.7 + 0.5 * random();
    particles.add({ x, y, vx: dx * speed, vy: dy * speed, life, size: 8 * size, color, drag: 0.966, gravity: 22 });
  }
  for (let place = 0; place < HEART_SPARKS; place++) {
    const angle = random() * 2 * Math.PI;
    const speed = random() * 90 * size;
    const [vx, vy] = [Math.cos(angle) * speed, Math.sin(angle) * speed];
    particles.add({ x, y, vx, vy, life: 0.8, size: 7 * size, color: lightOf("white"), drag: 0.97, gravity: 20 });
  }
}

const outlines = new Map<Suit, [number, number][]>();

/** Points along a suit's silhouette, around its center, from -1 to 1. */
function outline(suit: Suit): [number, number][] {
  let points = outlines.get(suit);
  if (!points) {
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("d", SILHOUETTE[suit]);
    const length = path.getTotalLength();
    points = Array.from({ length: SHAPE_POINTS }, (_, place) => {
      const { x, y } = path.getPointAtLength((place / SHAPE_POINTS) * length);
      return [(x - 20) / 20, (y - 20) / 20];
    });
    outlines.set(suit, points);
  }
  return points;
}
