/** Registers the service worker and sends it the list of files this page uses. */
import { language, restOfTexts } from "./texts.svelte";

/** Delays in milliseconds before asking again for documents that a busy server refused. */
const REPEATED_AFTER = [60_000, 300_000, 900_000];

export async function startOffline(): Promise<void> {
  if (!("serviceWorker" in navigator) || location.pathname.startsWith("/embed/")) return;
  try {
    await navigator.serviceWorker.register("/service-worker.js");
    const { active } = await navigator.serviceWorker.ready;
    await restOfTexts();
    const loaded = performance.getEntriesByType("resource").map(({ name }) => new URL(name));
    const files = loaded.filter(({ origin }) => origin === location.origin).map(({ pathname }) => pathname);
    const lang = language();
    const documents = [
      "/api/editions",
      `/api/rules?${new URLSearchParams({ edition: "", lang })}`,
      `/api/course/${lang}`,
      `/api/puzzles/bundle?lang=${lang}`,
    ];
    const keep = [...new Set([...files, ...documents])];
    for (const delay of [0, ...REPEATED_AFTER]) setTimeout(() => active?.postMessage({ keep }), delay);
  } catch {
    // Private windows and old browsers have none: the client then works only online.
  }
}
