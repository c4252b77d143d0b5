/** The course: lessons with exercises, and the progress on this device. */
import { request, type Frame } from "../net/api";
import type { Choice, Table } from "../net/protocol";
import type { Language } from "../app/texts.svelte";

export interface Solution {
  action: Choice;
  frames: Frame[];
}

/** A position where the first seat is to act. */
export interface Exercise {
  players: string[];
  rules: Table["rules"];
  task: string;
  hint: string;
  answer: string;
  start: Frame;
  solutions: Solution[];
}

export interface Lesson {
  name: string;
  title: string;
  text: string;
  exercises: Exercise[];
}

const loaded = new Map<Language, Promise<Lesson[]>>();

/** Loaded once per language; a failed request is repeated. */
export function loadCourse(language: Language): Promise<Lesson[]> {
  let course = loaded.get(language);
  if (!course) {
    course = request<{ lessons: Lesson[] }>("GET", `/course/${language}`).then(({ lessons }) => lessons);
    course.catch(() => loaded.delete(language));
    loaded.set(language, course);
  }
  return course;
}

const STORED = "hanabi.course";
/** The numbers of the solved exercises of each lesson. */
export type Progress = Record<string, number[]>;

export function courseProgress(): Progress {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORED) ?? "{}");
    return stored && typeof stored === "object" ? (stored as Progress) : {};
  } catch {
    return {};
  }
}

export function markSolved(lesson: string, exercise: number): void {
  const progress = courseProgress();
  const solved = new Set(progress[lesson] ?? []).add(exercise);
  try {
    localStorage.setItem(STORED, JSON.stringify({ ...progress, [lesson]: [...solved].sort((a, b) => a - b) }));
  } catch {
    // Without storage the course works, but the progress is not saved.
  }
}

export const solvedIn = (progress: Progress, { name, exercises }: Lesson): number =>
  exercises.filter((_, number) => progress[name]?.includes(number)).length;

const sortedJson = (choice: Choice): string =>
  JSON.stringify(
    Object.entries(choice)
      .filter(([, value]) => value !== null && value !== undefined)
      .sort(([one], [other]) => one.localeCompare(other)),
  );

/** The solution that begins with this choice, if there is one. */
export const solutionFor = ({ solutions }: Exercise, choice: Choice): Solution | undefined =>
  solutions.find(({ action }) => sortedJson(action) === sortedJson(choice));
