/** The search for people to play with. It goes on while the visitor reads other pages or solves puzzles. */
import type { Waiting, Wish } from "../net/api-types";
import { announceUrgently } from "../app/announcements.svelte";
import { browserStorage } from "../app/browser-storage";
import { go } from "../app/route.svelte";
import { playSound } from "../app/sounds";
import { language, say } from "../app/texts.svelte";
import { request } from "../net/api";
import { ownName } from "../game/names";
import { SEARCH_KEY } from "./search-flag";

const WISH_KEY = "hanabi.wish";
/** Seconds between "your table is ready" and the table. */
const READY_SECONDS = 5;

export type PlayerWish = Pick<Required<Wish>, "players" | "pace" | "bots">;

class PlayerSearch {
  /** Null while nobody looks for players. */
  state = $state.raw<Waiting | null>(null);
  /** When this browser got the state, in milliseconds. */
  at = $state(0);
  lost = $state(false);
  #timer = 0;

  /** The last wish, so that one press is enough. */
  get wish(): PlayerWish {
    const stored = JSON.parse(browserStorage().getItem(WISH_KEY) ?? "{}") as Partial<PlayerWish>;
    return { players: 3, pace: "relaxed", bots: true, ...stored };
  }

  /** Looks for players, or changes the wish and keeps the place. */
  async look(wish: PlayerWish, atOnce = false): Promise<void> {
    browserStorage().setItem(WISH_KEY, JSON.stringify(wish));
    const body = { ...wish, at_once: atOnce, language: language(), name: ownName() };
    this.#take(await request("POST /api/match", { body }));
  }

  /** Finds out whether this browser is looking for players. */
  async resume(): Promise<void> {
    if (this.state) return;
    const state = await request("GET /api/match");
    if (state.since !== null && state.table === null) this.#take(state);
    else sessionStorage.removeItem(SEARCH_KEY);
  }

  async stop(): Promise<void> {
    this.#end();
    await request("DELETE /api/match");
  }

  enter(): void {
    const table = this.state?.table;
    this.#end();
    if (table) go(`/t/${table}`);
  }

  #end(): void {
    clearTimeout(this.#timer);
    sessionStorage.removeItem(SEARCH_KEY);
    this.state = null;
  }

  #take(state: Waiting): void {
    clearTimeout(this.#timer);
    this.lost = false;
    if (state.since === null) {
      this.#end();
      return;
    }
    this.state = state;
    this.at = Date.now();
    sessionStorage.setItem(SEARCH_KEY, "1");
    if (state.table) {
      announceUrgently(say("web.people.ready"));
      playSound("turn");
      this.#timer = window.setTimeout(() => this.enter(), 1000 * READY_SECONDS);
    } else this.#timer = window.setTimeout(() => void this.#ask(), 1000 * state.again_in);
  }

  async #ask(): Promise<void> {
    try {
      this.#take(await request("GET /api/match"));
    } catch {
      this.lost = true;
      this.#timer = window.setTimeout(() => void this.#ask(), 2000);
    }
  }
}

export const playerSearch = new PlayerSearch();
