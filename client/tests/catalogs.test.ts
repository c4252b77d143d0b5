import { expect, test } from "vitest";
import documents from "@texts/documents.json";
import terminal from "@texts/terminal.json";
import web from "@texts/web.json";

const SOURCES = Object.values(
  import.meta.glob<string>("../src/**/*.{svelte,ts}", { query: "?raw", import: "default", eager: true }),
).join("\n");
const find = (pattern: RegExp): string[] => [...SOURCES.matchAll(pattern)].map((match) => match[1]);
/** Whole keys, and the beginnings of keys that are composed at run time. */
const SAID = new Set(find(/["'`]([a-z_]+(?:\.\w+)+)["'`]/g));
const COMPOSED = [...find(/\bkey\("([\w.]+)"/g), ...find(/`([a-z_]+(?:\.\w+)*)\.\$\{/g)].map((start) => `${start}.`);

test("no screen says what is not in the browser's catalogs", () => {
  expect(SAID.size).toBeGreaterThan(100);
  expect([...SAID].filter((key) => key in documents || key in terminal)).toEqual([]);
});

test("every text of the browser alone is said by a screen", () => {
  const isSaid = (key: string) => SAID.has(key) || COMPOSED.some((start) => key.startsWith(start));
  expect(Object.keys(web).filter((key) => !isSaid(key))).toEqual([]);
});
