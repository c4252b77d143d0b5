import { describe, expect, test } from "vitest";
import { cardMiddle, handPlace, ownPlace } from "../src/lib/table/hand-place";
import { tableLayout, type Rect, type TableLayout, type TableRoom } from "../src/lib/table/layout";
import { cardHeight, footHeight, groundHeight, rowWidth } from "../src/lib/table/measures";

/** Desktops, tablets and phones in both orientations, 200 % and 400 % zoom, and sizes between. */
const SIZES = [
  [2560, 1440],
  [1920, 1080],
  [1440, 900],
  [1366, 768],
  [1280, 800],
  [1280, 720],
  [1024, 768],
  [1000, 600],
  [960, 540],
  [844, 390],
  [820, 1180],
  [768, 1024],
  [740, 360],
  [720, 450],
  [683, 384],
  [667, 375],
  [640, 400],
  [640, 360],
  [568, 320],
  [480, 480],
  [412, 915],
  [390, 844],
  [375, 667],
  [360, 740],
  [360, 640],
  [320, 568],
] as const;
const PLAYERS = [2, 3, 4, 5];
const SUITS = [5, 6, 7];
const handSize = (players: number): number => (players <= 3 ? 5 : 4);
const room = (width: number, height: number, players: number, suits: number): TableRoom => ({
  width,
  height,
  players,
  suits,
  handSize: handSize(players),
});

const boxes = ({ rects: { hands, ...rest } }: TableLayout): [string, Rect][] => [
  ...Object.entries(rest).flatMap(([name, rect]) => (rect ? [[name, rect] as [string, Rect]] : [])),
  ...hands.map((rect, place): [string, Rect] => [`hand ${place}`, rect]),
];
const meet = (one: Rect, other: Rect): boolean =>
  one.x < other.x + other.w && other.x < one.x + one.w && one.y < other.y + other.h && other.y < one.y + one.h;
const inside = (inner: Rect, outer: Rect): boolean =>
  inner.x >= outer.x - 0.5 &&
  inner.y >= outer.y - 0.5 &&
  inner.x + inner.w <= outer.x + outer.w + 0.5 &&
  inner.y + inner.h <= outer.y + outer.h + 0.5;

/** Boxes that leave the table, overlap another box or extend beyond their parent. */
function faults(layout: TableLayout, height: number, chosen: number | null): string[] {
  const faults: string[] = [];
  const table = { x: 0, y: 0, w: layout.width, h: height };
  const all = boxes(layout);
  for (const [place, [name, rect]] of all.entries()) {
    if (!inside(rect, table) || rect.w <= 0 || rect.h <= 0) faults.push(`${name} leaves the table`);
    for (const [other, theirs] of all.slice(place + 1)) if (meet(rect, theirs)) faults.push(`${name} meets ${other}`);
  }
  layout.rects.hands.forEach((rect, place) => {
    const hand = handPlace(layout, place, place === chosen);
    const cards = {
      x: rect.x + hand.x,
      y: rect.y + hand.y,
      w: rowWidth(hand.card, layout.handSize),
      h: cardHeight(hand.card) + footHeight(hand.card, layout.knowledge),
    };
    if (!inside(cards, rect)) faults.push(`the cards of hand ${place} stick out`);
  });
  if (layout.rects.own) {
    const { rect, x, y, card } = ownPlace(layout, layout.handSize);
    const cards = { x: rect.x + x, y: rect.y + y, w: rowWidth(card, layout.handSize), h: cardHeight(card) };
    if (!inside(cards, rect)) faults.push("the own cards stick out");
  }
  const sky = layout.rects.sky;
  const columns = layout.fireworks.map(({ x, ground }) => {
    const h = cardHeight(layout.firework) + groundHeight(layout.firework) + 5 * layout.rise;
    return { x: sky.x + x - layout.firework / 2, y: sky.y + ground - h, w: layout.firework, h };
  });
  columns.forEach((column, place) => {
    if (!inside(column, sky)) faults.push(`firework ${place} leaves the sky`);
    for (const other of columns.slice(place + 1))
      if (meet(column, other)) faults.push(`firework ${place} meets another`);
  });
  return faults;
}

describe.each(SIZES)("%i × %i", (width, height) => {
  test.each(PLAYERS)("nothing overlaps and nothing is cut with %i players", (players) => {
    for (const suits of SUITS) {
      for (const choosing of [null, ...Array.from({ length: players - 1 }, (_, place) => place)]) {
        const layout = tableLayout({ ...room(width, height, players, suits), choosing });
        expect(faults(layout, height, choosing), `${suits} suits, choosing ${choosing}`).toEqual([]);
      }
      // Spectators and replays show all hands above the strip; a replay has its controls in the strip.
      for (const strip of [0, 170]) {
        const layout = tableLayout({ ...room(width, height, players, suits), own: false, strip });
        expect(faults(layout, layout.height, null), `${suits} suits, all hands open`).toEqual([]);
        expect(layout.rects.own).toBeNull();
        expect(layout.rects.hands).toHaveLength(players);
        if (!strip) expect(layout.height).toBe(height);
        if (layout.mode === "desk")
          expect(Math.min(layout.rects.log!.h, layout.rects.discards!.h)).toBeGreaterThan(150);
      }
    }
  });

  test.each(PLAYERS)("every card has the largest size that fits with %i players", (players) => {
    const space = room(width, height, players, 5);
    const { mate, firework, own, mode } = tableLayout(space);
    // In a slightly smaller space nothing is larger: no space was left unused.
    const smaller = tableLayout({ ...space, width: width - 24, height: height - 24 });
    if (smaller.mode === mode)
      expect(smaller.mate + smaller.firework / 2).toBeLessThanOrEqual(mate + firework / 2 + 0.5);
    expect(Math.min(mate, firework, own)).toBeGreaterThanOrEqual(22);
  });
});

describe("the sizes that were promised", () => {
  /** Minimum widths of a teammate's card, a firework and an own card, for 2 to 5 players with five suits. */
  test.each([
    [1920, 1080, ["150 180 150", "150 180 150", "141 176 150", "150 175 150"]],
    [1440, 900, ["128 129 115", "127 130 115", "103 129 115", "114 115 103"]],
    [1366, 768, ["113 114 102", "113 114 102", "102 120 109", "102 128 96"]],
    [390, 844, ["69 68 71", "69 68 71", "73 68 76", "62 46 59"]],
    [360, 640, ["64 62 65", "64 62 65", "59 40 53", "38 52 60"]],
    [844, 390, ["92 59 60", "83 70 72", "59 75 76", "57 59 76"]],
  ])("%i × %i", (width, height, promised) => {
    for (const [place, widths] of promised.entries()) {
      const [mate, firework, own] = widths.split(" ").map(Number);
      const layout = tableLayout(room(width, height, place + 2, 5));
      expect(layout.mate).toBeGreaterThanOrEqual(mate);
      expect(layout.firework).toBeGreaterThanOrEqual(firework);
      expect(layout.own).toBeGreaterThanOrEqual(own);
    }
  });

  test("a firework on a desk is never smaller than a teammate's card", () => {
    for (const [width, height] of SIZES)
      for (const players of PLAYERS)
        for (const suits of SUITS) {
          const layout = tableLayout(room(width, height, players, suits));
          if (layout.mode === "desk") expect(layout.firework).toBeGreaterThanOrEqual(layout.mate);
        }
  });

  test("the hand that gets a clue is large enough to touch on every phone", () => {
    for (const [width, height] of SIZES)
      for (const players of PLAYERS) {
        const layout = tableLayout({ ...room(width, height, players, 7), choosing: 0 });
        if (layout.mode === "tall")
          expect(layout.docked, `${width} × ${height}, ${players}`).toBeGreaterThanOrEqual(44);
      }
  });
});

test("what the device covers is left free", () => {
  const insets = { top: 44, right: 12, bottom: 34, left: 8 };
  const layout = tableLayout({ ...room(390, 844, 3, 5), insets });
  for (const [name, rect] of boxes(layout))
    expect(inside(rect, { x: 8, y: 44, w: 390 - 20, h: 844 - 78 }), name).toBe(true);
});

test("a room that is too small for any card gets a table to scroll", () => {
  const layout = tableLayout(room(320, 300, 5, 7));
  expect(layout.height).toBeGreaterThan(300);
  expect(faults(layout, layout.height, null)).toEqual([]);
});

test("small cards are smaller, and large ones favor the own hand", () => {
  const [small, medium, large] = (["small", "medium", "large"] as const).map((size) =>
    tableLayout({ ...room(1440, 900, 3, 5), size }),
  );
  expect(small.mate).toBeLessThan(medium.mate);
  expect(large.own).toBeGreaterThan(medium.own);
});

test("cards of a hand lie side by side", () => {
  const hand = handPlace(tableLayout(room(390, 844, 3, 5)), 0, false);
  expect(cardMiddle(hand, 1) - cardMiddle(hand, 0)).toBe(hand.card + hand.gap);
});
