/** The start page as the server sends it, painted before any script has come; `first-paint.ts` runs this in the build. */
import { render } from "svelte/server";
import App from "./App.svelte";
import { LANGUAGES, setLanguage } from "./lib/texts.svelte";

export async function landingShells(): Promise<Record<string, string>> {
  const shells: Record<string, string> = {};
  for (const lang of LANGUAGES) {
    await setLanguage(lang);
    // The comments are marks for a script that would take over these very elements; ours puts in its own.
    shells[lang] = render(App).body.replace(/<!--.*?-->/g, "");
  }
  return shells;
}
