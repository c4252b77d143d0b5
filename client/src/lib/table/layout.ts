/**
 * The one layout rule of the table: the room there is → sizes and places of everything on it.
 *
 * Pure: numbers in, numbers out. The mode follows the room; each mode has a few templates, and for each of them the
 * teammates' cards get the largest width at which everything fits, with the fireworks and the own cards no smaller than
 * their share of it. The template with the greatest mate + firework / 2 wins. What is left goes to the fireworks and
 * the own hand by turns, then to the climb of the fireworks, then to an open row of discards.
 */
import {
  COMFORT,
  handBox,
  measuresOf,
  middleWidth,
  modeOf,
  ownHeight,
  rowWidth,
  skyHeight,
  stacked,
  widestCard,
  type Measures,
  type Mode,
  type Plate,
} from "./measures";
import { place } from "./places";

export interface Rect {
  x: number;
  y: number;
  w: number;
  h: number;
}

export interface Insets {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

export interface TableRoom {
  width: number;
  height: number;
  /** What the device's rounded corners and bars cover. */
  insets?: Insets;
  players: number;
  handSize: number;
  suits: number;
  /** Whether one of the hands is the viewer's own, at the lower edge. */
  own?: boolean;
  /** Whether two lines of knowledge stand under each card of a teammate. */
  knowledge?: boolean;
  /** The least height of the strip: more where it holds the controls of a replay. */
  strip?: number;
  /** The teammate, by place, to whom a clue is being given. */
  choosing?: number | null;
  /** Unless there is room for a desk, the sky is above the hands, even where the room is wider than high. */
  upright?: boolean;
  /** A preference: smaller cards, or larger ones in the own hand. */
  size?: "small" | "medium" | "large";
}

export type Template = "crown" | "flank" | "stack" | "pages";

/** Widths of a teammate's card, of a card in the sky and of an own card. */
export interface CardWidths {
  mate: number;
  firework: number;
  own: number;
}

export interface Arrangement extends CardWidths {
  template: Template;
  /** Hands abreast, and rows of hands. */
  columns: number;
  rows: number;
  plate: Plate;
  skyRows: number;
  /** Width of the left half, where the table has two. */
  left: number;
}

export interface TableLayout extends Arrangement, Measures {
  mode: Mode;
  width: number;
  height: number;
  handSize: number;
  knowledge: boolean;
  /** Width of the cards of the hand that is chosen for a clue, where it moves above the clue's controls. */
  docked: number | null;
  /** Height of one button of the clue's controls. */
  button: number;
  bar: number;
  rects: {
    bar: Rect;
    sky: Rect;
    hands: Rect[];
    strip: Rect | null;
    own: Rect | null;
    controls: Rect | null;
    discards: Rect | null;
    log: Rect | null;
  };
  /** The middle and the ground of each firework, within the sky. */
  fireworks: { x: number; ground: number }[];
  /** The distance between two fireworks, and how far a firework climbs with each card. */
  pitch: number;
  rise: number;
}

export interface Need extends Required<Omit<TableRoom, "insets" | "choosing" | "players">> {
  mates: number;
  k: Measures;
}

/** The least widths of fireworks and own cards, as parts of a teammate's card. */
const FLOOR: Record<Template, { firework: number; own: number }> = {
  crown: { firework: 1, own: 0.9 },
  flank: { firework: 1, own: 0.9 },
  stack: { firework: 0.68, own: 0.9 },
  pages: { firework: 0.55, own: 0.62 },
};

/** On a desk the strip has the height of the panels beside it, where no own hand gives them theirs. */
const PANEL_HEIGHT = 180;

/** Where even the smallest cards do not fit, the table is higher than its room and has to be scrolled. */
export function tableLayout(room: TableRoom): TableLayout {
  const insets = room.insets ?? { top: 0, right: 0, bottom: 0, left: 0 };
  const width = room.width - insets.left - insets.right;
  for (let height = room.height - insets.top - insets.bottom; ; height += 20) {
    const layout = fittingLayout(room, width, height);
    if (layout) return shifted(layout, insets);
  }
}

function fittingLayout(room: TableRoom, width: number, height: number): TableLayout | null {
  const natural = modeOf(width, height);
  const preferred = room.upright && natural === "wide" ? "tall" : natural;
  const modes: Mode[] = [preferred, ...(["wide", "tall"] as const).filter((mode) => mode !== preferred)];
  for (const mode of modes) {
    const fitting = measuresOf(mode, width, height).flatMap((k) => {
      const need = needOf(room, mode, width, height, k);
      return { desk: deskArrangements, tall: tallArrangements, wide: wideArrangements }[mode](need).map((sizes) => ({
        need,
        sizes,
      }));
    });
    if (!fitting.length) continue;
    const comfortable = fitting.filter(
      ({ need, sizes }) => need.k === fitting[0].need.k && sizes.mate >= COMFORT[mode],
    );
    const candidates = comfortable.length ? comfortable : fitting;
    const value = ({ sizes }: (typeof fitting)[number]): number => sizes.mate + sizes.firework / 2;
    const best = candidates.reduce((one, other) => (value(other) > value(one) + 0.5 ? other : one));
    return place(best.need, mode, best.sizes, mode === "desk" ? null : (room.choosing ?? null));
  }
  return null;
}

function needOf(room: TableRoom, mode: Mode, width: number, height: number, k: Measures): Need {
  const own = room.own ?? true;
  return {
    size: "medium",
    knowledge: true,
    upright: false,
    ...room,
    width,
    height,
    own,
    strip: Math.max(k.strip, room.strip ?? 0, mode === "desk" && !own ? PANEL_HEIGHT : 0),
    mates: room.players - (own ? 1 : 0),
    k,
  };
}

/** Moves everything out of what the device covers. */
function shifted(layout: TableLayout, { left, top }: Insets): TableLayout {
  const move = <R extends Rect | null>(rect: R): R => rect && { ...rect, x: rect.x + left, y: rect.y + top };
  const { hands, ...rest } = layout.rects;
  const moved = Object.fromEntries(Object.entries(rest).map(([name, rect]) => [name, move(rect)]));
  return { ...layout, rects: { ...(moved as typeof rest), hands: hands.map(move) } };
}

interface Limits {
  most: number;
  least: number;
  firework: { least: number; most: (mate: number) => number };
  own: { least: number; most: (mate: number) => number };
}

/** The largest teammates' cards that fit, then fireworks and own cards by turns. */
function solve(
  need: Need,
  template: Template,
  limits: Limits,
  fits: (mate: number, firework: number, own: number) => boolean,
): CardWidths | null {
  const scale = need.size === "small" ? 0.75 : 1;
  const share = FLOOR[template].own * (need.size === "large" ? 1.2 : 1);
  for (let mate = Math.round(limits.most * scale); mate >= limits.least; mate--) {
    const mostFirework = limits.firework.most(mate) * scale;
    const mostOwn = limits.own.most(mate) * scale;
    let firework = Math.max(limits.firework.least, Math.min(Math.round(mate * FLOOR[template].firework), mostFirework));
    let own = Math.max(limits.own.least, Math.min(Math.round(mate * share), mostOwn));
    if (!fits(mate, firework, own)) continue;
    for (let growing = true; growing;) {
      growing = false;
      if (firework + 1 <= mostFirework && fits(mate, firework + 1, own)) [firework, growing] = [firework + 1, true];
      if (own + 1 <= mostOwn && fits(mate, firework, own + 1)) [own, growing] = [own + 1, true];
    }
    return { mate, firework: Math.floor(firework), own: Math.floor(own) };
  }
  return null;
}

/** Height of the strip and of the own hand below it. */
export const shoreHeight = (need: Need, own: number): number =>
  need.strip + (need.own ? need.k.gap + ownHeight(own) : 0);

/** Hands in rows above the sky, or left and right of it; discards, own hand and log share the shore. */
function deskArrangements(need: Need): Arrangement[] {
  const { k, mates, suits } = need;
  const room = need.width - 2 * k.pad;
  const most = Math.max(150, Math.round(need.height * 0.139));
  const forms: { template: Template; columns: number; rows: number; skyRows: number }[] = [];
  for (const rows of mates > 3 ? [1, 2] : [1])
    forms.push({ template: "crown", columns: Math.ceil(mates / rows), rows, skyRows: 1 });
  // Hands on both sides of the sky, as many left as right; only five leave one over.
  if (mates % 2 === 0 || mates > 4)
    for (const skyRows of [1, 2]) forms.push({ template: "flank", columns: 2, rows: Math.ceil(mates / 2), skyRows });
  return forms.flatMap((form) => {
    const box = (mate: number) => handBox(k, need.handSize, need.knowledge, mate, "top");
    const abreast = Math.ceil(suits / form.skyRows);
    const skyWidth = (mate: number): number => (form.template === "flank" ? room - 2 * (box(mate).w + k.gap) : room);
    const upper = (mate: number, firework: number): number => {
      const hands = stacked(form.rows, box(mate).h, k.gap);
      return form.template === "flank"
        ? Math.max(hands, form.skyRows * skyHeight(firework))
        : hands + k.lane + skyHeight(firework);
    };
    const sizes = solve(
      need,
      form.template,
      {
        most,
        least: 40,
        firework: {
          least: 48,
          most: (mate) =>
            Math.min(
              Math.round(mate * (need.own ? 1.25 : 1.6)),
              Math.round(most * 1.2),
              Math.floor(skyWidth(mate) / abreast) - 8,
            ),
        },
        own: { least: 64, most: (mate) => Math.min(Math.round(mate * 1.12), most) },
      },
      (mate, firework, own) =>
        stacked(form.columns, box(mate).w, k.gap) <= room &&
        abreast * (firework + 8) <= skyWidth(mate) &&
        firework >= mate &&
        middleWidth(need.width, own, need.handSize) + 2 * (k.gap + (need.width < 1200 ? 240 : 264)) <= room &&
        k.bar + k.gap + upper(mate, firework) + k.gap + shoreHeight(need, own) + k.pad <= need.height,
    );
    return sizes ? [{ ...form, ...sizes, plate: "top" as const, left: need.width }] : [];
  });
}

const NARROW_FORMS: { columns: number; plate: Plate }[] = [
  { columns: 1, plate: "top" },
  { columns: 1, plate: "side" },
  { columns: 2, plate: "top" },
];

/** A phone or tablet upright: bar, sky, hands, strip, own hand. */
function tallArrangements(need: Need): Arrangement[] {
  const { k, mates, suits } = need;
  const room = need.width - 2 * k.pad;
  const tablet = need.width >= 600;
  const widest = widestCard(room, need.handSize);
  const abreast = Math.floor(room / suits) - 6;
  return NARROW_FORMS.filter(({ columns }) => columns <= mates).flatMap(({ columns, plate }) => {
    const rows = Math.ceil(mates / columns);
    const sizes = solve(
      need,
      "stack",
      {
        most: tablet ? 120 : 78,
        least: 22,
        firework: {
          least: Math.min(abreast, 34),
          most: (mate) => Math.min(abreast, tablet ? 110 : 72, Math.max(52, Math.round(mate * 1.25))),
        },
        own: {
          least: Math.min(widest, 46),
          most: (mate) => Math.min(widest, tablet ? 120 : 76, Math.max(60, Math.round(mate * 1.2))),
        },
      },
      (mate, firework, own) => {
        const box = handBox(k, need.handSize, need.knowledge, mate, plate);
        const height = k.bar + skyHeight(firework) + rows * (box.h + k.gap) + k.gap + shoreHeight(need, own) + k.pad;
        return stacked(columns, box.w, k.gap) <= room && height <= need.height;
      },
    );
    return sizes ? [{ template: "stack" as const, columns, rows, plate, skyRows: 1, left: need.width, ...sizes }] : [];
  });
}

/** A phone on its side: bar, sky, strip and own hand left, the hands right. */
function wideArrangements(need: Need): Arrangement[] {
  const { k, mates, suits } = need;
  const narrowest = Math.max(Math.min(320, Math.round(need.width * 0.56)), Math.round(need.width * 0.36));
  const arrangements: Arrangement[] = [];
  for (let left = narrowest; left <= Math.max(narrowest, need.width * 0.5); left += 8) {
    const right = need.width - left - 2 * k.pad - k.gap;
    for (const { columns, plate } of NARROW_FORMS) {
      if (columns > mates) continue;
      const rows = Math.ceil(mates / columns);
      const sizes = solve(
        need,
        "pages",
        {
          most: need.width >= 1000 ? 120 : 92,
          least: 22,
          firework: { least: 30, most: () => Math.min(Math.floor(left / suits) - 5, 96) },
          own: { least: 44, most: () => Math.min(widestCard(left, need.handSize), 96) },
        },
        (mate, firework, own) => {
          const box = handBox(k, need.handSize, need.knowledge, mate, plate);
          return (
            stacked(columns, box.w, k.gap) <= right &&
            stacked(rows, box.h, k.gap) + 2 * k.pad <= need.height &&
            suits * (firework + 5) <= left &&
            rowWidth(own, need.handSize) <= left &&
            k.bar + skyHeight(firework) + k.gap + shoreHeight(need, own) + k.pad <= need.height
          );
        },
      );
      if (sizes) arrangements.push({ template: "pages", columns, rows, plate, skyRows: 1, left, ...sizes });
    }
  }
  return arrangements;
}
