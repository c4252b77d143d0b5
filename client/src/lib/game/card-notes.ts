/** Guesses inside a private note: cards written as a suit's letter and a rank, such as `r3`. */
import { letterOf, SUIT_OF_LETTER, type Face } from "./suits";

export const NOTE_LENGTH = 100;
const GUESS = new RegExp(`\\b[${Object.keys(SUIT_OF_LETTER).join("")}][1-5]\\b`, "g");

export const cardCode = ({ suit, rank }: Face): string => letterOf(suit) + rank;

export const guessesIn = (note: string): Set<string> => new Set(note.toLowerCase().match(GUESS) ?? []);

/** Adds this guess to the note, or removes it. */
export function toggleGuess(note: string, face: Face): string {
  const code = cardCode(face);
  if (!guessesIn(note).has(code)) return `${note} ${code}`.trim();
  return note.replace(new RegExp(`\\s*\\b${code}\\b`, "i"), "").trim();
}

/** Marks a card as turned upside down: a sign before the text of its note. */
const TURNED = "↻";
export const isTurned = (note: string): boolean => note.startsWith(TURNED);
export const noteText = (note: string): string => (isTurned(note) ? note.slice(TURNED.length).trim() : note);
export const joinNote = (turned: boolean, text: string): string => (turned ? `${TURNED} ${text}`.trim() : text);

export const trimNote = (note: string): string => note.slice(0, NOTE_LENGTH);
