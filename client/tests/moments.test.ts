import { expect, test, vi } from "vitest";
import { addBurst, reachOf } from "../src/lib/moments/bursts";
import { joinedFirework } from "../src/lib/moments/elements";
import { finaleOf } from "../src/lib/moments/finale";
import { MAX_PARTICLES, Particles } from "../src/lib/moments/particles";
import { starsOutside } from "../src/lib/moments/stars";
import { Timeline } from "../src/lib/moments/timeline";
import { aDiscard, aPlay, SUITS } from "./fixtures";

test("a card that fits moves to its firework, any other to the discard pile", () => {
  type Leaving = Parameters<typeof joinedFirework>[0];
  expect(joinedFirework(aPlay(0, 0, 1, 1, "r1") as Leaving)).toBe("red");
  expect(joinedFirework(aPlay(0, 1, 0, 5, "b3", false) as Leaving)).toBeNull();
  expect(joinedFirework(aDiscard(0, 1, 0, 5, "b3") as Leaving)).toBeNull();
});

test("moments follow each other, hurry when they pile up, and are left out when there are too many", () => {
  const timeline = new Timeline(() => 0);
  const slots = Array.from({ length: 12 }, () => timeline.reserve(700));
  expect(slots.slice(0, 4)).toEqual([
    { delay: 0, duration: 700 },
    { delay: 700, duration: 700 },
    { delay: 1400, duration: 350 },
    { delay: 1750, duration: 350 },
  ]);
  expect(slots.at(-1)).toBeNull();
  timeline.skip();
  expect(timeline.reserve(700)).toEqual({ delay: 0, duration: 700 });
});

test("what is skipped does not happen later", () => {
  vi.useFakeTimers();
  const timeline = new Timeline();
  const landed = vi.fn();
  timeline.at(500, landed);
  timeline.skip();
  vi.advanceTimersByTime(1000);
  expect(landed).not.toHaveBeenCalled();
  vi.useRealTimers();
});

test("there are never more sparks than a phone can draw", () => {
  const particles = new Particles();
  for (let place = 0; place < 40; place++)
    addBurst(particles, { x: 0, y: 0, suit: "red", kind: place % 2 ? "round" : "willow", size: 1 });
  expect(particles.living).toHaveLength(MAX_PARTICLES);
  for (let second = 0; second < 4 * 60; second++) particles.advance(1 / 60);
  expect(particles.living).toHaveLength(0);
});

test("a spark falls and slows down", () => {
  const particles = new Particles();
  particles.add({ x: 0, y: 0, vx: 100, vy: 0, life: 2, size: 4, color: "#ffffff", drag: 0.97, gravity: 60 });
  particles.advance(0.5);
  const { x, y, vx } = particles.living[0];
  expect([x > 0, y > 0, vx < 100]).toEqual([true, true, true]);
});

test("a perfect show gets the whole finale, a modest one a part of it, a lost one none", () => {
  const perfect = finaleOf(SUITS, 25, 25, false)!;
  const modest = finaleOf(SUITS, 12, 25, false)!;
  expect(perfect.seconds).toBeGreaterThan(modest.seconds);
  expect(perfect.pause).toBeLessThan(modest.pause);
  expect(finaleOf(SUITS, 12, 25, true)).toBeNull();
  expect(finaleOf([], 0, 25, false)).toBeNull();
});

test("no star is where somebody reads", () => {
  const text = { left: 100, top: 0, right: 1100, bottom: 700 };
  const stars = starsOutside(1440, 900, [text]);
  expect(stars.length).toBeGreaterThan(20);
  expect(stars.length).toBeLessThan(starsOutside(1440, 900, []).length);
  expect(stars.filter(({ x, y }) => x > text.left && x < text.right && y > text.top && y < text.bottom)).toEqual([]);
});

test.each(["sparks", "round", "willow"] as const)("no spark of a %s burst leaves its canvas", (kind) => {
  const burst = { x: 0, y: 0, suit: "red", kind, size: 1.3 } as const;
  const reach = reachOf(burst);
  expect(reach).toBeLessThan(kind === "sparks" ? 180 : 480);
  const particles = new Particles();
  for (let often = 0; often < 4; often++) addBurst(particles, burst);
  while (particles.living.length) {
    const farthest = Math.max(...particles.living.map(({ x, y, size }) => Math.hypot(x, y) + size));
    expect(farthest).toBeLessThanOrEqual(reach);
    particles.advance(1 / 60);
  }
});

test("what is shown for a time goes when its time is over, or when it is skipped", () => {
  vi.useFakeTimers();
  const timeline = new Timeline();
  const [early, late] = [vi.fn(), vi.fn()];
  timeline.until(100, early);
  timeline.until(900, late);
  vi.advanceTimersByTime(500);
  expect([early.mock.calls.length, late.mock.calls.length]).toEqual([1, 0]);
  timeline.skip();
  vi.advanceTimersByTime(1000);
  expect([early.mock.calls.length, late.mock.calls.length]).toEqual([1, 1]);
  vi.useRealTimers();
});
