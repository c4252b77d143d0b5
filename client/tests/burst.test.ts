import { expect, test } from "vitest";
import { burstRings } from "../src/components/board/burst";

test("a burst gains a ring with each card, and each reaches farther", () => {
  const rings = burstRings(5, 100, 1, 7);
  expect(rings).toHaveLength(5);
  expect(rings.map(({ to }) => to)).toEqual([...rings.map(({ to }) => to)].sort((one, other) => one - other));
  expect(Math.max(...rings.map(({ to }) => to))).toBeLessThanOrEqual(100.1);
});

test("the same firework always looks the same", () => {
  expect(burstRings(3, 80, 1, 11)).toEqual(burstRings(3, 80, 1, 11));
  expect(burstRings(3, 80, 1, 11)).not.toEqual(burstRings(3, 80, 1, 12));
});

test("several shades share the rays of a ring", () => {
  const [ring] = burstRings(1, 80, 5, 3);
  const rays = ring.rays.map((path) => path.split("M").length - 1);
  expect(rays.reduce((sum, count) => sum + count)).toBe(18);
  expect(Math.min(...rays)).toBeGreaterThanOrEqual(3);
});
