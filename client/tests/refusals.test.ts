import { expect, test } from "vitest";
import { ApiError } from "../src/lib/net/api";
import { failureText, refusalText } from "../src/lib/net/refusals";
import { aTable, aView } from "./fixtures";

test("a refusal is told in the player's language", () => {
  expect(refusalText({ code: "busy", values: {} })).toBe("The server is busy: please try again in a moment.");
});

test("whose turn it is, is told by name", () => {
  const text = refusalText({ code: "wrong_player", values: {} }, aView({ player: 1 }), aTable("Ana", "Bo"));
  expect(text).toBe("It is Bo’s turn.");
});

test("an unknown reason is told by its code", () => {
  expect(refusalText({ code: "something_new", values: {} })).toContain("something_new");
});

test("a request without an answer is told otherwise", () => {
  expect(failureText(new ApiError("busy", {}, 503))).toBe(refusalText({ code: "busy", values: {} }));
  expect(failureText(new TypeError("network"), "no answer")).toBe("no answer");
});
