/// <reference types="svelte" />
/// <reference types="vite/client" />

/** Made by `catalogs.ts` from the catalogs in `src/hanabi/texts`. */
declare module "virtual:catalogs" {
  import type game from "@texts/game.json";
  type Names = (typeof game)["language.name"];
  /** Each language's own name. */
  export const LANGUAGE_NAMES: Names;
  type Loaders = Record<
    keyof Names,
    () => Promise<{ default: Record<string, string | ({ n: string } & Record<string, string>)> }>
  >;
  export const catalogs: Loaders;
  export const rest: Loaders;
}
