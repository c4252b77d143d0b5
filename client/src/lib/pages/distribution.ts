/** How the scores of many games are distributed. */
export interface ScoreBar {
  /** The lowest bar counts all scores up to this one. */
  score: number;
  games: number;
  own: boolean;
}

const BARS = 9;

/** One bar for each of the best scores. */
export function scoreBars(scores: readonly number[], max: number, own: number | null): ScoreBar[] {
  const lowest = max - BARS + 1;
  const barOf = (score: number): number => Math.max(lowest, score);
  return Array.from({ length: BARS }, (_, place) => {
    const score = lowest + place;
    return {
      score,
      games: scores.filter((one) => barOf(one) === score).length,
      own: own !== null && barOf(own) === score,
    };
  });
}

/** The share of other games with a lower score; null if there are no others. */
export function shareBelow(scores: readonly number[], own: number): number | null {
  const others = scores.length - 1;
  return others > 0 ? scores.filter((score) => score < own).length / others : null;
}
