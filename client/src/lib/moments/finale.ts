/** The show at the end: rockets over the table, or a still picture without motion. */
import type { Suit } from "../net/protocol";
import { motionAllowed } from "../app/settings.svelte";
import { drawBloom } from "./bloom";
import type { BurstKind } from "./bursts";
import { isDay } from "./light";
import type { ParticleCanvas } from "./particle-canvas";
import { currentSky } from "./sky";

export interface Finale {
  suits: readonly Suit[];
  seconds: number;
  /** Seconds between rockets, and near the end. */
  pause: number;
  lastPause: number;
}

const PERFECT = { seconds: 12, pause: 0.33, lastPause: 0.13 };
const MODEST_PAUSE = 0.6;
const LAST_SECONDS = 2.2;
const KINDS: readonly BurstKind[] = ["round", "round", "shape", "willow", "round", "shape"];

/** The number of rockets depends on the score; a lost game gets none. */
export function finaleOf(suits: readonly Suit[], score: number, best: number, lost: boolean): Finale | null {
  if (lost || !suits.length || score <= 0) return null;
  if (score >= best) return { suits, ...PERFECT };
  return { suits, seconds: 1 + (4 * score) / best, pause: MODEST_PAUSE, lastPause: MODEST_PAUSE };
}

/** Starts the show; returns a function that ends it. */
export function showFinale(finale: Finale): () => void {
  const sky = currentSky();
  if (!sky) return () => {};
  if (motionAllowed()) startFinale(sky, finale);
  else drawStillFinale(sky, finale);
  return () => sky.clear();
}

function startFinale(sky: ParticleCanvas, { suits, seconds, pause, lastPause }: Finale): void {
  const size = Math.min(1.25, Math.max(0.55, Math.min(sky.width, sky.height * 1.4) / 1100));
  let remaining = seconds;
  let untilNext = 0;
  let rockets = 0;
  sky.run((elapsed) => {
    remaining -= elapsed;
    untilNext -= elapsed;
    if (remaining <= 0) return false;
    if (untilNext <= 0) {
      sky.launch({
        x: sky.width * (0.1 + 0.8 * Math.random()),
        y: sky.height * (0.12 + 0.36 * Math.random()),
        suit: suits[rockets % suits.length],
        kind: KINDS[rockets % KINDS.length],
        size: size * (0.85 + 0.4 * Math.random()),
      });
      rockets += 1;
      untilNext = remaining < LAST_SECONDS ? lastPause : pause;
    }
    return true;
  });
}

function drawStillFinale(sky: ParticleCanvas, { suits }: Finale): void {
  const context = sky.still();
  const wide = sky.width / suits.length;
  suits.forEach((suit, place) =>
    drawBloom(
      context,
      {
        x: (place + 0.5) * wide,
        y: sky.height * (0.22 + 0.16 * (place % 2)),
        radius: Math.min(wide, sky.height * 0.34) * 0.8,
        suit,
        rings: 5,
      },
      isDay(),
    ),
  );
}
