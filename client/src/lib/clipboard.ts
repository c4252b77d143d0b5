/** Copies texts, also where the page came over plain HTTP and the browser offers no clipboard. */
import { announce } from "./announcements.svelte";
import { say } from "./texts.svelte";

/** Copies a text and says so; returns whether it could. */
export async function copyText(text: string): Promise<boolean> {
  const copied = (await writeToClipboard(text)) || copySelection(text);
  announce(say(copied ? "web.copied" : "web.copy.by_hand"));
  return copied;
}

async function writeToClipboard(text: string): Promise<boolean> {
  if (!navigator.clipboard) return false;
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
}

/** The old way: a field with the text, selected and copied. */
function copySelection(text: string): boolean {
  const before = document.activeElement as HTMLElement | null;
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.className = "hidden-text";
  // Inside an open dialog nothing outside can be selected.
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    field.remove();
    before?.focus();
  }
}
