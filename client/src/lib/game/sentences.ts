/** Sentences for what happened at a table. */
import { playerName } from "./names";
import type { GameEvent, SaidEvent, Table, Word } from "../net/protocol";
import { faceOf } from "./suits";
import { hasText, joinList, key, say } from "../app/texts.svelte";

type ClueTeller = "log.clue" | "log.you.clue" | "log.to_you.clue";

/** A clue from the viewpoint of its giver, its receiver or somebody else. */
export function clueSentence(
  teller: ClueTeller,
  players: { player: string; to: string },
  about: Word,
  slots: number[],
): string {
  const subject = typeof about === "number" ? "rank" : about;
  const values = {
    ...players,
    rank: about,
    cards: slots.length,
    slots: joinList(slots.map((slot) => slot + 1)),
  };
  return say(slots.length ? key(teller, subject) : key(teller, subject, "none"), values);
}

/** A remark: a set phrase or free text. */
export const eventText = (event: SaidEvent): string =>
  event.phrase !== null ? say(key("phrase", event.phrase)) : (event.text ?? "");

/** One line of the log, worded for the player in seat `me`; empty for events that need no line. */
export function eventSentence(event: GameEvent, table: Table, me: number | null): string {
  const name = (seat: number) => playerName(table, seat);
  switch (event.type) {
    case "started": {
      const begin = event.first === me ? say("log.you.begin") : say("log.begin", { player: name(event.first) });
      return `${say(key("web.deal", table.deal.kind))} ${begin}`;
    }
    case "clue": {
      const teller = event.giver === me ? "log.you.clue" : event.to === me ? "log.to_you.clue" : "log.clue";
      const clue = clueSentence(teller, { player: name(event.giver), to: name(event.to) }, event.about, event.slots);
      if (!event.free) return clue;
      const free = event.giver === me ? say("log.you.free_clue") : say("log.free_clue", { player: name(event.giver) });
      return `${free} ${clue}`;
    }
    case "play": {
      const { suit, rank } = faceOf(event.card);
      const who = event.seat === me ? "log.you.play" : "log.play";
      const wrong = event.announced !== null && event.announced !== suit;
      const how = wrong
        ? ["misannounced"]
        : [...(event.announced ? ["announced"] : []), ...(event.added ? [] : ["failed"])];
      const values = {
        player: name(event.seat),
        rank,
        strikes: event.strike ?? 0,
        most: event.strikes_max,
        announced: event.announced ? say(key("suit", event.announced)) : "",
      };
      return say(key(who, suit, ...how), values);
    }
    case "discard":
    case "reshuffle":
    case "rescue": {
      const { suit, rank } = faceOf(event.card);
      const who = event.seat === me ? "log.you" : "log";
      return say(key(who, event.type, suit), { player: name(event.seat), rank });
    }
    case "strike_mended":
      return say("log.strike.mended", { strikes: event.strikes });
    case "clue_tokens":
      return event.tokens ? say("web.log.clue_tokens", { tokens: event.tokens }) : say("log.clue_token.full");
    case "firework":
      return say(key("log.firework", event.suit));
    case "tile": {
      const tile = say(key("tile", event.tile, "title"));
      const turned = say("web.log.tile", { tile });
      return event.effect ? turned : `${turned} ${say("log.tile.nothing", { tile })}`;
    }
    case "deck_empty":
      return say("log.deck.empty");
    case "last_round":
      return say("log.last_round");
    case "over":
      return say(key("reason", event.reason), { score: event.score });
    case "said":
      return say("web.log.said", { player: name(event.seat), text: eventText(event) });
    case "rearranged":
      return event.seat === me ? say("log.you.rearrange") : say("log.rearrange", { player: name(event.seat) });
    case "sat":
    case "bot_sat":
      return say("web.log.sat", { player: event.name });
    default: {
      const line = key("web.log", event.type);
      if (!hasText(line)) return "";
      if (!("seat" in event)) return say(line);
      return say(line, { player: name("by" in event ? event.by : event.seat), seat: name(event.seat) });
    }
  }
}

/** The sentences of several events, without the empty ones. */
export const eventSentences = (events: GameEvent[], table: Table, me: number | null): string[] =>
  events.map((event) => eventSentence(event, table, me)).filter(Boolean);
