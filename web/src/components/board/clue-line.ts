/** The line of the last clue: from its giver along a free lane to each card that it touched. */
import { cardMiddle, handPlace, ownPlace } from "../../lib/hand-place";
import type { TableLayout } from "../../lib/table-layout";
import { cardHeight } from "../../lib/table-measures";

interface Point {
  x: number;
  y: number;
}

export interface ClueLine {
  /** One path for each touched card, and the head of its arrow. */
  paths: string[];
  heads: string[];
  seal: Point;
  radius: number;
}

export interface ClueEnds {
  /** Places among the teammates' hands; null for the own hand. */
  giver: number | null;
  to: number | null;
  /** Positions of the touched cards, as they lie from left to right. */
  positions: number[];
  /** How many cards the own hand holds. */
  ownCards: number;
}

/** Null where there is nothing to point at. */
export function clueLine(layout: TableLayout, { giver, to, positions, ownCards }: ClueEnds): ClueLine | null {
  const { strip, own, hands } = layout.rects;
  if (!positions.length || (to === null && !own) || (giver === null && !strip)) return null;
  const desk = layout.mode === "desk";
  const scale = desk ? 1 : 0.62;
  const target = to === null ? own! : hands[to];
  const from = giver === null ? strip! : hands[giver];
  const fromAbove = to === null || from.y + from.h <= target.y;
  const width = to !== null && layout.template === "crown" ? layout.lane : layout.gap;
  const placed = to === null ? ownPlace(layout, ownCards) : handPlace(layout, to, false);
  const cards = positions.map((position) => cardMiddle(placed, position));
  const tops = to === null ? own!.y + own!.h - cardHeight(layout.own) : target.y;
  const lane = to === null ? tops - layout.gap : fromAbove ? target.y - width / 2 : target.y + target.h + width / 2;
  const end = to === null ? tops - 2 : fromAbove ? target.y - 1 : target.y + target.h + 2;
  const way = fromAbove ? 1 : -1;
  const sideBySide = Math.abs(from.y - target.y) < 30;
  const start: Point = {
    x: layout.plate === "side" && giver !== null ? from.x + layout.side / 2 : from.x + from.w / 2,
    y: fromAbove || sideBySide ? from.y + from.h : from.y,
  };
  // On a phone that lies on its side the own hand is left of the hands: the line comes from there.
  if (layout.mode === "wide" && giver === null) Object.assign(start, { x: target.x + 6, y: lane });
  if (layout.mode === "wide" && to === null) Object.assign(start, { x: target.x + target.w, y: lane });
  const bend = desk ? 12 : 5;
  const paths = cards.map((x) => {
    const side = Math.sign(x - start.x) || 1;
    const tip = end - way * 9 * scale;
    if (Math.abs(x - start.x) < 2 * bend) return `M${start.x} ${start.y}C${start.x} ${lane} ${x} ${lane} ${x} ${tip}`;
    const drop = Math.min(bend, Math.abs(start.y - lane));
    const into =
      drop < 2
        ? `M${start.x} ${lane}`
        : `M${start.x} ${start.y}L${start.x} ${lane + Math.sign(start.y - lane) * drop}Q${start.x} ${lane} ${start.x + side * bend} ${lane}`;
    return `${into}L${x - side * bend} ${lane}Q${x} ${lane} ${x} ${tip}`;
  });
  const nearest = cards.reduce((one, other) => (Math.abs(other - start.x) < Math.abs(one - start.x) ? other : one));
  const sealX = layout.template === "crown" && giver !== null && to !== null ? (start.x + nearest) / 2 : start.x;
  return {
    paths,
    heads: cards.map((x) => `M${x} ${end}l${7 * scale} ${-way * 10.5 * scale}h${-14 * scale}Z`),
    seal: { x: sealX, y: lane },
    radius: desk ? 15 : 10.5,
  };
}
