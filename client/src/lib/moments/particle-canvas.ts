/** The canvas behind the table: it runs only while there are sparks, and never in a hidden page. */
import { addBurst, reachOf, type Burst } from "./bursts";
import { isDay, lightOf, withAlpha } from "./light";
import { Particles } from "./particles";

interface Rocket extends Burst {
  fromX: number;
  /** From 0 on the ground to 1 at the burst. */
  way: number;
  seconds: number;
}

/** A part of the page, in CSS pixels. */
interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const SPRITE = 48;
/** The longest step of the simulation, in seconds: after a pause the sparks continue where they were. */
const LONGEST_STEP = 1 / 30;
/** The fraction of a spark's trail that remains after a second. */
const TRAIL_LEFT = 0.0008;
/** Canvas pixels per CSS pixel, finest first; a slow machine moves on to the next. */
const RESOLUTIONS = [1.5, 1, 0.75, 0.5];
const SLOW_FRAME = 1 / 50;
const SLOW_FRAMES = 12;

export class ParticleCanvas {
  readonly particles = new Particles();
  #rockets: Rocket[] = [];
  #context: CanvasRenderingContext2D;
  #sprites = new Map<string, HTMLCanvasElement>();
  #frame = 0;
  #last = 0;
  #resolution = 0;
  #slow = 0;
  /** What the canvas covers: the surroundings of the bursts, or the whole page for a show. */
  #area: Area = { left: 0, top: 0, right: 0, bottom: 0 };
  #onframe: ((seconds: number) => boolean) | null = null;

  constructor(readonly canvas: HTMLCanvasElement) {
    this.#context = canvas.getContext("2d")!;
    this.#resolution = RESOLUTIONS.findIndex((pixels) => pixels <= Math.max(1, devicePixelRatio || 1));
  }

  get width(): number {
    return innerWidth;
  }

  get height(): number {
    return innerHeight;
  }

  /** Call when the page was resized. */
  fit(): void {
    this.#cover(this.#page);
  }

  burst(burst: Burst): void {
    const { x, y } = burst;
    const reach = reachOf(burst);
    const around = { left: x - reach, top: y - reach, right: x + reach, bottom: y + reach };
    this.#cover(this.isRunning ? union(this.#area, around) : around);
    addBurst(this.particles, burst);
    this.#start();
  }

  launch(burst: Burst): void {
    this.#cover(this.#page);
    const fromX = burst.x + (Math.random() - 0.5) * 60;
    this.#rockets.push({ ...burst, fromX, way: 0, seconds: 0.75 + 0.25 * Math.random() });
    this.#start();
  }

  /** Calls `onframe` before every frame with the time since the last one, until it returns false. */
  run(onframe: (seconds: number) => boolean): void {
    this.#onframe = onframe;
    this.#cover(this.#page);
    this.#start();
  }

  /** Removes everything immediately. */
  clear(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#onframe = null;
    this.#rockets = [];
    this.particles.clear();
    this.#context.setTransform(1, 0, 0, 1, 0, 0);
    this.#context.clearRect(0, 0, this.canvas.width, this.canvas.height);
  }

  /** For still pictures: clears the canvas and returns a context in CSS pixels. */
  still(): CanvasRenderingContext2D {
    this.clear();
    this.#cover(this.#page);
    this.#useCssPixels();
    this.#context.globalAlpha = 1;
    return this.#context;
  }

  get isRunning(): boolean {
    return this.#frame !== 0;
  }

  get #page(): Area {
    return { left: 0, top: 0, right: this.width, bottom: this.height };
  }

  /** A small canvas is drawn and copied faster than one of the page's size. A new size clears it. */
  #cover(area: Area): void {
    const left = Math.max(0, Math.floor(area.left));
    const top = Math.max(0, Math.floor(area.top));
    const right = Math.min(this.width, Math.ceil(area.right));
    const bottom = Math.min(this.height, Math.ceil(area.bottom));
    const pixels = RESOLUTIONS[this.#resolution];
    const [width, height] = [Math.round((right - left) * pixels), Math.round((bottom - top) * pixels)];
    const { canvas } = this;
    if (left === this.#area.left && top === this.#area.top && width === canvas.width && height === canvas.height)
      return;
    this.#area = { left, top, right, bottom };
    [canvas.width, canvas.height] = [width, height];
    // A transform is not a shift of the layout.
    Object.assign(canvas.style, {
      transform: `translate(${left}px, ${top}px)`,
      width: `${right - left}px`,
      height: `${bottom - top}px`,
    });
  }

  #useCssPixels(): void {
    const pixels = RESOLUTIONS[this.#resolution];
    const { left, top } = this.#area;
    this.#context.setTransform(pixels, 0, 0, pixels, -left * pixels, -top * pixels);
  }

  #start(): void {
    if (this.#frame) return;
    this.#last = performance.now();
    this.#slow = 0;
    this.#frame = requestAnimationFrame(this.#draw);
  }

  // Browsers request no frames in a hidden page: the sparks pause until it is visible again.
  #draw = (now: number): void => {
    const elapsed = (now - this.#last) / 1000;
    this.#last = now;
    this.#adaptResolution(elapsed);
    const step = Math.min(LONGEST_STEP, Math.max(0, elapsed));
    if (this.#onframe && !this.#onframe(step)) this.#onframe = null;
    const context = this.#context;
    this.#useCssPixels();
    const { left, top, right, bottom } = this.#area;
    context.globalAlpha = 1;
    context.globalCompositeOperation = "destination-out";
    context.fillStyle = withAlpha("#000000", 1 - TRAIL_LEFT ** step);
    context.fillRect(left, top, right - left, bottom - top);
    context.globalCompositeOperation = isDay() ? "source-over" : "lighter";
    this.#drawRockets(step);
    this.#drawSparks(step);
    if (this.particles.living.length || this.#rockets.length || this.#onframe)
      this.#frame = requestAnimationFrame(this.#draw);
    else this.clear();
  };

  #drawRockets(step: number): void {
    const sprite = this.#sprite(lightOf("yellow"));
    const ground = this.height;
    const flying: Rocket[] = [];
    for (const rocket of this.#rockets) {
      rocket.way += step / rocket.seconds;
      if (rocket.way >= 1) {
        addBurst(this.particles, rocket);
        continue;
      }
      const eased = 1 - (1 - rocket.way) ** 2;
      const x = rocket.fromX + (rocket.x - rocket.fromX) * eased;
      const y = ground + (rocket.y - ground) * eased;
      this.#context.drawImage(sprite, x - 6, y - 6, 12, 12);
      flying.push(rocket);
    }
    this.#rockets = flying;
  }

  #drawSparks(step: number): void {
    const context = this.#context;
    this.particles.advance(step);
    for (const { x, y, remaining, life, size, color } of this.particles.living) {
      const share = remaining / life;
      const flicker = share < 0.35 ? (share / 0.35) * (0.6 + 0.4 * Math.random()) : 1;
      context.globalAlpha = flicker * 0.5;
      const radius = size * (0.6 + 0.7 * share);
      context.drawImage(this.#sprite(color), x - radius, y - radius, 2 * radius, 2 * radius);
    }
  }

  #adaptResolution(elapsed: number): void {
    this.#slow = elapsed > SLOW_FRAME ? this.#slow + 1 : Math.max(0, this.#slow - 0.5);
    if (this.#slow < SLOW_FRAMES || this.#resolution + 1 >= RESOLUTIONS.length) return;
    this.#slow = 0;
    this.#resolution += 1;
    this.#cover(this.#area);
  }

  #sprite(color: string): HTMLCanvasElement {
    let sprite = this.#sprites.get(color);
    if (!sprite) {
      sprite = document.createElement("canvas");
      sprite.width = sprite.height = SPRITE;
      const context = sprite.getContext("2d")!;
      const middle = SPRITE / 2;
      const glow = context.createRadialGradient(middle, middle, 0, middle, middle, middle);
      glow.addColorStop(0, "#ffffffcc");
      glow.addColorStop(0.1, color);
      glow.addColorStop(0.34, withAlpha(color, 0.4));
      glow.addColorStop(0.6, withAlpha(color, 0.09));
      glow.addColorStop(1, withAlpha(color, 0));
      context.fillStyle = glow;
      context.fillRect(0, 0, SPRITE, SPRITE);
      this.#sprites.set(color, sprite);
    }
    return sprite;
  }
}

const union = (one: Area, other: Area): Area => ({
  left: Math.min(one.left, other.left),
  top: Math.min(one.top, other.top),
  right: Math.max(one.right, other.right),
  bottom: Math.max(one.bottom, other.bottom),
});
