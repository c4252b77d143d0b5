import { expect, test } from "vitest";
import { clientCatalog, isSaidElsewhere } from "../client-texts";

const SOURCES = import.meta.glob<string>("../src/**/*.{svelte,ts}", { query: "?raw", import: "default", eager: true });

test("no screen says what is left out of the catalogs", () => {
  const said = Object.values(SOURCES).flatMap((source) =>
    [...source.matchAll(/["`]([a-z_]+(?:\.\w+)+)["`]/g)].map(([, key]) => key),
  );
  expect(said.length).toBeGreaterThan(100);
  expect(said.filter(isSaidElsewhere)).toEqual([]);
});

test("what is left is unchanged", () => {
  const all = { "web.play": "Play", "team.play.known": "…", "rules.title": "Rules", "rules.goal.1": "…" };
  expect(JSON.parse(clientCatalog(JSON.stringify(all)))).toEqual({ "web.play": "Play", "rules.title": "Rules" });
});
