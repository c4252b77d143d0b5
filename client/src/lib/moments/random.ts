/** Numbers from 0 to 1 that are the same on every visit, for pictures that must not change when they are drawn again. */
export function repeatableRandom(seed: number): () => number {
  let state = seed % 2147483647 || 1;
  return () => (state = (state * 16807) % 2147483647) / 2147483647;
}
