/** The moves of a review that deserve a look, and a puzzle from each mistake. */
import type {
  Frame,
  GameReference,
  JudgedMove,
  Review,
  ReviewedTurn,
  ReviewResponse,
  WholePuzzle,
} from "../net/api-types";
import { loadReplay } from "../net/api";
import type { Choice, Suit, View } from "../net/protocol";
import type { MarkedCard } from "../table/board.svelte";
import { touchedSlots } from "../game/card-knowledge";
import { formatNumber } from "../app/numbers";
import { key, say } from "../app/texts.svelte";
import { loadPosition } from "./studies";

type Move = Pick<JudgedMove, "action" | "slot">;

/** Faulty moves, strikes and lost cards without a fault, and turning points, in order of play. */
export function notableMoves(review: Review, sentences: string[][]): number[] {
  const turning = new Set(review.turning_points.map(({ index }) => index));
  return review.turns.flatMap(({ level }, place) =>
    level !== "none" || sentences[place]?.length || turning.has(place) ? [place] : [],
  );
}

/** The mistakes of a seat, or of everybody, that have a better line to find. */
export const mistakesOf = ({ turns }: Review, seat: number | null): number[] =>
  turns.flatMap((turn, place) =>
    isMistake(turn) && turn.line.length && (seat === null || turn.seat === seat) ? [place] : [],
  );
export const isMistake = ({ level }: ReviewedTurn): boolean => level === "mistake" || level === "blunder";

/** A reviewed move as a player chooses it; null for the choice of a reward. */
export function choiceOf({ action, slot }: Move): Choice | null {
  const [type, first, ...more] = action.split(" ");
  if (type === "clue") return { type, to: Number(first), about: /^\d+$/.test(more[0]) ? Number(more[0]) : more[0] };
  if (slot === null) return null;
  if (type === "play") return more[0] === "as" ? { type, slot, announce: more[1] } : { type, slot };
  return type === "discard" ? { type, slot } : null;
}

/** The cards of the move made and of the better one; the board draws a better clue itself. */
export function markedCards(view: View, made: Move, better: Move | null): MarkedCard[] {
  const cardsOf = (move: Move, kind: MarkedCard["kind"]): MarkedCard[] => {
    const choice = choiceOf(move);
    if (choice?.type === "clue")
      return touchedSlots(view, choice.to, choice.about as Suit | number).map((slot, place) => ({
        drawn: view.hands[choice.to].cards[slot].drawn,
        kind,
        text: place ? "" : say(key("web.review.mark", kind)),
      }));
    if (choice?.type !== "play" && choice?.type !== "discard") return [];
    const card = view.player === null ? undefined : view.hands[view.player].cards[choice.slot];
    const text = say(key("web.review.mark", kind === "made" ? choice.type : kind));
    return card ? [{ drawn: card.drawn, kind, text }] : [];
  };
  return [...cardsOf(made, "made"), ...(better ? cardsOf(better, "better") : [])];
}

/** Moves within this many points of the best one solve the puzzle too. */
const AS_GOOD = 0.1;
const ROUNDS_BEFORE = 2;

/** A mistake as a puzzle: what its player saw, and the review's judgment of every move it compared. */
export async function mistakePuzzle(game: GameReference, status: ReviewResponse, place: number): Promise<WholePuzzle> {
  const review = status.review!;
  const turn = review.turns[place];
  const texts = status.moves![place];
  const [seen, line] = await Promise.all([loadReplay(game, String(turn.seat)), lineFrames(game, turn)]);
  const best = turn.best[0];
  const moves = [
    ...turn.best.map((move, number) => ({ ...move, text: texts.best[number] })),
    { ...turn, score: turn.after.score, text: texts.made },
  ];
  const points = (score: number): string => formatNumber(score, 1);
  return {
    puzzle: `${turn.turn + 1}`,
    seat: turn.seat,
    players: seen.players,
    rules: seen.rules,
    task: [say("web.learn.mistake", { turn: turn.turn + 1 }), say("web.learn.mistake.text", { move: texts.made })],
    before: turn.index,
    frames: seen.frames.slice(Math.max(0, turn.index - ROUNDS_BEFORE * seen.players.length), turn.index + 1),
    answers: moves.flatMap((move) => {
      const action = choiceOf(move);
      const right = move.action === best.action || (move.action !== turn.action && move.score >= best.score - AS_GOOD);
      const values = { move: move.text, score: points(move.score), best: points(best.score) };
      return action ? [{ action, right, text: say(right ? "puzzle.right" : "puzzle.wrong", values) }] : [];
    }),
    given_up: say("puzzle.solution", { move: texts.best[0] }),
    theme: "",
    solution: choiceOf(best)!,
    why: status.sentences?.turns[place] ?? [],
    line,
  };
}

/** The position, and the better line with all hands open. */
async function lineFrames(game: GameReference, { index, line }: ReviewedTurn): Promise<Frame[]> {
  const counts = Array.from({ length: line.length + 1 }, (_, count) => count);
  const positions = await Promise.all(
    counts.map((count) => loadPosition({ ...game, line: 0 }, index, line.slice(0, count))),
  );
  return positions.map(({ frame }) => frame);
}
