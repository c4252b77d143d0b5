import { expect, test } from "vitest";
import { teammateSeats } from "../src/lib/table/seat-order";
import { allowedAids } from "../src/lib/game/aids";
import { aView } from "./fixtures";

test("teammates are shown in the order of play after the viewer", () => {
  expect(teammateSeats(aView({ seat: 0 }))).toEqual([1, 2]);
  expect(teammateSeats(aView({ seat: 1 }))).toEqual([2, 0]);
  expect(teammateSeats(aView({ seat: null }))).toEqual([0, 1, 2]);
});

test("aids are the lower of what the player wants and what the table allows", () => {
  expect(allowedAids("expert", "clues")).toBe("clues");
  expect(allowedAids("paper", "expert")).toBe("paper");
});
