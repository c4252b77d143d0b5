/** Maps the address to a screen. */
/** The screens at an address of one word. */
const PAGES = [
  "new",
  "learn",
  "rules",
  "settings",
  "account",
  "open",
  "play",
  "events",
  "clubs",
  "daily",
  "games",
  "puzzles",
  "watch",
  "tv",
] as const;
export type PageScreen = (typeof PAGES)[number];
/** The screens of one table, game, lesson or message. */
export type ItemScreen =
  | "table"
  | "replay"
  | "study"
  | "review"
  | "together"
  | "embed"
  | "lesson"
  | "mail"
  | "deal"
  | "player"
  | "event"
  | "club";
export type Route = { screen: "landing" | "missing" | PageScreen } | { screen: ItemScreen; id: string };

export function parseRoute(path: string): Route {
  const [first, id, game, room] = path.split("/").filter(Boolean).map(decodeURIComponent);
  if (!first) return { screen: "landing" };
  if (first === "t" && id) return { screen: "table", id };
  if (first === "r" && id) return { screen: "replay", id };
  if (first === "learn" && id) return { screen: "lesson", id };
  if (first === "study" && id) return { screen: "study", id };
  if (first === "embed" && game && (id === "r" || id === "study")) return { screen: "embed", id: `${id}/${game}` };
  if (first === "review" && id) return { screen: "review", id: [id, game].filter(Boolean).join("/") };
  if (first === "mail" && game && (id === "confirm" || id === "stop")) return { screen: "mail", id: `${id}/${game}` };
  if (first === "together" && room && (id === "table" || id === "study"))
    return { screen: "together", id: `${id}/${game}/${room}` };
  if (first === "p" && id && !game) return { screen: "player", id };
  if (first === "e" && id && !game) return { screen: "event", id };
  if (first === "c" && id && !game) return { screen: "club", id };
  if (first === "deal" && id && !game) return { screen: "deal", id };
  // One screen for all puzzles: it reads the rest of the address itself.
  if (first === "puzzles") return { screen: "puzzles" };
  const page = PAGES.find((name) => name === first);
  if (page && !id) return { screen: page };
  return { screen: "missing" };
}

const current = $state<{ route: Route; address: string }>({
  route: parseRoute(location.pathname),
  address: location.href,
});

function update(): void {
  const route = parseRoute(location.pathname);
  // The screen stays if only the rest of the address changes.
  if (JSON.stringify(route) !== JSON.stringify(current.route)) current.route = route;
  current.address = location.href;
}

export const route = (): Route => current.route;
/** The whole address, read reactively. */
export const address = (): URL => new URL(current.address);

export function go(path: string, how: "push" | "replace" = "push"): void {
  if (how === "push") history.pushState(null, "", path);
  else history.replaceState(null, "", path);
  update();
}

addEventListener("popstate", update);
addEventListener("hashchange", update);
window.addEventListener("click", (event) => {
  const link = (event.target as Element).closest?.("a");
  const plain = !event.defaultPrevented && event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey);
  if (!link || !plain || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (link.pathname.startsWith("/api/") || (link.hash && link.pathname === location.pathname)) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
  scrollTo(0, 0);
});
