/** Previews a clue: its sentence and what its receiver would know. */
import { knowledgeSentence } from "../../lib/game/card-knowledge";
import { playerName } from "../../lib/game/names";
import type { AidLevel, CardView, LegalClue, Masks, Table, View } from "../../lib/net/protocol";
import { clueSentence } from "../../lib/game/sentences";
import { say } from "../../lib/app/texts.svelte";

/** The clue in words, with the numbers of newly touched and re-touched cards. */
export function previewSentence(view: View, table: Table, clue: LegalClue): { clue: string; touched: string } {
  const players = { player: playerName(table, view.seat!), to: playerName(table, clue.to) };
  const cards = view.hands[clue.to].cards;
  const again = clue.slots.filter((slot) => cards[slot].clued.length).length;
  const added = clue.slots.length - again;
  const parts: string[] = [];
  if (added) parts.push(say("web.clue.new", { cards: added }));
  if (again) parts.push(say("web.clue.again", { cards: again }));
  return {
    clue: clueSentence("log.you.clue", players, clue.about, clue.slots),
    touched: parts.map((part) => ` ${part}`).join(""),
  };
}

/** The faces still possible for each of the receiver's cards after the clue, from the server's masks per clue. */
export function cardsAfterClue(view: View, clue: LegalClue): { masks: Masks; clued: CardView["clued"] }[] {
  const masks = view.touches[String(clue.about)];
  return view.hands[clue.to].cards.map((card, slot) => {
    const touched = clue.slots.includes(slot);
    return {
      masks: card.open.map((mask, place) => mask & (touched ? masks[place] : ~masks[place])),
      clued: touched && !card.clued.includes(clue.about) ? [...card.clued, clue.about] : card.clued,
    };
  });
}

/** What the receiver would know after the clue, in sentences. */
export function knowledgeAfterClue(view: View, clue: LegalClue, level: AidLevel): string[] {
  if (level === "paper") return [];
  return cardsAfterClue(view, clue).flatMap(({ masks }, slot) => {
    const touched = clue.slots.includes(slot);
    if (!touched && (level === "clues" || clue.slots.length)) return [];
    const changes = masks.some((mask, place) => mask !== view.hands[clue.to].cards[slot].open[place]);
    return changes ? [`${slot + 1}: ${knowledgeSentence(view, masks)}`] : [];
  });
}
