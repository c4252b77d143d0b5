/** The geometry of the score chart. */
export interface ScorePoint {
  score: number;
  error: number;
}

export const WIDTH = 640;
export const HEIGHT = 220;
export const PADDING = { left: 34, right: 10, top: 10, bottom: 24 };
const GRID_STEP = 5;
const TICK_STEP = 10;
const innerWidth = WIDTH - PADDING.left - PADDING.right;
const innerHeight = HEIGHT - PADDING.top - PADDING.bottom;

export class ScoreScale {
  /** The lowest score drawn: a grid line at or below the curve, and not far below zero. */
  readonly min: number;

  constructor(
    readonly curve: ScorePoint[],
    readonly max: number,
  ) {
    const lowestScore = Math.min(0, ...curve.map(({ score }) => score));
    const lowestError = Math.min(...curve.map(({ score, error }) => score - 2 * error)) - 2;
    this.min = Math.floor(Math.max(lowestScore, lowestError) / GRID_STEP) * GRID_STEP;
  }

  x(index: number): number {
    return PADDING.left + (innerWidth * index) / Math.max(1, this.curve.length - 1);
  }

  y(score: number): number {
    const inside = Math.max(this.min, Math.min(this.max, score));
    return PADDING.top + innerHeight * (1 - (inside - this.min) / (this.max - this.min));
  }

  /** The move nearest to `x` on the curve. */
  moveAt(x: number): number {
    const index = Math.round(((x - PADDING.left) / innerWidth) * (this.curve.length - 1));
    return Math.max(0, Math.min(this.curve.length - 2, index));
  }

  get line(): string {
    return this.#path(this.curve.map(({ score }, index) => [index, score]));
  }

  /** Two standard errors around the curve. */
  get band(): string {
    const above = this.curve.map(({ score, error }, index): [number, number] => [index, score + 2 * error]);
    const below = this.curve.map(({ score, error }, index): [number, number] => [index, score - 2 * error]);
    return `${this.#path([...above, ...below.reverse()])}Z`;
  }

  get gridScores(): number[] {
    return Array.from(
      { length: Math.floor((this.max - this.min) / GRID_STEP) + 1 },
      (_, step) => this.min + GRID_STEP * step,
    );
  }

  get tickMoves(): number[] {
    return Array.from({ length: Math.floor((this.curve.length - 1) / TICK_STEP) + 1 }, (_, step) => step * TICK_STEP);
  }

  #path(points: [number, number][]): string {
    return points
      .map(([index, score], place) => `${place ? "L" : "M"}${this.x(index).toFixed(1)} ${this.y(score).toFixed(1)}`)
      .join("");
  }
}
