/** Choices of a move, as the player makes them and as the server writes them: with null for what is not chosen. */
import type { Choice } from "../net/protocol";

const sortedJson = (choice: Choice): string =>
  JSON.stringify(
    Object.entries(choice)
      .filter(([, value]) => value !== null && value !== undefined)
      .sort(([one], [other]) => one.localeCompare(other)),
  );

export const isSameChoice = (one: Choice, other: Choice): boolean => sortedJson(one) === sortedJson(other);
