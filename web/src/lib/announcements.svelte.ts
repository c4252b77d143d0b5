/** Two live regions for the whole page: what happened (polite), and your turn or an error (assertive). */
export const voice = $state({ polite: "", assertive: "" });

let flip = false;
/** The same sentence twice must be read twice: an invisible mark makes it differ. */
const fresh = (text: string): string => ((flip = !flip) ? text : `${text}\u200b`);

export function tell(text: string): void {
  if (text) voice.polite = fresh(text);
}

export function alertUser(text: string): void {
  if (text) voice.assertive = fresh(text);
}
