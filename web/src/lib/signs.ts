/** Words for cards and clues, and sentences for what happened. */
import type { CardView, GameEvent, Masks, Table, View, Word } from "./protocol";
import { faceOf, type Face, type Suit } from "./suits";
import { has, join, key, say } from "./texts.svelte";

export const nameOf = (table: Table, seat: number): string =>
  table.seats[seat]?.name ?? say("web.seat.number", { seat: seat + 1 });

/** A table that is no longer, or never was, live: a record's or a lesson's. */
export function tableOf(players: string[], rules: Table["rules"]): Table {
  const options = {
    title: "",
    public: false,
    seats: players.length,
    rules: {},
    first: 0,
    communication: "silent",
    clock: { kind: "none", seconds: 60, increment: 0 },
    take_backs: false,
    spectators: "open",
    aids: "expert",
    seed: null,
  } as const;
  const seats = players.map((name, seat) => ({ seat, kind: "human" as const, name, bot: null, host: false, away: false, online: true }));
  return {
    id: "",
    phase: "over",
    options,
    seeded: false,
    rules,
    by_the_book: true,
    seats,
    first: 0,
    take_back: null,
    takeover: null,
    clock: { since: null, left: null },
    commitment: null,
    fairness: null,
    notes: null,
    rematch: null,
    daily: null,
    casual: false,
  };
}

const family = (bot: string): string => bot.split(":")[0];
export const botTitle = (bot: string): string => (has(`bot.${family(bot)}.title`) ? say(key("bot", family(bot), "title")) : bot);

export const cardName = (face: Face): string => say(key("card", face.suit), { rank: face.rank });
export const wordName = (about: Word): string => (typeof about === "number" ? String(about) : say(key("suit", about)));

export function facesIn(view: View, masks: Masks): Face[] {
  return view.suits.flatMap((suit, place) =>
    view.ranks.filter((rank) => (masks[place] >> (rank - 1)) & 1).map((rank) => ({ suit, rank })),
  );
}

export const suitsIn = (view: View, masks: Masks): Suit[] => view.suits.filter((_, place) => masks[place]);
export const ranksIn = (view: View, masks: Masks): number[] => {
  const all = masks.reduce((sum, mask) => sum | mask, 0);
  return view.ranks.filter((rank) => (all >> (rank - 1)) & 1);
};

/** What a player can say about a card from these masks, in one sentence. */
export function knowledge(view: View, masks: Masks): string {
  const faces = facesIn(view, masks);
  if (faces.length === 1) return say(key("know.is", faces[0].suit), { rank: faces[0].rank });
  const suits = suitsIn(view, masks);
  const ranks = ranksIn(view, masks);
  if (suits.length === 1 && ranks.length === view.ranks.length) return say(key("know.color", suits[0]));
  if (ranks.length === 1 && suits.length === view.suits.length) return say("know.rank", { rank: ranks[0] });
  if (faces.length <= 6) return say("know.could_be", { cards: join(faces.map(cardName), "or") });
  if (suits.length === view.suits.length && ranks.length === view.ranks.length) return say("know.nothing");
  const named = { suits: join(suits.map((suit) => say(key("suit", suit))), "or"), ranks: join(ranks, "or") };
  if (suits.length === view.suits.length) return say("web.know.ranks", named);
  if (ranks.length === view.ranks.length) return say("web.know.suits", named);
  return say("web.know.among", named);
}

export const told = (card: CardView): string =>
  card.clued.length ? say("web.card.told", { clues: join(card.clued.map(wordName)) }) : say("know.untouched");

/** One line of the log: what one event says to the player in seat `me`. An empty line is not worth saying. */
export function sentence(event: GameEvent, table: Table, me: number | null): string {
  const name = (seat: number) => nameOf(table, seat);
  switch (event.type) {
    case "started":
      return event.first === me ? say("log.you.begin") : say("log.begin", { player: name(event.first) });
    case "clue": {
      const about = typeof event.about === "number" ? "rank" : event.about;
      const who = event.giver === me ? "log.you.clue" : event.to === me ? "log.to_you.clue" : "log.clue";
      const values = {
        player: name(event.giver),
        to: name(event.to),
        rank: event.about,
        cards: event.slots.length,
        slots: join(event.slots.map((slot) => slot + 1)),
      };
      return say(event.slots.length ? key(who, about) : key(who, about, "none"), values);
    }
    case "play": {
      const { suit, rank } = faceOf(event.card);
      const who = event.seat === me ? "log.you.play" : "log.play";
      const wrong = event.announced !== null && event.announced !== suit;
      const how = wrong
        ? ["misannounced"]
        : [...(event.announced ? ["announced"] : []), ...(event.added ? [] : ["failed"])];
      return say(key(who, suit, ...how), { player: name(event.seat), rank });
    }
    case "discard":
    case "reshuffle":
    case "rescue": {
      const { suit, rank } = faceOf(event.card);
      const who = event.seat === me ? "log.you" : "log";
      return say(key(who, event.type, suit), { player: name(event.seat), rank });
    }
    case "strike":
      return say("log.strike", { strikes: event.strikes });
    case "strike_mended":
      return say("log.strike.mended", { strikes: event.strikes });
    case "clue_tokens":
      return event.tokens ? say("web.log.clue_tokens", { tokens: event.tokens }) : say("log.clue_token.full");
    case "firework":
      return say(key("log.firework", event.suit));
    case "tile": {
      const tile = say(key("tile", event.tile, "title"));
      return say("web.log.tile", { tile });
    }
    case "last_round":
      return say("log.last_round");
    case "over":
      return say(key("reason", event.reason), { score: event.score });
    case "said":
      return say("web.log.said", {
        player: name(event.seat),
        text: event.phrase !== null ? say(key("phrase", event.phrase)) : (event.text ?? ""),
      });
    case "rearranged":
      return event.seat === me ? say("log.you.rearrange") : say("log.rearrange", { player: name(event.seat) });
    case "sat":
    case "bot_sat":
      return say("web.log.sat", { player: event.name });
    case "stood":
    case "take_back_asked":
    case "take_back_agreed":
    case "take_back_refused":
    case "time_up":
    case "took_back":
      return say(key("web.log", event.type), { player: name(event.seat) });
    case "takeover_asked":
    case "takeover_agreed":
    case "takeover_refused":
      return say(key("web.log", event.type), { player: name(event.by), seat: name(event.seat) });
    case "rematch":
      return say("web.log.rematch");
    default:
      return "";
  }
}

const DEEDS = ["clue", "play", "discard", "reshuffle", "rescue"];

/** The story without what was taken back. */
export function standing(events: GameEvent[]): GameEvent[] {
  const kept: GameEvent[] = [];
  const deeds: number[] = [];
  for (const event of events) {
    if (event.type === "took_back") while (deeds.length > event.actions) kept.length = deeds.pop()!;
    else if (DEEDS.includes(event.type) && kept.at(-1)?.n !== event.n) deeds.push(kept.length);
    kept.push(event);
  }
  return kept;
}

/** Why the server refused, in the player's language. */
export function refusal(code: string, values: Record<string, unknown>, view: View | null, table: Table | null): string {
  const filled: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) filled[name] = Array.isArray(value) ? join(value.map(String), "or") : String(value);
  for (const full of [`table.refused.${code}`, `illegal.${code}`]) {
    if (!has(full)) continue;
    try {
      return say(full as never, filled);
    } catch {
      break;
    }
  }
  if (code === "wrong_player" && view && table && view.player !== null)
    return say("illegal.wrong_player", { player: nameOf(table, view.player) });
  return say("web.refused", { code });
}
