/** Studies: a finished game with variations and comments; imported and exported games. */
import { browserStorage } from "../app/browser-storage";
import { gameRequest, request } from "../net/api";
import type {
  Api,
  GameExport,
  GameReference,
  PositionResponse,
  StudyChanged,
  StudyCreated,
  StudyResponse,
  Variation,
} from "../net/api-types";
import type { Choice } from "../net/protocol";

/** The position after `actions` beyond the first `after` of the game, and after `choice` if one is given. */
export const loadPosition = (
  game: GameReference,
  after: number,
  actions: string[],
  choice?: Choice,
): Promise<PositionResponse> => request("POST /api/positions", { body: { of: game, after, actions, choice } });
export const createStudy = (game: GameReference, title: string, lines: Variation[]): Promise<StudyCreated> =>
  request("POST /api/studies", { body: { of: game, title, lines } });
export const loadStudy = (study: string): Promise<StudyResponse> => request("GET /api/studies/{study}", { study });
export const updateStudy = (
  study: string,
  revision: number,
  title: string,
  lines: Variation[],
  token: string | null,
): Promise<StudyChanged> => request("PUT /api/studies/{study}", { study, body: { revision, title, lines, token } });
export const importGame = (text: string): Promise<StudyCreated> => request("POST /api/open", { body: { text } });

export type ExportFormat = NonNullable<Api["GET /api/tables/{table}/export"]["takes"]["as"]>;
export const exportGame = (game: GameReference, format: ExportFormat): Promise<GameExport> =>
  gameRequest("GET /api/studies/{study}/export", game, { as: format, line: game.line || undefined });

/** A study's token allows changing it; this browser remembers the tokens it got. */
const tokenKey = (id: string): string => `hanabi.study.${id}`;
export const studyToken = (id: string): string | null => browserStorage().getItem(tokenKey(id));
export const rememberStudyToken = (id: string, token: string): void => browserStorage().setItem(tokenKey(id), token);

/** Where hanab.live exports the game of one of its addresses, which has only the game's number; null for other text. */
export function exportAddress(text: string): string | null {
  const game = /hanab\.live\/(?:shared-)?(?:replay|game)\/(\d+)(?:[/#?]\S*)?$/i.exec(text.trim())?.[1];
  return game ? `https://hanab.live/export/${game}` : null;
}
