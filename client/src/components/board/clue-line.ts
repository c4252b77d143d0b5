/** The line of the last clue: from its giver along free lanes to each touched card. */
import { cardMiddle, handPlace, ownPlace } from "../../lib/table/hand-place";
import type { Rect, TableLayout } from "../../lib/table/layout";
import { cardHeight } from "../../lib/table/measures";

export interface Point {
  x: number;
  y: number;
}

export interface ClueLine {
  /** The route to each touched card: its corners, a path with rounded corners, and the arrowhead. */
  ways: Point[][];
  paths: string[];
  heads: string[];
  seal: Point;
  radius: number;
}

export interface ClueEnds {
  /** Places among the teammates' hands; null for the viewer's own hand. */
  giver: number | null;
  to: number | null;
  /** Positions of the touched cards, from left to right. */
  positions: number[];
  /** The number of cards in the viewer's own hand. */
  ownCards: number;
}

const nearest = (values: number[], to: number): number =>
  values.reduce((one, other) => (Math.abs(other - to) < Math.abs(one - to) ? other : one));
const middle = ({ y, h }: Rect): number => y + h / 2;
const right = ({ x, w }: Rect): number => x + w;
const bottom = ({ y, h }: Rect): number => y + h;

/** Null if there is nothing to point at. */
export function clueLine(layout: TableLayout, { giver, to, positions, ownCards }: ClueEnds): ClueLine | null {
  const { strip, own, hands } = layout.rects;
  if (!positions.length || (to === null && !own) || (giver === null && !strip)) return null;
  const desk = layout.mode === "desk";
  const scale = desk ? 1 : 0.62;
  const target = to === null ? own! : hands[to];
  const from = giver === null ? strip! : hands[giver];
  const fromAbove = to === null || bottom(from) <= target.y;
  const width = to !== null && layout.template === "crown" ? layout.lane : layout.gap;
  const placed = to === null ? ownPlace(layout, ownCards) : handPlace(layout, to, false);
  const cards = positions.map((position) => cardMiddle(placed, position));
  const tops = to === null ? bottom(own!) - cardHeight(layout.own) : target.y;
  const lane = to === null ? tops - layout.gap : fromAbove ? target.y - width / 2 : bottom(target) + width / 2;
  const end = to === null ? tops - 2 : fromAbove ? target.y - 1 : bottom(target) + 2;
  const down = fromAbove ? 1 : -1;
  const { way, seal } =
    desk && (giver === null || to === null)
      ? deskWay(layout, from, target, { lane, toOwn: to === null, near: nearest(cards, target.x + target.w / 2) })
      : layout.mode === "tall" && layout.columns === 1
        ? edgeWay(layout, from, lane)
        : directWay(layout, from, target, {
            lane,
            own: giver === null || to === null,
            toOwn: to === null,
            fromAbove,
            cards,
          });
  // Arrowheads shrink with the lane.
  const head = Math.min(10.5 * scale, Math.max(5, Math.abs(lane - end) + 2));
  const tip = fromAbove ? Math.max(lane, end - head) : Math.min(lane, end + head);
  const ways = cards.map((x) => [...way, { x, y: lane }, { x, y: tip }]);
  return {
    ways,
    paths: ways.map((one) => roundedPath(one, desk ? 12 : 5)),
    heads: cards.map((x) => `M${x} ${end}l${head * 0.67} ${-down * head}h${-head * 1.34}Z`),
    seal,
    radius: desk ? 15 : 10.5,
  };
}

interface Way {
  /** From the giver to the lane of the touched cards. */
  way: Point[];
  seal: Point;
}

/** On a desktop screen, between the viewer's hand and the others: beside the panels, between the fireworks. */
function deskWay(
  layout: TableLayout,
  from: Rect,
  target: Rect,
  { lane, toOwn, near }: { lane: number; toOwn: boolean; near: number },
): Way {
  const { sky } = layout.rects;
  const strip = layout.rects.strip!;
  const hand = toOwn ? from : target;
  const half = layout.gap / 2;
  const gate = nearest([strip.x - half, right(strip) + half], hand.x + hand.w / 2);
  const shore = strip.y - half;
  if (layout.template === "flank") {
    const onLeft = hand.x < sky.x;
    const edge = onLeft ? right(hand) + half : hand.x - half;
    const inner = { x: onLeft ? right(hand) : hand.x, y: middle(hand) };
    return toOwn
      ? {
          way: [inner, { x: edge, y: inner.y }, { x: edge, y: shore }, { x: gate, y: shore }, { x: gate, y: lane }],
          seal: { x: edge, y: (inner.y + shore) / 2 },
        }
      : {
          way: [
            { x: gate, y: middle(strip) },
            { x: gate, y: shore },
            { x: edge, y: shore },
            { x: edge, y: lane },
          ],
          seal: { x: edge, y: (shore + lane) / 2 },
        };
  }
  const columns = layout.fireworks.map(({ x }) => sky.x + x + layout.pitch / 2);
  const column = nearest([columns[0] - layout.pitch, ...columns], gate);
  const out = hand.x + hand.w / 2;
  const below = bottom(hand) + layout.lane / 2;
  return toOwn
    ? {
        way: [
          { x: out, y: bottom(hand) },
          { x: out, y: below },
          { x: column, y: below },
          { x: column, y: shore },
          { x: gate, y: shore },
          { x: gate, y: lane },
        ],
        seal: { x: (out + column) / 2, y: below },
      }
    : {
        way: [
          { x: gate, y: middle(strip) },
          { x: gate, y: shore },
          { x: column, y: shore },
          { x: column, y: lane },
        ],
        seal: { x: (column + near) / 2, y: lane },
      };
}

/** On a phone with stacked hands: down or up the left edge of the screen. */
function edgeWay(layout: TableLayout, from: Rect, lane: number): Way {
  const x = layout.pad / 2;
  const way = [
    { x: from.x, y: middle(from) },
    { x, y: middle(from) },
    { x, y: lane },
  ];
  return { way, seal: { x: x + 18, y: lane } };
}

/** From the giver's hand straight to the lane. */
function directWay(
  layout: TableLayout,
  from: Rect,
  target: Rect,
  at: { lane: number; own: boolean; toOwn: boolean; fromAbove: boolean; cards: number[] },
): Way {
  const { lane } = at;
  const sideBySide = Math.abs(from.y - target.y) < 30;
  const start: Point = {
    x: layout.plate === "side" && !at.own ? from.x + layout.side / 2 : from.x + from.w / 2,
    y: at.fromAbove || sideBySide ? bottom(from) : from.y,
  };
  // On a phone in landscape the viewer's hand is left of the others: the line starts there.
  if (layout.mode === "wide" && at.own) Object.assign(start, { x: at.toOwn ? right(target) : target.x + 6, y: lane });
  const between = layout.template === "crown" && !at.own;
  return {
    way: [start, { x: start.x, y: lane }],
    seal: { x: between ? (start.x + nearest(at.cards, start.x)) / 2 : start.x, y: lane },
  };
}

/** A path along the points, with corners rounded as far as space allows. */
function roundedPath(points: Point[], maxRadius: number): string {
  const corners = points.filter(({ x, y }, place) => !place || x !== points[place - 1].x || y !== points[place - 1].y);
  const towards = (one: Point, other: Point, distance: number): Point => {
    const length = Math.hypot(other.x - one.x, other.y - one.y);
    return { x: one.x + ((other.x - one.x) * distance) / length, y: one.y + ((other.y - one.y) * distance) / length };
  };
  const at = ({ x, y }: Point): string => `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
  const parts = [`M${at(corners[0])}`];
  for (let place = 1; place < corners.length - 1; place++) {
    const [before, corner, after] = corners.slice(place - 1, place + 2);
    const shortest = Math.min(
      Math.hypot(before.x - corner.x, before.y - corner.y),
      Math.hypot(after.x - corner.x, after.y - corner.y),
    );
    const radius = Math.min(maxRadius, shortest / 2);
    parts.push(`L${at(towards(corner, before, radius))}Q${at(corner)} ${at(towards(corner, after, radius))}`);
  }
  return [...parts, `L${at(corners.at(-1)!)}`].join("");
}
