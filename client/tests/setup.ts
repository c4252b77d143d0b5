import { beforeEach } from "vitest";

// What jsdom lacks and the settings ask for as they are loaded.
window.matchMedia = (query: string) =>
  ({ matches: false, media: query, addEventListener: () => {}, removeEventListener: () => {} }) as never;

const { setLanguage } = await import("../src/lib/texts.svelte");

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  await setLanguage("en");
});
