/** Renders the start page for `first-paint.ts`, which runs this during the build. */
import { render } from "svelte/server";
import App from "./App.svelte";
import { LANGUAGES, setLanguage } from "./lib/app/texts.svelte";

export async function landingShells(): Promise<Record<string, string>> {
  const shells: Record<string, string> = {};
  for (const lang of LANGUAGES) {
    await setLanguage(lang);
    // Svelte's hydration comments are not needed: the client replaces these elements.
    shells[lang] = render(App).body.replace(/<!--.*?-->/g, "");
  }
  return shells;
}
