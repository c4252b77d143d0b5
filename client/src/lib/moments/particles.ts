/** Sparks that fly, fall and go out: numbers only, drawn by particle-canvas. */

/** The most sparks at a time; a burst that finds no room is left out. */
export const MOST_PARTICLES = 1600;

export interface Spark {
  x: number;
  y: number;
  vx: number;
  vy: number;
  /** Seconds until it is out. */
  life: number;
  size: number;
  color: string;
  /** The share of its speed that it keeps after a sixtieth of a second. */
  drag: number;
  /** Pixels for each second squared. */
  gravity: number;
}

interface LivingSpark extends Spark {
  left: number;
}

export class Particles {
  readonly living: LivingSpark[] = [];

  constructor(public limit = MOST_PARTICLES) {}

  add(spark: Spark): void {
    if (this.living.length < this.limit) this.living.push({ ...spark, left: spark.life });
  }

  clear(): void {
    this.living.length = 0;
  }

  advance(seconds: number): void {
    const { living } = this;
    for (let place = living.length - 1; place >= 0; place--) {
      const spark = living[place];
      spark.left -= seconds;
      if (spark.left <= 0) {
        living[place] = living[living.length - 1];
        living.pop();
        continue;
      }
      const kept = spark.drag ** (seconds * 60);
      spark.vx *= kept;
      spark.vy = spark.vy * kept + spark.gravity * seconds;
      spark.x += spark.vx * seconds;
      spark.y += spark.vy * seconds;
    }
  }
}
