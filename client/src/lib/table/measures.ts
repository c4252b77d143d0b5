/** Sizes of everything on the table in CSS pixels, given the width of a card. */

export type Mode = "desk" | "tall" | "wide";
/** Where a teammate's name is: above the cards or beside them. */
export type Plate = "top" | "side";

/** Cards are 1.4 times as tall as wide. */
export const cardHeight = (width: number): number => Math.ceil(width * 1.4);
export const clamp = (low: number, value: number, high: number): number => Math.max(low, Math.min(high, value));

/** The smallest touch target; a smaller card is not a separate button. */
export const TOUCH_TARGET = 44;

export interface Measures {
  /** Margins at the edge of the screen, and between two boxes. */
  pad: number;
  gap: number;
  /** Heights of the status bar, of a name above a hand and of the strip between the hands. */
  bar: number;
  head: number;
  strip: number;
  /** Padding of a hand's box, and the width of a name beside it. */
  inner: number;
  side: number;
  /** The free lane between the hands and the sky, for the line of the last clue. */
  lane: number;
}

export function modeOf(width: number, height: number): Mode {
  if (width >= 1000 && height >= 600) return "desk";
  return width > height ? "wide" : "tall";
}

/** The sets of measures: comfortable ones first, if there is enough height. */
export function measuresOf(mode: Mode, width: number, height: number): Measures[] {
  const tight = measures(mode, width, false);
  return height >= { desk: 860, tall: 740, wide: Infinity }[mode] ? [measures(mode, width, true), tight] : [tight];
}

/** From this width of teammates' cards on, comfortable measures are used; smaller cards get all the space. */
export const COMFORT: Record<Mode, number> = { desk: 100, tall: 60, wide: 0 };

function measures(mode: Mode, width: number, comfortable: boolean): Measures {
  if (mode === "desk") {
    return comfortable
      ? { pad: 20, gap: 14, bar: 60, head: 44, strip: 48, inner: 12, side: 0, lane: 38 }
      : { pad: 12, gap: 8, bar: 50, head: 38, strip: 42, inner: 8, side: 0, lane: 30 };
  }
  if (mode === "tall") {
    const side = width >= 600 ? 110 : 58;
    return comfortable
      ? { pad: 8, gap: 8, bar: 50, head: 28, strip: 46, inner: 6, side, lane: 0 }
      : { pad: 8, gap: 5, bar: 44, head: 20, strip: 46, inner: 3, side, lane: 0 };
  }
  return { pad: 8, gap: 6, bar: 44, head: 22, strip: 44, inner: 4, side: 58, lane: 0 };
}

/** One of the two lines of knowledge under a teammate's card. */
export const knowledgeLine = (card: number): number => clamp(11, Math.round(card * 0.17), 20);
/** Half of the slot number extends below the card. */
export const tabHeight = (card: number): number => clamp(5, Math.round(card * 0.08), 11);
export const cardGap = (card: number): number => Math.max(3, Math.round(card * 0.06));
export const rowWidth = (card: number, count: number): number => count * card + (count - 1) * cardGap(card);

/** The height of everything below a teammate's card. */
export const footHeight = (card: number, knowledge: boolean): number =>
  tabHeight(card) + (knowledge ? 2 * knowledgeLine(card) + 2 : tabHeight(card));

/** The widest card such that `count` of them fit into `room`. */
export function widestCard(room: number, count: number): number {
  let card = Math.floor(room / count);
  while (card > 1 && rowWidth(card, count) > room) card -= 1;
  return card;
}

/** The steps below a firework, and the space above it for the spark of a new card. */
export const groundHeight = (card: number): number => clamp(14, Math.round(card * 0.17), 26);
const skyMargin = (card: number): number => clamp(6, Math.round(card * 0.08), 14);
export const skyHeight = (card: number): number => cardHeight(card) + groundHeight(card) + skyMargin(card);

/** The viewer's own hand, with space to lift a selected card. */
export const ownHeight = (card: number): number => cardHeight(card) + clamp(12, Math.round(card * 0.16), 22);

/** The length of `count` boxes in a row or column. */
export const stacked = (count: number, each: number, gap: number): number =>
  count * each + Math.max(0, count - 1) * gap;

/** The box of a teammate's hand: name, cards, and everything below them. */
export function handBox(
  k: Measures,
  count: number,
  knowledge: boolean,
  card: number,
  plate: Plate,
): { w: number; h: number } {
  const w = rowWidth(card, count) + 2 * k.inner;
  const h = cardHeight(card) + footHeight(card, knowledge) + 2 * k.inner;
  return plate === "side" ? { w: w + k.side, h } : { w, h: h + k.head };
}

/** On a desktop screen the strip and the viewer's hand are between discards and log. */
export const middleWidth = (width: number, card: number, count: number): number =>
  Math.max(rowWidth(card, count), width < 1200 ? 480 : 520);
