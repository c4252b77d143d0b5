import { expect, test } from "vitest";
import { isChosenName } from "../src/lib/game/guest-names";

test("a guest has not chosen a name, in whichever language and however many there are", () => {
  for (const name of ["Guest", "Gość", "Oaspete 2", "Visitante 13"]) expect(isChosenName(name)).toBe(false);
  for (const name of ["Ana", "Guest of honor", "Ana 2", ""]) expect(isChosenName(name)).toBe(true);
});
