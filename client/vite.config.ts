import { svelte } from "@sveltejs/vite-plugin-svelte";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin, type Rolldown } from "vite";
import { browserCatalog, catalogModules, languageOfModule } from "./catalogs";
import { firstPaint } from "./first-paint";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
// The build hook works on a copy of this folder and passes the paths of the package.
const texts = process.env.HANABI_TEXTS ?? here("../src/hanabi/texts");
const out = process.env.HANABI_STATIC ?? here("../src/hanabi/server/http/static");

/** The word for a guest without a name, in every language. */
const guestNames = Object.values(browserCatalog(texts)["web.guest"]);

/** Emits the card drawings and colors, from which the server draws preview pictures. */
const cardDrawings: Plugin = {
  name: "card-drawings",
  generateBundle() {
    const drawings = JSON.parse(readFileSync(here("src/lib/game/card-drawings.json"), "utf-8")) as object;
    const styles = readFileSync(here("src/styles/card-colors.css"), "utf-8");
    const colors = Object.fromEntries(
      [...styles.matchAll(/--([a-z-]+): (#[0-9a-f]+);/g)].map((match) => match.slice(1)),
    );
    this.emitFile({ type: "asset", fileName: "card-drawings.json", source: JSON.stringify({ ...drawings, colors }) });
  },
};

/** Emits the file name of each language's catalog, so that the server can preload the visitor's. */
const catalogFiles: Plugin = {
  name: "catalog-files",
  generateBundle(_, bundle) {
    const files = Object.values(bundle).flatMap((file) => {
      const language = file.type === "chunk" && file.facadeModuleId ? languageOfModule(file.facadeModuleId) : undefined;
      return language ? [[language, `/${file.fileName}`]] : [];
    });
    this.emitFile({ type: "asset", fileName: "catalogs.json", source: JSON.stringify(Object.fromEntries(files)) });
  },
};

/** Captures what this module imports, directly or through others, but not on demand. */
function importedBy(module: string, name: string): Rolldown.CodeSplittingNameFunction {
  const imported = new Set<string>();
  return (id, context) => {
    const add = (module: string): void => {
      if (imported.has(module)) return;
      imported.add(module);
      context.getModuleInfo(module)?.importedIds.forEach(add);
    };
    add(here(module));
    return imported.has(id) ? name : null;
  };
}

/** Gives the service worker its version and the files for an offline start; catalogs are cached when used. */
const serviceWorkerFiles: Plugin = {
  name: "service-worker-files",
  generateBundle(_, bundle) {
    const isNeeded = (name: string) =>
      /^assets\/.*\.(js|css)$|nunito-latin-(?!ext).*\.woff2$/.test(name) &&
      !("moduleIds" in bundle[name] && bundle[name].moduleIds.some(languageOfModule));
    const files = Object.keys(bundle).filter(isNeeded).sort();
    const version = createHash("sha256").update(files.join()).digest("hex").slice(0, 12);
    const worker = bundle["service-worker.js"];
    if (worker?.type !== "chunk") throw new Error("the service worker is not built");
    const needed = ["/favicon.svg", "/manifest.webmanifest", ...files.map((name) => `/${name}`)];
    worker.code = `const BUILD=${JSON.stringify({ version, files: needed })};\n${worker.code}`;
  },
};

export default defineConfig({
  plugins: [catalogModules(texts), svelte(), cardDrawings, catalogFiles, firstPaint(texts), serviceWorkerFiles],
  resolve: { alias: { "@texts": texts } },
  define: { GUEST_NAMES: JSON.stringify(guestNames) },
  build: {
    outDir: out,
    emptyOutDir: true,
    // No inlined assets: the content security policy forbids them.
    assetsInlineLimit: 0,
    rolldownOptions: {
      optimization: { inlineConst: { mode: "all", pass: 2 } },
      input: { index: here("index.html"), "service-worker": here("src/service-worker.ts") },
      output: {
        // One file for what the start page shares with other screens, and another for what tables share, which
        // the start page loads later: smaller in total, and fewer requests before the first move.
        codeSplitting: {
          groups: [
            { name: importedBy("src/main.ts", "base"), debugName: "base", minShareCount: 2, priority: 3 },
            {
              name: importedBy("src/screens/Table.svelte", "board"),
              debugName: "board",
              minShareCount: 2,
              priority: 2,
            },
            { name: "shared", test: here("."), minShareCount: 4, priority: 1 },
          ],
        },
        // The service worker keeps its address; the browser checks whether it has changed.
        entryFileNames: ({ name }) => (name === "service-worker" ? "[name].js" : "assets/[name]-[hash].js"),
      },
    },
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
  },
  server: {
    proxy: { "/api": "http://127.0.0.1:8000", "/ws": { target: "ws://127.0.0.1:8000", ws: true } },
    fs: { allow: ["..", texts] },
  },
});
