/** Rectangles for everything on the table, given the sizes of its cards. */
import type { Arrangement, Need, Rect, TableLayout, Template } from "./layout";
import {
  clamp,
  handBox,
  middleWidth,
  ownHeight,
  skyHeight,
  stacked,
  widestCard,
  type Mode,
  type Plate,
} from "./measures";

/** The largest climb of a firework per card, as a fraction of its width. */
const CLIMB: Record<Template, number> = { crown: 0.2, flank: 0.26, stack: 0.44, pages: 0.26 };
const STEPS = 5;
/** Heights of an open row of discards on a narrow screen and on a tablet, and the largest panel size. */
const DISCARD_ROW = { narrow: 60, tablet: 96 };
const WIDEST_PANEL = 460;

type Rects = TableLayout["rects"];

/** A clue being given on a narrow screen: the receiver's hand, and the space for the controls. */
interface Dock {
  chosen: number;
  /** Card width of the chosen hand when it moves above the controls. */
  card: number | null;
  button: number;
  controls: number;
  /** What else changes to make room. */
  changes: Partial<Arrangement>;
}

export function place(need: Need, mode: Mode, sizes: Arrangement, choosing: number | null): TableLayout {
  const { k } = need;
  const dock =
    choosing === null ? null : mode === "tall" ? tallDock(need, sizes, choosing) : wideDock(need, sizes, choosing);
  const arranged = { ...sizes, ...dock?.changes };
  const rects = { desk: placeDesk, tall: placeTall, wide: placeWide }[mode](need, arranged, dock);
  return {
    ...k,
    ...arranged,
    mode,
    width: need.width,
    height: need.height,
    handSize: need.handSize,
    knowledge: need.knowledge,
    docked: dock?.card ?? null,
    button: dock?.button ?? 0,
    rects,
    ...placeFireworks(need, arranged, mode, rects.sky),
  };
}

const box = (x: number, y: number, w: number, h: number): Rect => {
  const [left, top] = [Math.round(x), Math.round(y)];
  return { x: left, y: top, w: Math.floor(w), h: Math.floor(h) };
};
const nothing: Omit<Rects, "bar" | "sky" | "hands"> = {
  strip: null,
  own: null,
  controls: null,
  discards: null,
  log: null,
};

/** One row of sentence and buttons, one of colors, one of numbers. */
const controlsHeight = (button: number): number => 3 * button + 2 * 6;

/** The controls take the lower left; the fireworks above them may have to shrink. */
function wideDock(need: Need, sizes: Arrangement, chosen: number): Dock {
  const { k } = need;
  const button = 44;
  const controls = controlsHeight(button);
  let firework = sizes.firework;
  while (firework > 24 && k.bar + skyHeight(firework) + k.gap + controls + k.pad > need.height) firework -= 1;
  return { chosen, card: null, button, controls, changes: { firework } };
}

const DOCK_FORMS: { columns: number; plate: Plate }[] = [
  { columns: 1, plate: "side" },
  { columns: 2, plate: "top" },
  { columns: 3, plate: "top" },
];
/** Docked cards below this width make the other hands give way. */
const DOCK_ENOUGH = 56;

/** The chosen hand moves above the controls, as large as possible; the others move up. */
function tallDock(need: Need, sizes: Arrangement, chosen: number): Dock {
  const button = 46;
  const docks = [0.62, 0.25].map((share) => dockedSizes(need, sizes, share, controlsHeight(button)));
  const { card, ...changes } = docks.find((one) => one && one.card >= DOCK_ENOUGH) ??
    docks[1] ??
    docks[0] ?? { ...sizes, card: sizes.mate };
  return { chosen, card, button, controls: controlsHeight(button), changes };
}

/** The widest docked cards such that the others keep this fraction of their width. */
function dockedSizes(
  need: Need,
  sizes: Arrangement,
  share: number,
  controls: number,
): (Pick<Arrangement, "firework" | "mate" | "columns" | "rows" | "plate"> & { card: number }) | null {
  const { k } = need;
  const room = need.width - 2 * k.pad;
  const others = need.mates - 1;
  const most = Math.min(widestCard(room - 2 * k.inner, need.handSize), need.width >= 600 ? 110 : 76);
  const box = (card: number, plate: Plate) => handBox(k, need.handSize, need.knowledge, card, plate);
  const forms = [{ columns: sizes.columns, plate: sizes.plate }, ...DOCK_FORMS];
  for (let card = most; card >= 24; card--)
    for (let mate = Math.min(sizes.mate, card); mate >= Math.max(18, card * share); mate--)
      for (const { columns, plate } of forms) {
        if (columns > Math.max(1, others)) continue;
        const rows = Math.ceil(others / columns);
        if (others && stacked(columns, box(mate, plate).w, k.gap) > room) continue;
        for (const part of [1, 0.85, 0.7]) {
          const firework = Math.round(sizes.firework * part);
          const upper = k.bar + skyHeight(firework) + rows * (box(mate, plate).h + k.gap) + k.gap;
          if (upper + box(card, "top").h + k.gap + controls + k.pad <= need.height)
            return { card, firework, mate, columns, rows, plate };
        }
      }
  return null;
}

/** Rows of hands, centered in a region; the last row may have fewer. */
function handRows(
  count: number,
  columns: number,
  region: Rect,
  each: { w: number; h: number },
  gap: number,
  air: number,
): Rect[] {
  return Array.from({ length: count }, (_, index) => {
    const row = Math.floor(index / columns);
    const inRow = Math.min(columns, count - row * columns);
    const x = region.x + (region.w - stacked(inRow, each.w, gap)) / 2 + (index % columns) * (each.w + gap);
    return box(x, region.y + air * (row + 1) + row * (each.h + gap), each.w, each.h);
  });
}

function placeDesk(need: Need, sizes: Arrangement): Rects {
  const { k, width, height, mates } = need;
  const room = width - 2 * k.pad;
  const each = handBox(k, need.handSize, need.knowledge, sizes.mate, "top");
  const ownH = need.own ? ownHeight(sizes.own) : 0;
  const shoreH = need.strip + (need.own ? k.gap + ownH : 0);
  const shore = height - k.pad - shoreH;
  const top = k.bar + k.gap;
  const middle = middleWidth(width, sizes.own, need.handSize);
  const panel = Math.min((room - middle - 2 * k.gap) / 2, WIDEST_PANEL);
  const upper = shore - k.gap - top;
  const rects: Omit<Rects, "sky" | "hands"> = {
    bar: box(0, 0, width, k.bar),
    strip: box((width - middle) / 2, shore, middle, need.strip),
    own: need.own ? box((width - middle) / 2, shore + need.strip + k.gap, middle, ownH) : null,
    discards: box(k.pad, shore, panel, shoreH),
    log: box(width - k.pad - panel, shore, panel, shoreH),
    controls: null,
  };
  if (sizes.template === "flank") {
    const spare = upper - stacked(sizes.rows, each.h, k.gap);
    // The order of play goes around the table: up the left side, down the right.
    const left = Math.ceil(mates / 2);
    const hands = Array.from({ length: mates }, (_, index) => {
      const onLeft = index < left;
      const count = onLeft ? left : mates - left;
      const row = onLeft ? left - 1 - index : index - left;
      const spareHere = spare + (sizes.rows - count) * (each.h + k.gap);
      const y = top + (spareHere * (row + 1)) / (count + 1) + row * (each.h + k.gap);
      return box(onLeft ? k.pad : width - k.pad - each.w, y, each.w, each.h);
    });
    return { ...rects, hands, sky: box(k.pad + each.w + k.gap, top, room - 2 * (each.w + k.gap), upper) };
  }
  const handsH = stacked(sizes.rows, each.h, k.gap);
  const handW = Math.min((room - (sizes.columns - 1) * k.gap) / sizes.columns, each.w + 120);
  const region = box(k.pad, top, room, handsH);
  return {
    ...rects,
    hands: handRows(mates, sizes.columns, region, { w: Math.floor(handW), h: each.h }, k.gap, 0),
    sky: box(k.pad, top + handsH + k.lane, room, upper - handsH - k.lane),
  };
}

function placeTall(need: Need, sizes: Arrangement, dock: Dock | null): Rects {
  const { k, width, height } = need;
  const room = width - 2 * k.pad;
  const each = handBox(k, need.handSize, need.knowledge, sizes.mate, sizes.plate);
  const docked = dock && handBox(k, need.handSize, need.knowledge, dock.card!, "top");
  const ownH = need.own ? ownHeight(sizes.own) : 0;
  const foot = dock ? dock.controls + k.gap + docked!.h : need.strip + (need.own ? k.gap + ownH : 0);
  const bottom = height - k.pad - foot;
  const shown = need.mates - (dock ? 1 : 0);
  const handsH = stacked(sizes.rows, each.h, k.gap);
  const free = bottom - k.gap - k.bar - handsH - (shown ? k.gap : 0) - skyHeight(sizes.firework);
  const climb = STEPS * CLIMB.stack * sizes.firework;
  const half = Math.min(free, climb / 2);
  const roomForDiscards = !dock && free - half >= DISCARD_ROW.narrow + k.gap;
  const discardH = !roomForDiscards
    ? 0
    : width >= 600
      ? Math.min(free - half - k.gap, DISCARD_ROW.tablet)
      : DISCARD_ROW.narrow;
  const left = free - (discardH ? discardH + k.gap : 0);
  const rise = Math.max(0, Math.min(left, climb));
  const skyH = skyHeight(sizes.firework) + rise + Math.max(0, left - rise - 10 * (sizes.rows + 1));
  const spare = Math.max(0, left - (skyH - skyHeight(sizes.firework)));
  let y = k.bar + skyH + k.gap;
  const discards = discardH ? box(k.pad, y, room, discardH) : null;
  if (discards) y += discardH + k.gap;
  const eachW = Math.floor((room - (sizes.columns - 1) * k.gap) / sizes.columns);
  const region = box(k.pad, y, room, handsH);
  const others = handRows(shown, sizes.columns, region, { w: eachW, h: each.h }, k.gap, spare / (sizes.rows + 1));
  const rects = { ...nothing, bar: box(0, 0, width, k.bar), sky: box(k.pad, k.bar, room, skyH), discards };
  if (dock) {
    const hands = [...others];
    hands.splice(dock.chosen, 0, box(k.pad, bottom, room, docked!.h));
    return { ...rects, hands, controls: box(k.pad, height - k.pad - dock.controls, room, dock.controls) };
  }
  return {
    ...rects,
    hands: others,
    strip: box(k.pad, bottom, room, need.strip),
    own: need.own ? box(k.pad, bottom + need.strip + k.gap, room, ownH) : null,
  };
}

function placeWide(need: Need, sizes: Arrangement, dock: Dock | null): Rects {
  const { k, width, height } = need;
  const each = handBox(k, need.handSize, need.knowledge, sizes.mate, sizes.plate);
  const ownH = need.own ? ownHeight(sizes.own) : 0;
  const foot = dock ? dock.controls : need.strip + (need.own ? k.gap + ownH : 0);
  const ground = height - k.pad - foot;
  const right = width - sizes.left - 2 * k.pad - k.gap;
  const eachW = Math.floor((right - (sizes.columns - 1) * k.gap) / sizes.columns);
  const spare = height - 2 * k.pad - stacked(sizes.rows, each.h, k.gap);
  const region = box(k.pad + sizes.left + k.gap, k.pad, right, height - 2 * k.pad);
  return {
    ...nothing,
    bar: box(k.pad, 0, sizes.left, k.bar),
    sky: box(k.pad, k.bar, sizes.left, ground - k.gap - k.bar),
    hands: handRows(need.mates, sizes.columns, region, { w: eachW, h: each.h }, k.gap, spare / (sizes.rows + 1)),
    controls: dock && box(k.pad, ground, sizes.left, dock.controls),
    strip: dock ? null : box(k.pad, ground, sizes.left, need.strip),
    own: dock || !need.own ? null : box(k.pad, ground + need.strip + k.gap, sizes.left, ownH),
  };
}

/** The center and the ground of each firework. With two rows, the lower one is wider. */
function placeFireworks(
  need: Need,
  { firework, skyRows, template }: Arrangement,
  mode: Mode,
  sky: Rect,
): Pick<TableLayout, "fireworks" | "pitch" | "rise"> {
  const abreast = Math.ceil(need.suits / skyRows);
  const pitch = Math.floor(Math.min(sky.w / abreast, firework * (mode === "desk" ? 1.9 : 1.6)));
  const rowH = sky.h / skyRows;
  const rise = clamp(0, (rowH - skyHeight(firework)) / STEPS, firework * CLIMB[template]);
  const slack = Math.max(0, rowH - skyHeight(firework) - STEPS * rise);
  const upper = skyRows === 1 ? 0 : Math.floor(need.suits / 2);
  const fireworks = Array.from({ length: need.suits }, (_, index) => {
    const row = skyRows === 2 && index >= upper ? 1 : 0;
    const count = skyRows === 1 ? need.suits : row ? need.suits - upper : upper;
    const at = row ? index - upper : index;
    return {
      x: Math.round(sky.w / 2 + (at - (count - 1) / 2) * pitch),
      ground: Math.round(rowH * (row + 1) - slack / 2),
    };
  });
  return { fireworks, pitch, rise: Math.floor(rise * 10) / 10 };
}
