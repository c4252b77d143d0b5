/** What is painted before the client's script has come: the start page in every language, and the script of its theme. */
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build, type Plugin, type PluginOption, type Rolldown } from "vite";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What the modules of the start page ask of a browser as they are loaded. */
const BROWSER = {
  window: globalThis,
  location: new URL("https://hanabi.example/"),
  document: { documentElement: { dataset: {} } },
  matchMedia: () => ({ matches: false, addEventListener() {} }),
  addEventListener() {},
};

/** The texts of each language in its start page; `texts` is the folder of the catalogs, `plugins` read them. */
async function landingShells(texts: string, plugins: PluginOption[]): Promise<Record<string, string>> {
  const outDir = await mkdtemp(join(tmpdir(), "hanabi-landing-"));
  try {
    await build({
      configFile: false,
      root: here("."),
      logLevel: "warn",
      plugins: [...plugins, svelte()],
      resolve: { alias: { "@texts": texts } },
      ssr: { noExternal: true },
      build: {
        ssr: here("src/landing-shell.ts"),
        outDir,
        emptyOutDir: true,
        rolldownOptions: {
          // Other screens are fetched when they are visited, so they are not needed here.
          external: (id, importer) =>
            /\/(App|screens\/Landing)\.svelte$/.test(importer ?? "") &&
            /^\.\/(screens\/)?(?!Landing)\w+\.svelte$/.test(id),
          output: { entryFileNames: "landing-shell.mjs" },
        },
      },
    });
    Object.assign(globalThis, BROWSER);
    const made = (await import(pathToFileURL(join(outDir, "landing-shell.mjs")).href)) as {
      landingShells: () => Promise<Record<string, string>>;
    };
    return await made.landingShells();
  } finally {
    await rm(outDir, { recursive: true });
  }
}

/** A script of its own, small enough to wait for. */
async function appearanceScript(): Promise<string> {
  const built = (await build({
    configFile: false,
    root: here("."),
    logLevel: "warn",
    build: {
      write: false,
      modulePreload: false,
      lib: { entry: here("src/appearance.ts"), formats: ["iife"], name: "appearance", fileName: "appearance" },
    },
  })) as Rolldown.RolldownOutput[];
  return built[0].output[0].code;
}

/** Emits `landing.json`, from which the server puts the start page into the page it sends, and the script of the theme. */
export function firstPaint(texts: string, plugins: PluginOption[]): Plugin {
  let script = "";
  let fileName = "";
  return {
    name: "first-paint",
    apply: "build",
    async buildStart() {
      script = await appearanceScript();
      fileName = `assets/appearance-${createHash("sha256").update(script).digest("hex").slice(0, 8)}.js`;
    },
    transformIndexHtml: () => [{ tag: "script", attrs: { src: `/${fileName}` }, injectTo: "head-prepend" }],
    async generateBundle() {
      this.emitFile({ type: "asset", fileName, source: script });
      const shells = await landingShells(texts, plugins);
      this.emitFile({ type: "asset", fileName: "landing.json", source: JSON.stringify(shells) });
    },
  };
}
