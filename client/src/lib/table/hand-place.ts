/** The positions of a hand's cards in the layout of the table. */
import type { Rect, TableLayout } from "./layout";
import { cardGap, cardHeight, rowWidth, type Plate } from "./measures";

export interface HandPlace {
  rect: Rect;
  /** Width of a card. */
  card: number;
  gap: number;
  plate: Plate;
  /** The upper left corner of the first card, and the left edge and width of the name, all within `rect`. */
  x: number;
  y: number;
  plateX: number;
  plateWidth: number;
}

/** The hand of the teammate at this place; `docked`: it has moved above the clue controls. */
export function handPlace(layout: TableLayout, place: number, docked: boolean): HandPlace {
  const rect = layout.rects.hands[place];
  const card = docked && layout.docked ? layout.docked : layout.mate;
  const plate = docked && layout.docked ? "top" : layout.plate;
  const row = rowWidth(card, layout.handSize);
  const gap = cardGap(card);
  if (plate === "side") {
    const x = layout.side + layout.inner + Math.max(0, (rect.w - layout.side - 2 * layout.inner - row) / 2);
    return { rect, card, gap, plate, x, y: layout.inner, plateX: 3, plateWidth: layout.side - 2 };
  }
  const x = (rect.w - row) / 2;
  const plateX = layout.mode === "desk" ? Math.max(layout.inner, x) : Math.max(layout.inner, Math.min(x, 8));
  return { rect, card, gap, plate, x, y: layout.head + layout.inner, plateX, plateWidth: rect.w - 2 * plateX };
}

/** The viewer's own hand. */
export function ownPlace(layout: TableLayout, count: number): Pick<HandPlace, "rect" | "card" | "gap" | "x" | "y"> {
  const rect = layout.rects.own!;
  const x = (rect.w - rowWidth(layout.own, count)) / 2;
  return { rect, card: layout.own, gap: cardGap(layout.own), x, y: rect.h - cardHeight(layout.own) };
}

/** The center of the card at this position of a hand. */
export const cardMiddle = ({ rect, x, card, gap }: Pick<HandPlace, "rect" | "x" | "card" | "gap">, position: number) =>
  rect.x + x + position * (card + gap) + card / 2;
