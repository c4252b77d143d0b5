/** The course: lessons with exercises, and the progress on this device. */
import type { ExerciseBody, ExerciseSolution, LessonBody } from "../net/api-types";
import { request } from "../net/api";
import type { Choice } from "../net/protocol";
import { isSameChoice } from "../game/choices";
import type { Language } from "../app/texts.svelte";

const loaded = new Map<Language, Promise<LessonBody[]>>();

/** Loaded once per language; a failed request is repeated. */
export function loadCourse(language: Language): Promise<LessonBody[]> {
  let course = loaded.get(language);
  if (!course) {
    course = request("GET /api/course/{language}", { language }).then(({ lessons }) => lessons);
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

export const solvedIn = (progress: Progress, { name, exercises }: LessonBody): number =>
  exercises.filter((_, number) => progress[name]?.includes(number)).length;

/** The solution that begins with this choice, if there is one. */
export const solutionFor = ({ solutions }: ExerciseBody, choice: Choice): ExerciseSolution | undefined =>
  solutions.find(({ action }) => isSameChoice(action, choice));
