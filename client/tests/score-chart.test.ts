import { expect, test } from "vitest";
import { HEIGHT, PADDING, ScoreScale, WIDTH } from "../src/components/review/score-chart";

const curve = [20, 18, 21, 23].map((score) => ({ score, error: 0.5 }));
const scale = new ScoreScale(curve, 25);

test("the curve fills the width, the best score touches the top", () => {
  expect(scale.x(0)).toBe(PADDING.left);
  expect(scale.x(curve.length - 1)).toBe(WIDTH - PADDING.right);
  expect(scale.y(25)).toBe(PADDING.top);
  expect(scale.y(scale.min)).toBe(HEIGHT - PADDING.bottom);
});

test("scores outside are drawn at the edge", () => {
  expect(scale.y(99)).toBe(scale.y(25));
  expect(scale.y(-99)).toBe(scale.y(scale.min));
});

test("the grid goes in fives from below the curve to the best score", () => {
  expect(scale.min % 5).toBe(0);
  expect(scale.gridScores[0]).toBe(scale.min);
  expect(scale.gridScores.at(-1)).toBe(25);
});

test("a click selects the nearest move; the last point of the curve is no move", () => {
  expect(scale.moveAt(scale.x(1))).toBe(1);
  expect(scale.moveAt(0)).toBe(0);
  expect(scale.moveAt(WIDTH)).toBe(curve.length - 2);
});

test("line and band have a point for every value", () => {
  expect(scale.line.match(/[ML]/g)).toHaveLength(curve.length);
  expect(scale.band.match(/[ML]/g)).toHaveLength(2 * curve.length);
  expect(scale.band.endsWith("Z")).toBe(true);
});
