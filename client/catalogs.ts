/** The browser's texts, from the catalogs that the Python side reads too (see `hanabi.texts`): one module per language. */
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

const FILES = ["game", "web"];
const MODULES = "virtual:catalogs";

type Catalog = Record<string, Record<string, unknown>>;

/** The language of a module that holds the texts of one language. */
export const languageOfModule = (id: string): string | undefined => id.split(`${MODULES}/`)[1];

/** Messages by key and language; `texts` is the folder of the catalogs. */
export const browserCatalog = (texts: string): Catalog =>
  Object.assign({}, ...FILES.map((name) => JSON.parse(readFileSync(`${texts}/${name}.json`, "utf-8")))) as Catalog;

/** Makes `virtual:catalogs`, with the languages' names and a loader for each. */
export function catalogModules(texts: string): Plugin {
  return {
    name: "catalog-modules",
    resolveId: (id) => (id.startsWith(MODULES) ? id : null),
    load(id) {
      if (!id.startsWith(MODULES)) return null;
      for (const name of FILES) this.addWatchFile(`${texts}/${name}.json`);
      const catalog = browserCatalog(texts);
      const language = languageOfModule(id);
      if (language) {
        const messages = Object.fromEntries(Object.entries(catalog).map(([key, message]) => [key, message[language]]));
        return `export default JSON.parse(${JSON.stringify(JSON.stringify(messages))});`;
      }
      const names = catalog["language.name"];
      const loaders = Object.keys(names).map((code) => `"${code}": () => import("${MODULES}/${code}")`);
      return `export const LANGUAGE_NAMES = ${JSON.stringify(names)};\nexport const catalogs = { ${loaders.join(", ")} };`;
    },
  };
}
