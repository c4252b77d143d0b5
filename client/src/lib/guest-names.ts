/** Put in by the build: what somebody without a name is called, in every language. */
declare const GUEST_NAMES: string[];

/** Whether somebody has chosen a name; a second guest at a table is called by the same word and a number. */
export const isChosenName = (name: string): boolean => !GUEST_NAMES.includes(name.replace(/ \d+$/, ""));
