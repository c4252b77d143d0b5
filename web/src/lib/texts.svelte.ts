/** The sentences of the game, from the catalogs that the Python side reads too (see `hanabi.texts`). */
import type english from "@texts/en.json";

export type Key = keyof typeof english;
type Message = string | ({ n: string } & Record<string, string>);
type Values = Record<string, string | number>;

export const LANGUAGES = ["en", "ro", "pt-BR", "nb", "es", "pl"] as const;
export type Language = (typeof LANGUAGES)[number];
/** Each language in its own words: this list must be readable before a catalog is. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  en: "English",
  ro: "Română",
  "pt-BR": "Português (Brasil)",
  nb: "Norsk bokmål",
  es: "Español",
  pl: "Polski",
};

const catalogs = import.meta.glob<{ default: Record<string, Message> }>("@texts/*.json");
const loaders = Object.fromEntries(
  Object.entries(catalogs).map(([path, load]) => [path.replace(/^.*\/|\.json$/g, ""), load]),
);

const spoken = $state<{ lang: Language; messages: Record<string, Message> }>({ lang: "en", messages: {} });
let plurals = new Intl.PluralRules("en");
let ands = new Intl.ListFormat("en", { type: "conjunction" });
let ors = new Intl.ListFormat("en", { type: "disjunction" });

/** The language we have that serves a browser's wish such as `pt`, `nn-NO` or `pl-PL`. */
export function matchLanguage(wish: string | null | undefined): Language | null {
  if (!wish) return null;
  const base = wish.toLowerCase().split(/[-_]/)[0];
  const near = { no: "nb", nn: "nb", mo: "ro" }[base] ?? base;
  return LANGUAGES.find((code) => code.toLowerCase().split("-")[0] === near) ?? null;
}

export function wishedLanguage(): Language {
  const asked = new URLSearchParams(location.search).get("lang");
  for (const wish of [asked, localStorage.getItem("hanabi.lang"), ...navigator.languages]) {
    const found = matchLanguage(wish);
    if (found) return found;
  }
  return "en";
}

export async function speak(lang: Language): Promise<void> {
  const messages = (await loaders[lang]()).default;
  plurals = new Intl.PluralRules(lang);
  ands = new Intl.ListFormat(lang, { type: "conjunction" });
  ors = new Intl.ListFormat(lang, { type: "disjunction" });
  spoken.messages = messages;
  spoken.lang = lang;
  document.documentElement.lang = lang;
}

export function language(): Language {
  return spoken.lang;
}

export function has(key: string): boolean {
  return key in spoken.messages;
}

export function say(key: Key, values: Values = {}): string {
  const message = spoken.messages[key];
  if (message === undefined) throw new Error(`no text ${key}`);
  const text = typeof message === "string" ? message : message[plurals.select(Number(values[message.n]))];
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (!(name in values)) throw new Error(`text ${key} needs a value for ${name}`);
    return String(values[name]);
  });
}

/** A key put together at run time, such as `log.play.` and a suit. */
export const key = (...parts: (string | number)[]): Key => parts.join(".") as Key;

export function join(items: Iterable<string | number>, style: "and" | "or" = "and"): string {
  return (style === "and" ? ands : ors).format([...items].map(String));
}
