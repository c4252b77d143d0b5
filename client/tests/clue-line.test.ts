import { describe, expect, test } from "vitest";
import { clueLine } from "../src/components/board/clue-line";
import { tableLayout, type Rect } from "../src/lib/table/layout";
import { cardHeight } from "../src/lib/table/measures";

const SIZES = [
  [1440, 900],
  [390, 844],
  [844, 390],
] as const;

describe.each(SIZES)("the line of a clue at %i × %i", (width, height) => {
  const layout = tableLayout({ width, height, players: 3, handSize: 5, suits: 5 });

  test("has an arrow for each touched card and stays on the table", () => {
    const ends = { giver: 1, to: 0, positions: [0, 3], ownCards: 5 };
    const line = clueLine(layout, ends)!;
    expect(line.paths).toHaveLength(2);
    expect(line.heads).toHaveLength(2);
    const numbers = line.paths
      .join(" ")
      .match(/-?\d+(\.\d+)?/g)!
      .map(Number);
    expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...numbers)).toBeLessThanOrEqual(Math.max(width, height));
  });

  test("leads to the own hand and from it", () => {
    expect(clueLine(layout, { giver: 0, to: null, positions: [2], ownCards: 5 })?.paths).toHaveLength(1);
    expect(clueLine(layout, { giver: null, to: 1, positions: [2], ownCards: 5 })?.paths).toHaveLength(1);
  });

  test("is not drawn for a clue that touched nothing, or while the strip is away", () => {
    expect(clueLine(layout, { giver: 1, to: 0, positions: [], ownCards: 5 })).toBeNull();
    const choosing = tableLayout({ width, height, players: 3, handSize: 5, suits: 5, choosing: 0 });
    if (!choosing.rects.strip)
      expect(clueLine(choosing, { giver: null, to: 1, positions: [1], ownCards: 5 })).toBeNull();
  });
});

describe.each([
  [1920, 1080],
  [1440, 900],
  [1366, 768],
  [390, 844],
])("at %i × %i between the own hand and the others", (width, height) => {
  const crosses = (box: Rect, from: { x: number; y: number }, to: { x: number; y: number }): boolean =>
    Math.max(from.x, to.x) > box.x + 1 &&
    Math.min(from.x, to.x) < box.x + box.w - 1 &&
    Math.max(from.y, to.y) > box.y + 1 &&
    Math.min(from.y, to.y) < box.y + box.h - 1;

  test.each([2, 3, 4, 5])("the line crosses nothing that %i players look at", (players) => {
    const layout = tableLayout({ width, height, players, handSize: players < 4 ? 5 : 4, suits: 5 });
    const { rects } = layout;
    for (let mate = 0; mate < players - 1; mate++)
      for (const ends of [
        { giver: mate, to: null },
        { giver: null, to: mate },
      ]) {
        const { ways } = clueLine(layout, { ...ends, positions: [0, 3], ownCards: 4 })!;
        const fireworks = layout.fireworks.map(({ x, ground }) => ({
          x: rects.sky.x + x - layout.firework / 2,
          y: rects.sky.y + ground - cardHeight(layout.firework) - 5 * layout.rise,
          w: layout.firework,
          h: cardHeight(layout.firework) + 5 * layout.rise,
        }));
        const others = rects.hands.filter((_, place) => place !== mate);
        const boxes = [rects.log, rects.discards, ...others, ...fireworks].filter((box) => box !== null);
        for (const way of ways)
          for (let corner = 1; corner < way.length; corner++)
            for (const box of boxes)
              expect(crosses(box, way[corner - 1], way[corner]), JSON.stringify({ ends, way, box })).toBe(false);
      }
  });
});
