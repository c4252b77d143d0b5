/** Messages that the browser never shows itself: those of the terminal, and sentences that the server sends. */
const ELSEWHERE = new RegExp(
  [
    /^(calendar|language|mail|outcome|preview|push|solve|stats|team|told)\./,
    /^know\.(not|other|reachable|told)\b/,
    /^replay\.(there|unfinished)\b/,
    /^play\.(again|ambiguous|choice|command|confused|from|goodbye|help|incomplete|no_such_\w+|prompt)\b/,
    /^play\.(resumed?|saved?|usage|welcome|word|yes|no)\b/,
    /^play\.(bots\.refused|clue_tokens\.none|deck|flip\.off|of|result\.(rated|won)|score|seat|slot|strikes)\b/,
    /^play\.(title\.(commands|knows|last_round|you_know)|your_turn)\b/,
    /^puzzle\.(clue_behind|exact|lead|read|right|solution|task|verified|why|wrong)\b/,
    /^review\.(cause|clean|expected|habit|headline|judge|kind|loss|lost|move|report|score)\b/,
    /^review\.column\.(believed|best|card|faults|games?|habits|possible|score|sentence|turn)$/,
    /^review\.(title\.(games|worst)|turning|unfinished|why|winnable)\b/,
    /^rules\.(?!(variants\.)?title$)/,
  ]
    .map(({ source }) => source)
    .join("|"),
);

export const isSaidElsewhere = (key: string): boolean => ELSEWHERE.test(key);

/** A catalog as JSON without these messages: less to load before the first move. */
export function clientCatalog(json: string): string {
  const messages = Object.entries(JSON.parse(json) as Record<string, unknown>);
  return JSON.stringify(Object.fromEntries(messages.filter(([key]) => !isSaidElsewhere(key))));
}
