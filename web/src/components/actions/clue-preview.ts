/** What a clue that is not given yet would say and change. */
import { knowledgeSentence } from "../../lib/card-knowledge";
import { playerName } from "../../lib/names";
import type { AidLevel, LegalAction, Table, View } from "../../lib/protocol";
import { clueSentence } from "../../lib/sentences";
import { say } from "../../lib/texts.svelte";

type LegalClue = Extract<LegalAction, { type: "clue" }>;

/** The clue in words, and how many of its cards are touched for the first time and again. */
export function previewSentence(view: View, table: Table, clue: LegalClue): string {
  const players = { player: playerName(table, view.seat!), to: playerName(table, clue.to) };
  const cards = view.hands[clue.to].cards;
  const again = clue.slots.filter((slot) => cards[slot].clued.length).length;
  const added = clue.slots.length - again;
  const parts = [clueSentence("log.you.clue", players, clue.about, clue.slots)];
  if (added) parts.push(say("web.clue.new", { cards: added }));
  if (again) parts.push(say("web.clue.again", { cards: again }));
  return parts.join(" ");
}

/** What the receiver would then know of their cards, by the masks that the server gives for each clue. */
export function knowledgeAfterClue(view: View, clue: LegalClue, level: AidLevel): string[] {
  const masks = view.touches?.[String(clue.about)];
  if (!masks || level === "paper") return [];
  return view.hands[clue.to].cards.flatMap((card, slot) => {
    const touched = clue.slots.includes(slot);
    if (!touched && (level === "clues" || clue.slots.length)) return [];
    const open = card.open.map((mask, place) => mask & (touched ? masks[place] : ~masks[place]));
    const changes = open.some((mask, place) => mask !== card.open[place]);
    return changes ? [`${slot + 1}: ${knowledgeSentence(view, open)}`] : [];
  });
}
