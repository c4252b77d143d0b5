import { beforeEach } from "vitest";

// Missing in jsdom, needed while the settings load.
window.matchMedia = (query: string) =>
  ({ matches: false, media: query, addEventListener: () => {}, removeEventListener: () => {} }) as never;

const { restOfTexts, setLanguage } = await import("../src/lib/app/texts.svelte");

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  await setLanguage("en");
  await restOfTexts();
});
