/** The order in which hands are shown. */
import type { View } from "../net/protocol";

/** The other players' seats in the order of play, starting after the viewer. */
export function teammateSeats(view: View): number[] {
  const seats = view.hands.map((hand) => hand.seat);
  return view.seat === null ? seats : [...seats.slice(view.seat + 1), ...seats.slice(0, view.seat)];
}
