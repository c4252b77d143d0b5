/** Explains a move from public information only. */
import { showsDeductions } from "./aids";
import { chopSlot, cluesSentence, isDisjoint, isSubset, knowledgeSentence } from "./card-knowledge";
import { playerName } from "./names";
import type { AidLevel, GameEvent, Table, View } from "../net/protocol";
import { say } from "../app/texts.svelte";

/** Bots whose clues are a code. */
const CODED = ["hat", "search"];

/** Sentences about a clue, a play or a discard, from the positions before and after it. */
export function publicReasons(
  event: GameEvent,
  { before, after }: { before: View; after: View },
  table: Table,
  level: AidLevel,
): string[] {
  const deduces = showsDeductions(level);
  if (event.type === "clue") {
    const touched = event.slots.map((slot) => {
      const card = after.hands[event.to].cards[slot];
      const title = say("web.card.of.title", { player: playerName(table, event.to), slot: slot + 1 });
      return `${title}. ${deduces ? knowledgeSentence(after, card.open) : cluesSentence(card)}`;
    });
    const coded = CODED.includes(table.seats[event.giver].bot ?? "");
    return coded ? [say("bot.coded"), ...touched] : touched;
  }
  if (event.type !== "play" && event.type !== "discard") return [];
  const hand = before.hands[event.seat];
  const card = hand.cards[event.slot];
  const reasons = [cluesSentence(card)];
  if (deduces && card.clued.length) reasons.push(knowledgeSentence(before, card.open));
  if (event.type === "discard" && chopSlot(hand) === event.slot) reasons.push(say("web.why.chop"));
  if (event.type === "play" && deduces && card.clued.length) {
    if (isSubset(card.open, before.playable)) reasons.push(say("web.why.sure"));
    else if (!isDisjoint(card.open, before.playable)) reasons.push(say("web.why.maybe"));
  }
  return reasons;
}
