/** A fixed sequence of numbers from 0 to 1, for pictures that look the same whenever they are drawn. */
export function repeatableRandom(seed: number): () => number {
  let state = seed % 2147483647 || 1;
  return () => (state = (state * 16807) % 2147483647) / 2147483647;
}
