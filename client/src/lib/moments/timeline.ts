/**
 * Moments one after another. Nothing waits for them: the page is already right, and what is skipped is only not seen.
 */

/** When moments pile up they get faster, and beyond that they are left out. */
const HURRY_AFTER = 1200;
const SKIP_AFTER = 3000;

export interface Slot {
  /** Milliseconds from now. */
  delay: number;
  duration: number;
}

export class Timeline {
  #end = 0;
  #timers = new Set<number>();
  #running = new Set<Animation>();

  constructor(readonly now: () => number = () => performance.now()) {}

  /** Room for a moment after those before it, or null if it has to be left out. */
  reserve(duration: number): Slot | null {
    const delay = Math.max(0, this.#end - this.now());
    if (delay > SKIP_AFTER) return null;
    const lasting = delay > HURRY_AFTER ? duration / 2 : duration;
    this.#end = this.now() + delay + lasting;
    return { delay, duration: lasting };
  }

  /** Milliseconds until all moments are over. */
  get remaining(): number {
    return Math.max(0, this.#end - this.now());
  }

  at(delay: number, act: () => void): void {
    const timer = window.setTimeout(() => {
      this.#timers.delete(timer);
      act();
    }, delay);
    this.#timers.add(timer);
  }

  /** Keeps an animation to be ended with the others, and cleans up after it. */
  follow(animation: Animation, after?: () => void): void {
    this.#running.add(animation);
    const done = (): void => {
      this.#running.delete(animation);
      after?.();
    };
    animation.finished.then(done, done);
  }

  /** Ends everything that moves or waits. */
  skip(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    for (const animation of [...this.#running]) animation.cancel();
    this.#end = 0;
  }
}
