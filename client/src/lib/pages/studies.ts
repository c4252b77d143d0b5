/** Studies: a finished game with variations and comments; imported and exported games. */
import { browserStorage } from "../app/browser-storage";
import { gamePath, lineParameter, request, type Frame, type GameRef } from "../net/api";
import type { Choice } from "../net/protocol";

/** `actions` after the first `after` of line `parent`; line 0 is the game itself. Comments are keyed by the number of actions. */
export interface StudyLine {
  parent: number;
  after: number;
  actions: string[];
  comments: Record<string, string>;
}

export interface Study {
  study: string;
  title: string;
  players: string[];
  actions: string[];
  lines: StudyLine[];
  revision: number;
  table: string | null;
  yours: boolean;
}

export interface CreatedStudy {
  study: string;
  token: string;
}

/** The position after `actions` beyond the first `after` of the game, and after `choice` if one is given. */
export const loadPosition = (
  game: GameRef,
  after: number,
  actions: string[],
  choice?: Choice,
): Promise<{ action: string | null; frame: Frame }> =>
  request("POST", "/positions", { of: game, after, actions, choice: choice ?? null });
export const createStudy = (game: GameRef, title: string, lines: StudyLine[]): Promise<CreatedStudy> =>
  request("POST", "/studies", { of: game, title, lines });
export const loadStudy = (id: string): Promise<Study> => request("GET", `/studies/${id}`);
export const updateStudy = (
  id: string,
  revision: number,
  title: string,
  lines: StudyLine[],
  token: string | null,
): Promise<{ revision: number }> => request("PUT", `/studies/${id}`, { revision, title, lines, token });
export const importGame = (text: string): Promise<CreatedStudy> => request("POST", "/open", { text });

export type ExportFormat = "record" | "hanab-live" | "link";
export const exportGame = (game: GameRef, format: ExportFormat): Promise<{ text: string; remarks: string[] }> =>
  request("GET", `${gamePath(game)}/export?as=${format}${lineParameter(game)}`);

/** A study's token allows changing it; this browser remembers the tokens it got. */
const tokenKey = (id: string): string => `hanabi.study.${id}`;
export const studyToken = (id: string): string | null => browserStorage().getItem(tokenKey(id));
export const rememberStudyToken = (id: string, token: string): void => browserStorage().setItem(tokenKey(id), token);
