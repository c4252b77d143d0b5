import { expect, test } from "vitest";
import { calendarMonth, countdown, dayBefore, firstWeekday, weekdayNames } from "../src/lib/pages/daily-calendar";

const result = (day: string, score: number) => ({ day, players: 3, score, max_score: 25, table: "abc" });

test("a month begins on its weekday, and every day has its result", () => {
  const { title, before, days } = calendarMonth("2026-11-17", 0, [result("2026-11-16", 21)], "en");
  expect(title).toBe("November 2026");
  expect(days).toHaveLength(30);
  // The first of November 2026 is a Sunday.
  expect(before).toBe((7 - firstWeekday("en")) % 7);
  expect(days[15]).toMatchObject({ day: "2026-11-16", when: "past", result: { score: 21 } });
  expect(days[16].when).toBe("today");
  expect(days[17].when).toBe("future");
});

test("the months before go over the end of the year", () => {
  expect(calendarMonth("2026-01-05", 1, [], "en").title).toBe("December 2025");
  expect(calendarMonth("2026-03-05", 1, [], "en").days).toHaveLength(28);
  expect(dayBefore("2026-03-01")).toBe("2026-02-28");
});

test("weekdays and times are those of the language", () => {
  expect(weekdayNames("pl")).toHaveLength(7);
  expect(new Set(weekdayNames("en")).size).toBe(7);
  expect(countdown(7 * 3600 + 18 * 60, "en")).toBe("7 hr 18 min");
  expect(countdown(59, "en")).toBe("1 min");
});
