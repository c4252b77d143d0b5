/** Notifications of a closed browser: the browser's subscription, and what this device wants to hear. */
import { request } from "./api";
import { browserStorage } from "./browser-storage";
import { sentQuietHours, type Wishes } from "./quiet-hours";
import { language } from "./texts.svelte";

/** `subscription` is the server's name for it; null while notifications are off. */
interface Kept extends Wishes {
  subscription: string | null;
}

const NAME = "hanabi.push";
const DEFAULTS: Kept = { turns: true, invitations: true, reviews: true, quiet: null, subscription: null };

export function keptPush(): Kept {
  try {
    return { ...DEFAULTS, ...(JSON.parse(browserStorage().getItem(NAME) ?? "{}") as Partial<Kept>) };
  } catch {
    return DEFAULTS;
  }
}
const keep = (kept: Kept): void => browserStorage().setItem(NAME, JSON.stringify(kept));

export const canPush = (): boolean =>
  "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

function bytes(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/** Subscribe, or change what is wished. The browser may have asked the player for leave before. */
export async function turnOnPush(wishes: Wishes): Promise<void> {
  const worker = await navigator.serviceWorker.ready;
  const { key } = await request<{ key: string }>("GET", "/push");
  const subscription =
    (await worker.pushManager.getSubscription()) ??
    (await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) }));
  const { endpoint, keys } = subscription.toJSON();
  const { turns, invitations, reviews, quiet } = wishes;
  const answer = await request<{ subscription: string }>("PUT", "/push", {
    endpoint,
    keys: { p256dh: keys!.p256dh, auth: keys!.auth },
    language: language(),
    turns,
    invitations,
    reviews,
    quiet: sentQuietHours(quiet),
  });
  keep({ turns, invitations, reviews, quiet, subscription: answer.subscription });
}

export async function turnOffPush(): Promise<void> {
  const kept = keptPush();
  keep({ ...kept, subscription: null });
  const worker = await navigator.serviceWorker.ready;
  await (await worker.pushManager.getSubscription())?.unsubscribe();
  if (kept.subscription) await request("DELETE", `/push/${kept.subscription}`).catch(() => {});
}

/** After signing in or out: notifications are those of whoever uses the browser now. */
export async function renewPush(): Promise<void> {
  const kept = keptPush();
  if (kept.subscription && canPush()) await turnOnPush(kept).catch(() => {});
}
