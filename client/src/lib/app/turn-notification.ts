/** Signals the player's turn: title, icon, sound, vibration, notification. */
import { settings } from "./settings.svelte";
import { playSound } from "./sounds";
import { say } from "./texts.svelte";

const icon = (): HTMLLinkElement | null => document.querySelector('link[rel="icon"]');

export function showTurnInTab(isMyTurn: boolean, title: string): void {
  document.title = isMyTurn ? `● ${say("web.your_turn")} – ${title}` : title;
  const link = icon();
  if (link) link.href = isMyTurn ? "/favicon-turn.svg" : "/favicon.svg";
}

export function notifyTurn(): void {
  playSound("turn");
  if (settings.vibration && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(60);
  if (settings.notify && document.hidden && "Notification" in window && Notification.permission === "granted") {
    const note = new Notification(say("web.your_turn"), { tag: "hanabi-turn", icon: "/favicon-turn.svg" });
    note.onclick = () => (focus(), note.close());
  }
}
