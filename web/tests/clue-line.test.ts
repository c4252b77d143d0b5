import { describe, expect, test } from "vitest";
import { clueLine } from "../src/components/board/clue-line";
import { tableLayout } from "../src/lib/table-layout";

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
