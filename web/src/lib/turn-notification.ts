/** Tells the player that it is their turn: title, icon, sound, vibration, notification. */
import { settings } from "./settings.svelte";
import { say } from "./texts.svelte";

const icon = (): HTMLLinkElement | null => document.querySelector('link[rel="icon"]');

export function showTurnInTab(mine: boolean, title: string): void {
  document.title = mine ? `● ${say("web.your_turn")} – ${title}` : title;
  const link = icon();
  if (link) link.href = mine ? "/favicon-turn.svg" : "/favicon.svg";
}

let audio: AudioContext | null = null;

function chime(): void {
  audio ??= new AudioContext();
  const start = audio.currentTime;
  for (const [place, pitch] of [660, 880].entries()) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.0001, start + place * 0.14);
    volume.gain.exponentialRampToValueAtTime(0.16, start + place * 0.14 + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + place * 0.14 + 0.32);
    tone.connect(volume).connect(audio.destination);
    tone.start(start + place * 0.14);
    tone.stop(start + place * 0.14 + 0.35);
  }
}

export function notifyTurn(): void {
  if (settings.sound) chime();
  if (settings.vibration && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(60);
  if (settings.notify && document.hidden && "Notification" in window && Notification.permission === "granted") {
    const note = new Notification(say("web.your_turn"), { tag: "hanabi-turn", icon: "/favicon-turn.svg" });
    note.onclick = () => (focus(), note.close());
  }
}
