/** The simulation of sparks; particle-canvas draws them. */

/** The largest number of sparks; a burst that does not fit is skipped. */
export const MAX_PARTICLES = 1600;

export interface Spark {
  x: number;
  y: number;
  vx: number;
  vy: number;
  /** Lifetime in seconds. */
  life: number;
  size: number;
  color: string;
  /** The fraction of its speed that remains after a sixtieth of a second. */
  drag: number;
  /** Pixels per second squared. */
  gravity: number;
}

interface LivingSpark extends Spark {
  remaining: number;
}

export class Particles {
  readonly living: LivingSpark[] = [];

  constructor(public limit = MAX_PARTICLES) {}

  add(spark: Spark): void {
    if (this.living.length < this.limit) this.living.push({ ...spark, remaining: spark.life });
  }

  clear(): void {
    this.living.length = 0;
  }

  advance(seconds: number): void {
    const { living } = this;
    for (let place = living.length - 1; place >= 0; place--) {
      const spark = living[place];
      spark.remaining -= seconds;
      if (spark.remaining <= 0) {
        living[place] = living[living.length - 1];
        living.pop();
        continue;
      }
      const factor = spark.drag ** (seconds * 60);
      spark.vx *= factor;
      spark.vy = spark.vy * factor + spark.gravity * seconds;
      spark.x += spark.vx * seconds;
      spark.y += spark.vy * seconds;
    }
  }
}
