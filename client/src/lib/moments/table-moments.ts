/** Animations and sounds for a game's events. The board itself is updated immediately. */
import type { GameEvent, View } from "../net/protocol";
import { motionAllowed } from "../app/settings.svelte";
import { playSound } from "../app/sounds";
import { faceOf } from "../game/suits";
import * as elements from "./elements";
import { coverUp, flyCard, flySeal, inertCopy, LANDING, ringOut, slideIn } from "./flights";
import { burst } from "./sky";
import { pulse, showStrike } from "./strike";
import { Timeline, type Slot } from "./timeline";

type LeavingEvent = Extract<GameEvent, { type: "play" | "discard" }>;
type ClueEvent = Extract<GameEvent, { type: "clue" }>;

const PLAY = 720;
const DISCARD = 560;
const CLUE = 620;
const DRAW = 360;
/** With more events than this, for instance after an absence, moves are not animated. */
const MOST_ACTIONS = 5;
/** Delays of the second and third burst of a completed firework. */
const SHAPE_AFTER = 220;
const WILLOW_AFTER = 520;

/** A card that is about to leave a hand. */
interface LeavingCard {
  from: DOMRect;
  copy: HTMLElement;
  open: boolean;
}

const isLeaving = (event: GameEvent): event is LeavingEvent => event.type === "play" || event.type === "discard";
const isAction = (event: GameEvent): boolean => isLeaving(event) || event.type === "clue";

export class TableMoments {
  readonly timeline = new Timeline();
  #leaving = new Map<number, LeavingCard>();
  /** The fireworks before the cards arrive. */
  #waiting = new Map<string, HTMLElement>();

  /** Call before the page changes: copies the elements that will move. */
  capture(events: GameEvent[]): void {
    this.#leaving.clear();
    this.#waiting.clear();
    if (!this.#mayMove(events)) return;
    for (const event of events.filter(isLeaving)) {
      const button = elements.cardInHand(event.drawn);
      if (button) {
        const frame = elements.frameOf(button);
        const open = frame.querySelector("svg.card") !== null;
        this.#leaving.set(event.drawn, { from: frame.getBoundingClientRect(), copy: inertCopy(frame), open });
      }
      const suit = elements.joinedFirework(event);
      const firework = suit === null ? null : elements.firework(suit);
      if (suit !== null && firework && !this.#waiting.has(suit)) this.#waiting.set(suit, inertCopy(firework));
    }
  }

  /** Call after the page has changed. */
  show(events: GameEvent[], view: View): void {
    if (!this.#mayMove(events)) {
      if (!document.hidden && events.filter(isAction).length <= MOST_ACTIONS) this.#showWithoutMotion(events);
      return;
    }
    for (const action of events.filter(isAction)) {
      const group = events.filter(({ n }) => n === action.n);
      if (isLeaving(action)) this.#showLeaving(action, group, events);
      else if (action.type === "clue") this.#showClue(action, view);
    }
  }

  /** Milliseconds until everything has landed. */
  get remaining(): number {
    return this.timeline.remaining;
  }

  skip(): void {
    this.timeline.skip();
  }

  #mayMove(events: GameEvent[]): boolean {
    return motionAllowed() && !document.hidden && events.filter(isAction).length <= MOST_ACTIONS;
  }

  #showWithoutMotion(events: GameEvent[]): void {
    for (const event of events) {
      if (event.type === "clue") playSound("clue");
      else if (event.type === "discard") playSound("discard");
      else if (event.type === "play" && event.added) playSound("play", faceOf(event.card).rank);
      else if (event.type === "firework") playSound("firework");
      else if (event.type === "strike") {
        playSound("strike");
        showStrike(elements.board(), elements.strikes());
      }
    }
  }

  #showLeaving(event: LeavingEvent, group: GameEvent[], all: GameEvent[]): void {
    const suit = elements.joinedFirework(event);
    const target = suit === null ? elements.pile() : elements.firework(suit);
    if (suit !== null && target) finishTransitions(target);
    const slot = this.timeline.reserve(event.type === "play" ? PLAY : DISCARD);
    const card = this.#leaving.get(event.drawn);
    if (!slot) return;
    const landing = slot.delay + slot.duration * LANDING;
    if (target && card) {
      const to = landingBox(suit === null ? target : elements.topOf(target), card.from);
      const flight = { from: card.from, to, leaving: card.copy, face: faceOf(event.card), open: card.open };
      const next = suit === null ? undefined : nextOnto(suit, event, all);
      // If another card of the same message follows, this one stays until that one lands.
      flyCard(this.timeline, flight, slot, slot.delay + slot.duration + (next ? PLAY : 0));
      this.#coverFirework(suit, target, landing);
      if (suit !== null) this.timeline.at(landing, () => ringOut(this.timeline, to));
    }
    const draw = group.find((one) => one.type === "draw");
    if (draw?.type === "draw") this.#showDraw(draw.drawn, slot);
    this.timeline.at(landing, () => this.#land(event, group));
  }

  #coverFirework(suit: string | null, target: HTMLElement, landing: number): void {
    const before = suit === null ? undefined : this.#waiting.get(suit);
    if (suit === null || !before) return;
    this.#waiting.delete(suit);
    coverUp(this.timeline, target, before, landing);
  }

  #land(event: LeavingEvent, group: GameEvent[]): void {
    const suit = elements.joinedFirework(event);
    if (group.some(({ type }) => type === "strike")) {
      playSound("strike");
      showStrike(elements.board(), elements.strikes());
    } else if (event.type === "discard") playSound("discard");
    else playSound("play", faceOf(event.card).rank);
    if (suit === null) return;
    const top = elements.firework(suit);
    if (!top) return;
    const box = elements.topOf(top).getBoundingClientRect();
    const middle = { x: box.left + box.width / 2, y: box.top + box.height / 2, suit: faceOf(event.card).suit };
    const size = Math.max(0.5, box.width / 130);
    burst({ ...middle, kind: "sparks", size });
    if (!group.some(({ type }) => type === "firework")) return;
    playSound("firework");
    burst({ ...middle, kind: "round", size });
    this.timeline.at(SHAPE_AFTER, () => burst({ ...middle, kind: "shape", size }));
    this.timeline.at(WILLOW_AFTER, () => burst({ ...middle, kind: "willow", size }));
    pulse(elements.clueTokens());
  }

  #showDraw(drawn: number, { delay, duration }: Slot): void {
    const card = elements.cardInHand(drawn);
    const deck = elements.deck()?.getBoundingClientRect();
    if (card && deck) slideIn(this.timeline, card, deck, { delay: delay + duration / 2, duration: DRAW });
  }

  #showClue(event: ClueEvent, view: View): void {
    const slot = this.timeline.reserve(CLUE);
    if (!slot) return;
    const from = elements.place(event.giver, view.seat)?.getBoundingClientRect();
    const hand = view.hands[event.to].cards;
    const cards = event.slots.map((touched) => hand[touched] && elements.cardInHand(hand[touched].drawn));
    for (const card of cards) if (card && from) flySeal(this.timeline, from, elements.frameOf(card), event.about, slot);
    this.timeline.at(slot.delay + slot.duration * 0.8, () => playSound("clue"));
  }
}

/** Measures a firework at its final position, hidden by its cover. */
function finishTransitions(element: HTMLElement): void {
  for (const animation of element.getAnimations({ subtree: true }))
    if (animation instanceof CSSTransition) animation.finish();
}

/** Where a card lands: a card-shaped box in the center of its target. */
function landingBox(target: HTMLElement, card: DOMRect): DOMRect {
  const { left, top, width, height } = target.getBoundingClientRect();
  const wide = Math.min(width, height / 1.4, card.width * 2);
  return new DOMRect(left + (width - wide) / 2, top + (height - wide * 1.4) / 2, wide, wide * 1.4);
}

function nextOnto(suit: string, event: LeavingEvent, all: GameEvent[]): GameEvent | undefined {
  return all.slice(all.indexOf(event) + 1).find((one) => isLeaving(one) && elements.joinedFirework(one) === suit);
}
