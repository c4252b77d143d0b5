/** The texts of the game, from the catalogs that the Python side reads too (see `hanabi.texts`). */
import { browserStorage } from "./browser-storage";
import type game from "@texts/game.json";
import type web from "@texts/web.json";
import { catalogs, LANGUAGE_NAMES, rest } from "virtual:catalogs";

export type Key = keyof typeof game | keyof typeof web;
export type Language = keyof typeof LANGUAGE_NAMES;
type Message = string | ({ n: string } & Record<string, string>);
type Values = Record<string, string | number>;

export { LANGUAGE_NAMES };
export const LANGUAGES = Object.keys(LANGUAGE_NAMES) as Language[];

const current = $state<{ lang: Language; messages: Record<string, Message> }>({ lang: "en", messages: {} });
/** The language whose texts are all loaded, and the loading of those that the start page and the table do not say. */
let complete: Language | null = null;
let loading: Promise<void> | null = null;
let plurals = new Intl.PluralRules("en");
let conjunction = new Intl.ListFormat("en", { type: "conjunction" });
let disjunction = new Intl.ListFormat("en", { type: "disjunction" });

/** The language for a browser's preference such as `pt`, `nn-NO` or `pl-PL`. */
export function matchLanguage(preference: string | null | undefined): Language | null {
  if (!preference) return null;
  const base = preference.toLowerCase().split(/[-_]/)[0];
  const closest = { no: "nb", nn: "nb", mo: "ro" }[base] ?? base;
  return LANGUAGES.find((code) => code.toLowerCase().split("-")[0] === closest) ?? null;
}

export function preferredLanguage(): Language {
  const requested = new URLSearchParams(location.search).get("lang");
  for (const preference of [requested, browserStorage().getItem("hanabi.lang"), ...navigator.languages]) {
    const match = matchLanguage(preference);
    if (match) return match;
  }
  return "en";
}

/** Remembers the visitor's choice in a cookie, so that the server sends the right texts with the first page. */
export function keepLanguage(lang: Language): void {
  browserStorage().setItem("hanabi.lang", lang);
  document.cookie = `lang=${lang}; path=/; max-age=31536000; samesite=lax`;
}

export async function setLanguage(lang: Language): Promise<void> {
  const needed = complete ? [catalogs[lang](), rest[lang]()] : [catalogs[lang]()];
  const messages = Object.assign(
    {},
    ...(await Promise.all(needed)).map((module) => module.default),
  ) as typeof current.messages;
  if (complete) complete = lang;
  plurals = new Intl.PluralRules(lang);
  conjunction = new Intl.ListFormat(lang, { type: "conjunction" });
  disjunction = new Intl.ListFormat(lang, { type: "disjunction" });
  current.messages = messages;
  current.lang = lang;
  document.documentElement.lang = lang;
}

/** Loads the texts that the start page and the table do not say. */
export function restOfTexts(): Promise<void> {
  if (complete === current.lang) return Promise.resolve();
  loading ??= rest[current.lang]()
    .then(({ default: messages }) => {
      complete = current.lang;
      current.messages = { ...current.messages, ...messages };
    })
    .finally(() => (loading = null));
  return loading;
}

export function language(): Language {
  return current.lang;
}

export function hasText(key: string): key is Key {
  return key in current.messages;
}

export function say(key: Key, values: Values = {}): string {
  const message = current.messages[key];
  if (message === undefined) {
    if (complete === current.lang) throw new Error(`no text ${key}`);
    // Whoever shows it shows it again when it is there.
    void restOfTexts().catch(() => {});
    return "";
  }
  const text = typeof message === "string" ? message : message[plurals.select(Number(values[message.n]))];
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (!(name in values)) throw new Error(`text ${key} needs a value for ${name}`);
    return String(values[name]);
  });
}

/** A key composed at run time, such as `log.play.` and a suit. */
export const key = (...parts: (string | number)[]): Key => parts.join(".") as Key;

export function joinList(items: Iterable<string | number>, style: "and" | "or" = "and"): string {
  return (style === "and" ? conjunction : disjunction).format([...items].map(String));
}
