/** The page's two live regions for screen readers: what happened (polite), and your turn or an error (assertive). */
export const liveRegions = $state({ polite: "", assertive: "" });

let marked = false;
/** Adds an invisible character to every other text, so that a repeated sentence is read again. */
function distinct(text: string): string {
  marked = !marked;
  return marked ? text : `${text}\u200b`;
}

export function announce(text: string): void {
  if (text) liveRegions.polite = distinct(text);
}

export function announceUrgently(text: string): void {
  if (text) liveRegions.assertive = distinct(text);
}
