/** The messages that the browser never says itself: those of the terminal, and sentences that the server sends. */
const ELSEWHERE = /^(solve|stats|team)\.|^play\.(choice|command|help|usage)\.|^rules\.(?!(variants\.)?title$)/;

export const isSaidElsewhere = (key: string): boolean => ELSEWHERE.test(key);

/** A catalog, as JSON, without them: less to load before the first move. */
export function clientCatalog(json: string): string {
  const messages = Object.entries(JSON.parse(json) as Record<string, unknown>);
  return JSON.stringify(Object.fromEntries(messages.filter(([key]) => !isSaidElsewhere(key))));
}
