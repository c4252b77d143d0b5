/** Copies text, even over plain HTTP, where browsers offer no clipboard API. */
import { announce } from "./announcements.svelte";
import { say } from "./texts.svelte";

/** Copies a text and announces it; returns whether it worked. */
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

/** Fallback: selects a field with the text and copies it. */
function copySelection(text: string): boolean {
  const before = document.activeElement as HTMLElement | null;
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.className = "hidden-text";
  // While a dialog is open, nothing outside it can be selected.
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
