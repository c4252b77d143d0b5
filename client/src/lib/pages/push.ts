/** Push notifications: this browser's subscription and its preferences. */
import { request } from "../net/api";
import { browserStorage } from "../app/browser-storage";
import { DEFAULT_PREFERENCES, encodePreferences, type Preferences } from "./notification-preferences";
import { language } from "../app/texts.svelte";

/** `subscription` is the server's id of it; null while notifications are off. */
interface StoredPush extends Preferences {
  subscription: string | null;
}

const STORAGE_KEY = "hanabi.push";
const DEFAULTS: StoredPush = { ...DEFAULT_PREFERENCES, subscription: null };

export function storedPush(): StoredPush {
  try {
    return { ...DEFAULTS, ...(JSON.parse(browserStorage().getItem(STORAGE_KEY) ?? "{}") as Partial<StoredPush>) };
  } catch {
    return DEFAULTS;
  }
}
const store = (push: StoredPush): void => browserStorage().setItem(STORAGE_KEY, JSON.stringify(push));

export const canPush = (): boolean =>
  "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

function bytes(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/** Subscribes, or changes the preferences. The browser must have the player's permission. */
export async function turnOnPush(preferences: Preferences): Promise<void> {
  const worker = await navigator.serviceWorker.ready;
  const { key } = await request("GET /api/push");
  const subscription =
    (await worker.pushManager.getSubscription()) ??
    (await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) }));
  const { endpoint, keys } = subscription.toJSON();
  const answer = await request("PUT /api/push", {
    body: {
      endpoint: endpoint!,
      keys: { p256dh: keys!.p256dh, auth: keys!.auth },
      language: language(),
      ...encodePreferences(preferences),
    },
  });
  store({ ...preferences, subscription: answer.subscription });
}

export async function turnOffPush(): Promise<void> {
  const stored = storedPush();
  store({ ...stored, subscription: null });
  const worker = await navigator.serviceWorker.ready;
  await (await worker.pushManager.getSubscription())?.unsubscribe();
  const { subscription } = stored;
  if (subscription) await request("DELETE /api/push/{subscription}", { subscription }).catch(() => {});
}

/** After signing in or out: subscribe again for the current user. */
export async function renewPush(): Promise<void> {
  const stored = storedPush();
  if (stored.subscription && canPush()) await turnOnPush(stored).catch(() => {});
}
