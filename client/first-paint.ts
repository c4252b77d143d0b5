/** Renders what the browser paints before the client's script arrives: the start page per language, and the theme script. */
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build, type Plugin, type Rolldown } from "vite";
import { catalogModules } from "./catalogs";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The browser features that the start page's modules use while they load. */
const BROWSER = {
  window: globalThis,
  location: new URL("https://hanabi.example/"),
  document: { documentElement: { dataset: {} } },
  matchMedia: () => ({ matches: false, addEventListener() {} }),
  addEventListener() {},
};

/** Leaves out what is imported on demand, except texts: other screens are loaded when they are visited. */
const withoutScreens: Plugin = {
  name: "without-screens",
  resolveDynamicImport: (id) => (typeof id === "string" && id.endsWith(".svelte") ? { id, external: true } : null),
};

/** Renders the start page in each language; `texts` is the catalog folder. */
async function landingShells(texts: string): Promise<Record<string, string>> {
  const outDir = await mkdtemp(join(tmpdir(), "hanabi-landing-"));
  try {
    await build({
      configFile: false,
      root: here("."),
      logLevel: "warn",
      plugins: [catalogModules(texts), svelte(), withoutScreens],
      ssr: { noExternal: true },
      build: {
        ssr: here("src/landing-shell.ts"),
        outDir,
        emptyOutDir: true,
        rolldownOptions: {
          output: { entryFileNames: "landing-shell.mjs" },
        },
      },
    });
    Object.assign(globalThis, BROWSER);
    const shell = (await import(pathToFileURL(join(outDir, "landing-shell.mjs")).href)) as {
      landingShells: () => Promise<Record<string, string>>;
    };
    return await shell.landingShells();
  } finally {
    await rm(outDir, { recursive: true });
  }
}

/** A separate script, small enough to block rendering. */
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

/** Emits `landing.json`, which the server inserts into the page it sends, and the theme script. */
export function firstPaint(texts: string): Plugin {
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
      const shells = await landingShells(texts);
      this.emitFile({ type: "asset", fileName: "landing.json", source: JSON.stringify(shells) });
    },
  };
}
