/// <reference lib="webworker" />
/**
 * Starts the client offline, and shows push notifications.
 *
 * Caches the client's files and public documents: rules, lessons, puzzles. Nothing that belongs to a visitor or
 * a table is cached. Each build has its own cache; the previous one is deleted when the new build takes over.
 */
declare const self: ServiceWorkerGlobalScope;
/** Set by the build: its version, and the files that every screen needs. */
declare const BUILD: { version: string; files: string[] };

const SHELL = `hanabi-shell-${BUILD.version}`;
/** Shared by all builds: documents stay available after an update. */
const PUBLIC = "hanabi-public-1";
const PUBLIC_PATHS = /^\/api\/(editions|rules|course\/[\w-]+|puzzles\/bundle)$/;
/** Milliseconds to wait for a slow server if there is a cached answer. */
const PATIENCE = 4000;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(SHELL)
      .then((cache) => cache.addAll(["/", ...BUILD.files]))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  const gone = (name: string) => name.startsWith("hanabi-") && name !== SHELL && name !== PUBLIC;
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(gone).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

async function keep(cacheName: string, request: RequestInfo, response: Response): Promise<void> {
  if (response.ok && response.type === "basic") await (await caches.open(cacheName)).put(request, response);
}

async function fresh(request: RequestInfo, cacheName: string): Promise<Response> {
  const response = await fetch(request);
  void keep(cacheName, request, response.clone());
  return response;
}

/** From the network; if it fails or is slow, from the cache. */
async function networkFirst(request: Request, cacheName: string, kept: () => Promise<Response | undefined>) {
  const answer = cacheName ? fresh(request, cacheName) : fetch(request);
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE));
  const first = await Promise.race([answer.catch(() => null), late]);
  return first ?? (await kept()) ?? answer;
}

/** A file that never changes: its name includes a hash. */
async function assetResponse(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fresh(request, SHELL);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || url.pathname.startsWith("/embed/")) return;
  if (request.mode === "navigate") {
    // Every screen is the same page.
    if (!url.pathname.startsWith("/api/")) event.respondWith(networkFirst(request, "", () => caches.match("/")));
  } else if (url.pathname.startsWith("/assets/")) {
    event.respondWith(assetResponse(request));
  } else if (PUBLIC_PATHS.test(url.pathname)) {
    event.respondWith(networkFirst(request, PUBLIC, () => caches.match(request)));
  }
});

/** The page sends the files and public documents it uses, so that they are available offline. */
self.addEventListener("message", (event: ExtendableMessageEvent) => {
  const { keep: paths } = event.data as { keep?: string[] };
  if (!paths) return;
  const wanted = paths.filter((path) => path.startsWith("/assets/") || PUBLIC_PATHS.test(path.split("?")[0]));
  const kept = wanted.map(async (path) => {
    if (!(await caches.match(path))) await fresh(path, path.startsWith("/assets/") ? SHELL : PUBLIC).catch(() => {});
  });
  event.waitUntil(Promise.all(kept));
});

interface Pushed {
  title: string;
  body: string;
  path: string;
  tag: string;
}

self.addEventListener("push", (event) => {
  const { title, body, path, tag } = event.data!.json() as Pushed;
  event.waitUntil(
    self.clients.matchAll({ type: "window" }).then((open) => {
      // No notification if the player is looking at that page.
      if (open.some((client) => client.visibilityState === "visible" && new URL(client.url).pathname === path)) return;
      return self.registration.showNotification(title, { body, tag, data: path, icon: "/icon-192.png" });
    }),
  );
});

self.addEventListener("notificationclick", (event) => {
  const path = event.notification.data as string;
  event.notification.close();
  event.waitUntil(
    self.clients.matchAll({ type: "window" }).then((open) => {
      const there = open.find((client) => new URL(client.url).pathname === path);
      return there ? there.focus() : self.clients.openWindow(path);
    }),
  );
});

export {};
