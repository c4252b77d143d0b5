/** The month of a daily deal as a calendar: weeks begin as the language has it. */
import type { DailyDay } from "../net/api-types";

export interface CalendarDay {
  /** YYYY-MM-DD; days are those of UTC, like the deals. */
  day: string;
  number: number;
  result: DailyDay | null;
  when: "past" | "today" | "future";
}

const iso = (date: Date): string => date.toISOString().slice(0, 10);
const utc = (year: number, month: number, day: number): Date => new Date(Date.UTC(year, month, day));

/** The weekday on which weeks begin, 1 for Monday to 7 for Sunday. */
export function firstWeekday(language: string): number {
  const locale = new Intl.Locale(language) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number };
    weekInfo?: { firstDay: number };
  };
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1;
}

/** The names of the weekdays, in order. */
export function weekdayNames(language: string): string[] {
  const format = new Intl.DateTimeFormat(language, { weekday: "short", timeZone: "UTC" });
  // The first of January 2024 was a Monday.
  return Array.from({ length: 7 }, (_, place) => format.format(utc(2024, 0, firstWeekday(language) + place)));
}

export interface CalendarMonth {
  title: string;
  /** Empty places before the first day. */
  before: number;
  days: CalendarDay[];
}

/** The month `back` months before that of `today`. */
export function calendarMonth(today: string, back: number, history: DailyDay[], language: string): CalendarMonth {
  const [year, month] = today.split("-").map(Number);
  const first = utc(year, month - 1 - back, 1);
  const last = utc(year, month - back, 0).getUTCDate();
  const weekday = first.getUTCDay() || 7;
  const days = Array.from({ length: last }, (_, place): CalendarDay => {
    const day = iso(utc(first.getUTCFullYear(), first.getUTCMonth(), place + 1));
    return {
      day,
      number: place + 1,
      result: history.find((one) => one.day === day) ?? null,
      when: day < today ? "past" : day > today ? "future" : "today",
    };
  });
  const title = new Intl.DateTimeFormat(language, { month: "long", year: "numeric", timeZone: "UTC" }).format(first);
  return { title, before: (weekday - firstWeekday(language) + 7) % 7, days };
}

/** The day before. */
export const dayBefore = (day: string): string => iso(new Date(Date.parse(day) - 86_400_000));

/** Hours and minutes, such as `7 h 18 min`. */
export function countdown(seconds: number, language: string): string {
  const minutes = Math.max(0, Math.ceil(seconds / 60));
  const unit = (value: number, name: "hour" | "minute"): string =>
    new Intl.NumberFormat(language, { style: "unit", unit: name, unitDisplay: "short" }).format(value);
  return [...(minutes >= 60 ? [unit(Math.floor(minutes / 60), "hour")] : []), unit(minutes % 60, "minute")].join(" ");
}
