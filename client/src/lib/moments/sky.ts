/** The canvas behind the page, shared by all effects. */
import { motionAllowed } from "../app/settings.svelte";
import type { Burst } from "./bursts";
import { ParticleCanvas } from "./particle-canvas";

let sky: ParticleCanvas | null = null;

/** An attachment for the canvas. */
export function skyCanvas(canvas: HTMLCanvasElement): () => void {
  const attached = (sky = new ParticleCanvas(canvas));
  const fit = (): void => attached.fit();
  addEventListener("resize", fit);
  return () => {
    removeEventListener("resize", fit);
    attached.clear();
    if (sky === attached) sky = null;
  };
}

export const currentSky = (): ParticleCanvas | null => sky;

export function burst(one: Burst): void {
  if (motionAllowed() && !document.hidden) sky?.burst(one);
}
