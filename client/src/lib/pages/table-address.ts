/** A table described by an address: /new?edition=pl&black_powder=true&seats=4&bots=simple,simple&start=true */
import type { OpenTable } from "../net/api-types";

type Value = string | number | boolean;

function parseValue(text: string): Value {
  if (text === "true" || text === "") return true;
  if (text === "false") return false;
  return /^\d+$/.test(text) ? Number(text) : text;
}

const IGNORED = ["lang"];
const TEXT_OPTIONS = ["title", "seed"];
const OPTIONS = ["public", "seats", "first", "communication", "take_backs", "spectators", "aids"];
const CLOCK_OPTIONS = ["seconds", "increment"];

/** All other parameters are rule switches. */
export function tableRequest(parameters: URLSearchParams, defaultName: string): OpenTable {
  const request: OpenTable = { name: defaultName, seat: true };
  const options: Record<string, unknown> = {};
  const clock: Record<string, Value> = {};
  const rules: Record<string, Value> = {};
  for (const [name, text] of parameters) {
    if (IGNORED.includes(name)) continue;
    else if (name === "name") request.name = text;
    else if (name === "bots") request.bots = text.split(",").filter(Boolean);
    else if (name === "start") request.start = parseValue(text) === true;
    else if (TEXT_OPTIONS.includes(name)) options[name] = text;
    else if (OPTIONS.includes(name)) options[name] = parseValue(text);
    else if (name === "clock") clock.kind = text;
    else if (CLOCK_OPTIONS.includes(name)) clock[name] = parseValue(text);
    else rules[name] = parseValue(text);
  }
  if (Object.keys(clock).length) options.clock = clock;
  if (request.bots && !options.seats) options.seats = request.bots.length + 1;
  return { ...request, options: { ...options, rules } };
}
