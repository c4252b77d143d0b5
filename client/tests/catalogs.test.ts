import { expect, test } from "vitest";
import documents from "@texts/documents.json";
import terminal from "@texts/terminal.json";

const SOURCES = import.meta.glob<string>("../src/**/*.{svelte,ts}", { query: "?raw", import: "default", eager: true });

test("no screen says what is not in the browser's catalogs", () => {
  const said = Object.values(SOURCES).flatMap((source) =>
    [...source.matchAll(/["`]([a-z_]+(?:\.\w+)+)["`]/g)].map(([, key]) => key),
  );
  expect(said.length).toBeGreaterThan(100);
  expect(said.filter((key) => key in documents || key in terminal)).toEqual([]);
});
