import { mergeConfig } from "vite";
import { defineConfig } from "vitest/config";
import base from "./vite.config.ts";

export default mergeConfig(
  base,
  defineConfig({
    // The client's half of Svelte: without it the modules would be those of a server.
    resolve: { conditions: ["browser"] },
    test: { environment: "jsdom", pool: "vmThreads", include: ["tests/**/*.test.ts"], setupFiles: ["tests/setup.ts"] },
  }),
);
