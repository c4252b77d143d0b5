import { expect, test } from "vitest";
import { exportAddress } from "../src/lib/pages/studies";

test("the address of a game at hanab.live leads to its export", () => {
  expect(exportAddress("https://hanab.live/replay/1234567#5")).toBe("https://hanab.live/export/1234567");
  expect(exportAddress(" hanab.live/shared-replay/42 ")).toBe("https://hanab.live/export/42");
});

test("other text is imported as it is", () => {
  for (const text of ["p4v0s1", '{"players": []}', "https://hanab.live/replay-json/231abc", "hanab.live/scores/Ana"])
    expect(exportAddress(text)).toBeNull();
});
