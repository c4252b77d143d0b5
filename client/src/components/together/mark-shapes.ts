/** The shapes of circles and arrows over a board, in its pixels. */

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

const middle = ({ x, y, w, h }: Box): [number, number] => [x + w / 2, y + h / 2];
const round = (value: number): number => Math.round(value * 10) / 10;

/** A ring around a card; other people's rings are drawn outside it. */
export function ring({ x, y, w, h }: Box, place: number): Box {
  const out = 3 + 5 * place;
  return { x: x - out, y: y - out, w: w + 2 * out, h: h + 2 * out };
}

/** A slightly bent arrow between the centers of two boxes: line, head and label position. */
export function arrow(from: Box, to: Box): { line: string; head: string; at: [number, number] } {
  const [x1, y1] = middle(from);
  const [x2, y2] = middle(to);
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
  const bend = Math.min(28, length * 0.12);
  const [cx, cy] = [(x1 + x2) / 2 - uy * bend, (y1 + y2) / 2 + ux * bend];
  // The head follows the direction of the curve's end.
  const [dx, dy] = [x2 - cx, y2 - cy];
  const end = Math.hypot(dx, dy) || 1;
  const [vx, vy] = [dx / end, dy / end];
  const size = 13;
  const [bx, by] = [x2 - vx * size, y2 - vy * size];
  const side = size * 0.62;
  const point = (px: number, py: number): string => `${round(px)} ${round(py)}`;
  return {
    line: `M${point(x1, y1)}Q${point(cx, cy)} ${point(bx, by)}`,
    head: `M${point(x2, y2)}L${point(bx - vy * side, by + vx * side)}L${point(bx + vy * side, by - vx * side)}Z`,
    at: [round((x1 + 2 * cx + x2) / 4), round((y1 + 2 * cy + y2) / 4)],
  };
}
