/** What the end of a game tells: the turn that decided it, the lesson that fits, and a text to share. */
import type { LessonBody, Review, ReviewedTurn } from "../net/api-types";
import type { View } from "../net/protocol";
import { language, say } from "../app/texts.svelte";

/** The costliest mistake; null if the review found none. */
export function decisiveTurn({ turns }: Review): ReviewedTurn | null {
  const faults = turns.filter(({ level }) => level === "mistake" || level === "blunder");
  return faults.reduce<ReviewedTurn | null>((worst, turn) => (!worst || turn.loss > worst.loss ? turn : worst), null);
}

/** The lesson about each kind of finding, and about the conventions by which a clue was read. */
const LESSON_OF: Record<string, string> = {
  finesse: "finesses",
  prompt: "prompts",
  lost_copy: "save-clues",
  missed_save: "save-clues",
  misplay: "play-clues",
  missed_play: "play-clues",
  missed_clue: "play-clues",
  risky_play_missed: "play-clues",
  worse_clue: "focus",
  wasted_clue: "good-touch",
  worse_discard: "chop",
  missed_discard: "discards-and-strikes",
  worse_play: "end-game",
  misannounced: "choreography",
  worse_announcement: "choreography",
};

/** The lesson that fits a mistake. */
export function fittingLesson(turn: ReviewedTurn, lessons: LessonBody[]): LessonBody | undefined {
  const signs = [turn.cause?.reading ?? "", ...turn.kinds.map(({ kind }) => kind)];
  return signs
    .map((sign) => lessons.find(({ name }) => name === LESSON_OF[sign]))
    .find((lesson) => lesson !== undefined);
}

export interface SharedGame {
  view: View;
  /** The day of a daily deal. */
  daily: string | null;
  streak: number;
  address: string;
}

const LIT = "✦";
const DARK = "✧";
const PER_LINE = 3;

/** The result in a few lines. The fireworks are in order of height and without their suits, so it gives nothing away. */
export function sharedText({ view, daily, streak, address }: SharedGame): string {
  const { score } = view.over!;
  const day =
    daily &&
    new Intl.DateTimeFormat(language(), { month: "long", day: "numeric", timeZone: "UTC" }).format(new Date(daily));
  const heights = view.suits.map((suit) => view.fireworks[suit].count).toSorted((one, other) => other - one);
  const rows = heights.map((height) => LIT.repeat(height) + DARK.repeat(view.ranks.length - height));
  const lines = [say(day ? "web.share.daily" : "web.share.game", { score, max: view.max_score, ...(day && { day }) })];
  for (let place = 0; place < rows.length; place += PER_LINE) lines.push(rows.slice(place, place + PER_LINE).join(" "));
  lines.push(
    [
      say("web.share.strikes", { strikes: view.strikes }),
      ...(daily && streak > 1 ? [say("web.landing.daily.streak", { days: streak })] : []),
    ].join(" · "),
    address,
  );
  return lines.join("\n");
}
