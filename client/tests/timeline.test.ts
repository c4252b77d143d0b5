import { expect, test } from "vitest";
import { numberedEvents, timelineMarks, turnOfCard } from "../src/lib/game/timeline";
import type { GameEvent } from "../src/lib/net/protocol";
import { aDraw, anEvent, aPlay, aStart, aView } from "./fixtures";

const play = aPlay(0, 0, 1, 1, "r1");
const frame = (...events: GameEvent[]) => ({ events, view: aView() });
const frames = [
  frame(aStart(0), aDraw(0, 0, 0), aDraw(0, 0, 1)),
  frame(play, anEvent(0, { type: "firework", suit: "red" }), aDraw(0, 0, 5)),
  frame(aPlay(0, 1, 0, 5, "b3", false), anEvent(0, { type: "strike", strikes: 1 })),
];

test("events are numbered by the action they belong to", () => {
  expect(numberedEvents(frames).map(({ n }) => n)).toEqual([-1, -1, -1, 0, 0, 0, 1, 1]);
});

test("a card leads to where it left its hand, and from there to where it was drawn", () => {
  expect(turnOfCard(frames, 5, 0)).toBe(2);
  expect(turnOfCard(frames, 5, 2)).toBe(1);
  expect(turnOfCard(frames, 0, 2)).toBe(0);
});

test("strikes and finished fireworks are marked", () => {
  expect(timelineMarks(frames)).toEqual([
    { turn: 1, kind: "firework" },
    { turn: 2, kind: "strike" },
  ]);
});
