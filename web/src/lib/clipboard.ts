import { announce } from "./announcements.svelte";
import { say } from "./texts.svelte";

/** Copies a text and says so. */
export async function copyText(text: string): Promise<void> {
  await navigator.clipboard?.writeText(text);
  announce(say("web.copied"));
}
