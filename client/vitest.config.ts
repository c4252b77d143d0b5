import { mergeConfig } from "vite";
import { defineConfig } from "vitest/config";
import base from "./vite.config.ts";

export default mergeConfig(
  base,
  defineConfig({
    // Use Svelte's browser modules, not its server modules.
    resolve: { conditions: ["browser"] },
    test: { environment: "jsdom", pool: "vmThreads", include: ["tests/**/*.test.ts"], setupFiles: ["tests/setup.ts"] },
  }),
);
