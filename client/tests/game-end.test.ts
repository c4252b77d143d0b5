import { expect, test } from "vitest";
import { decisiveTurn, fittingLesson, sharedText } from "../src/lib/pages/game-end";
import type { LessonBody, Review, ReviewedTurn } from "../src/lib/net/api-types";
import { setLanguage } from "../src/lib/app/texts.svelte";
import { aView, SUITS } from "./fixtures";

const aTurn = (index: number, loss: number, level: ReviewedTurn["level"], ...kinds: string[]): ReviewedTurn =>
  ({ index, turn: index, loss, level, cause: null, kinds: kinds.map((kind) => ({ kind, knowable: true })) }) as never;
const LESSONS = ["clues", "play-clues", "save-clues", "finesses"].map((name) => ({ name, title: name }) as LessonBody);

test("the costliest mistake decides; slight faults decide nothing", () => {
  const turns = [aTurn(0, 0.2, "slight"), aTurn(1, 0.9, "mistake"), aTurn(2, 2.2, "blunder"), aTurn(3, 1, "mistake")];
  expect(decisiveTurn({ turns } as Review)?.index).toBe(2);
  expect(decisiveTurn({ turns: turns.slice(0, 1) } as Review)).toBeNull();
});

test("the lesson fits the mistake, and first of all the convention that was misread", () => {
  expect(fittingLesson(aTurn(3, 2, "blunder", "lost_copy"), LESSONS)?.name).toBe("save-clues");
  const misread = { ...aTurn(3, 2, "blunder", "misplay"), cause: { reading: "finesse" } } as ReviewedTurn;
  expect(fittingLesson(misread, LESSONS)?.name).toBe("finesses");
  expect(fittingLesson(aTurn(3, 2, "blunder", "worse_reward"), LESSONS)).toBeUndefined();
});

const ended = (counts: number[]) =>
  aView({
    over: { outcome: "finished", reason: "deck", score: 23, rating: null, verdict: null, commended: false },
    fireworks: Object.fromEntries(
      SUITS.map((suit, place) => [suit, { count: counts[place], top: counts[place], reachable: 5 }]),
    ),
  });

test("the shared text of a daily deal names no suit and no order, so it gives nothing away", async () => {
  const shared = { daily: "2026-11-17", streak: 13, address: "https://hanabi.example/daily" };
  const text = sharedText({ view: ended([4, 5, 5, 4, 5]), ...shared });
  expect(text.split("\n")).toEqual([
    "Hanabi, November 17: 23 of 25",
    "✦✦✦✦✦ ✦✦✦✦✦ ✦✦✦✦✦",
    "✦✦✦✦✧ ✦✦✦✦✧",
    "0 strikes · 13 days in a row",
    "https://hanabi.example/daily",
  ]);
  expect(sharedText({ view: ended([5, 4, 5, 5, 4]), ...shared })).toBe(text);
  await setLanguage("pl");
  expect(sharedText({ view: ended([4, 5, 5, 4, 5]), ...shared })).toContain("23 z 25");
});
