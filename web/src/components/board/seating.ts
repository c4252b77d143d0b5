/** Where players and aids go on the board. */
import { AID_LEVELS, type AidLevel, type View } from "../../lib/protocol";

/** The other players' seats: those after the viewer first, in the order of play. */
export function teammateSeats(view: View): number[] {
  const seats = view.hands.map((hand) => hand.seat);
  return view.seat === null ? seats : [...seats.slice(view.seat + 1), ...seats.slice(0, view.seat)];
}

/** The lower of the level that the player wants and the one that the table allows. */
export const allowedAids = (wanted: AidLevel, limit: AidLevel): AidLevel =>
  AID_LEVELS[Math.min(AID_LEVELS.indexOf(limit), AID_LEVELS.indexOf(wanted))];
