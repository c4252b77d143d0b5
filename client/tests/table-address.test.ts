import { describe, expect, test } from "vitest";
import { parseRoute } from "../src/lib/app/route.svelte";
import { tableRequest } from "../src/lib/pages/table-address";

const request = (query: string) => tableRequest(new URLSearchParams(query), "Guest");

describe("an address describes a table", () => {
  test("with its rules, options and bots", () => {
    expect(request("edition=pl&black_powder=true&strikes=4&bots=simple,simple&start=true&title=12&public")).toEqual({
      name: "Guest",
      seat: true,
      bots: ["simple", "simple"],
      start: true,
      options: { seats: 3, title: "12", public: true, rules: { edition: "pl", black_powder: true, strikes: 4 } },
    });
  });

  test("with its clock", () => {
    expect(request("clock=bank&seconds=600&increment=15").options?.clock).toEqual({
      kind: "bank",
      seconds: 600,
      increment: 15,
    });
  });

  test("and the player's name; the language is nothing of the table", () => {
    expect(request("name=Ana&lang=ro&seats=4")).toEqual({ name: "Ana", seat: true, options: { seats: 4, rules: {} } });
  });
});

test.each([
  ["/", { screen: "landing" }],
  ["/t/abc", { screen: "table", id: "abc" }],
  ["/r/abc", { screen: "replay", id: "abc" }],
  ["/study/abc", { screen: "study", id: "abc" }],
  ["/review/table/abc", { screen: "review", id: "table/abc" }],
  ["/rules", { screen: "rules" }],
  ["/rules/more", { screen: "missing" }],
  ["/t", { screen: "missing" }],
])("%s leads to its screen", (path, route) => {
  expect(parseRoute(path)).toEqual(route);
});
