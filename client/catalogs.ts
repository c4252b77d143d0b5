/**
 * The browser's texts, from the catalogs that the Python side reads too (see `hanabi.texts`). Each language has two
 * modules: the texts of the start page and the table, and the rest, which is loaded when one of them is needed.
 */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const FILES = ["game", "web"];
const MODULES = "virtual:catalogs";
const REST = ".rest";

/** Texts of pages and dialogs that most visitors do not open before their first move. */
const LATER =
  /^(communication|puzzle|rating|review|rules|switch|web\.(account|calendar|clubs?|course|daily|devices|events?|export|games|learn|mail|open|others|partners|people|profile|puzzles?|push|recovery|report|review|rules|search|setup|statistics|study|together|variation|watch))\./;
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const TILES = "src/components/landing/";

type Catalog = Record<string, Record<string, unknown>>;

/** The language of a module that holds the first texts of one language. */
export function languageOfModule(id: string): string | undefined {
  const language = id.split(`${MODULES}/`)[1];
  return language?.endsWith(REST) ? undefined : language;
}

/** Messages by key and language; `texts` is the folder of the catalogs. */
export const browserCatalog = (texts: string): Catalog =>
  Object.assign({}, ...FILES.map((name) => JSON.parse(readFileSync(`${texts}/${name}.json`, "utf-8")))) as Catalog;

/** Makes `virtual:catalogs`, with the languages' names and loaders for each. */
export function catalogModules(texts: string): Plugin {
  return {
    name: "catalog-modules",
    resolveId: (id) => (id.startsWith(MODULES) ? id : null),
    load(id) {
      if (!id.startsWith(MODULES)) return null;
      for (const name of FILES) this.addWatchFile(`${texts}/${name}.json`);
      const catalog = browserCatalog(texts);
      const module = id.split(`${MODULES}/`)[1];
      if (module) {
        const language = module.replace(REST, "");
        const sources = ["src/screens/Landing.svelte", ...readdirSync(here(TILES)).map((name) => TILES + name)];
        const landing = sources.map((source) => readFileSync(here(source), "utf-8")).join("");
        const isLater = (key: string): boolean => LATER.test(key) && !landing.includes(`"${key}"`);
        const keys = Object.keys(catalog).filter((key) => isLater(key) === module.endsWith(REST));
        const messages = Object.fromEntries(keys.map((key) => [key, catalog[key][language]]));
        return `export default JSON.parse(${JSON.stringify(JSON.stringify(messages))});`;
      }
      const names = catalog["language.name"];
      const loaders = (part: string): string =>
        Object.keys(names)
          .map((code) => `"${code}": () => import("${MODULES}/${code}${part}")`)
          .join(", ");
      return `export const LANGUAGE_NAMES = ${JSON.stringify(names)};
export const catalogs = { ${loaders("")} };
export const rest = { ${loaders(REST)} };`;
    },
  };
}
