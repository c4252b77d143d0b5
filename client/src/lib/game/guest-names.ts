/** Set by the build: the word for a guest without a name, in every language. */
declare const GUEST_NAMES: string[];

/** Whether the player has chosen a name; a second guest at a table gets the same word and a number. */
export const isChosenName = (name: string): boolean => !GUEST_NAMES.includes(name.replace(/ \d+$/, ""));
