/**
 * Plays moments one after another. Nothing waits for them: the page is already up to date, so they can be skipped.
 */

/** When moments pile up they get faster, and beyond that they are skipped. */
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
  /** What is shown for a time, with the function that removes it. */
  #shown = new Map<number, () => void>();
  #running = new Set<Animation>();

  constructor(readonly now: () => number = () => performance.now()) {}

  /** Reserves time for a moment after the previous ones; null if it must be skipped. */
  reserve(duration: number): Slot | null {
    const delay = Math.max(0, this.#end - this.now());
    if (delay > SKIP_AFTER) return null;
    const lasting = delay > HURRY_AFTER ? duration / 2 : duration;
    this.#end = this.now() + delay + lasting;
    return { delay, duration: lasting };
  }

  /** Milliseconds until all moments have ended. */
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

  /** Calls `end` after this time, or earlier if the moments are skipped. */
  until(delay: number, end: () => void): void {
    const timer = window.setTimeout(() => {
      this.#shown.delete(timer);
      end();
    }, delay);
    this.#shown.set(timer, end);
  }

  /** Registers an animation, so that it can be ended with the others, and cleans up after it. */
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
    for (const [timer, end] of this.#shown) {
      clearTimeout(timer);
      end();
    }
    this.#shown.clear();
    for (const animation of [...this.#running]) animation.cancel();
    this.#end = 0;
  }
}
