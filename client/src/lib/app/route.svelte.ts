/** Maps the address to a screen. */
export type Route =
  | { screen: "landing" }
  | { screen: "table"; id: string }
  | { screen: "replay"; id: string }
  | { screen: "study"; id: string }
  | { screen: "review"; id: string }
  | { screen: "together"; id: string }
  | { screen: "embed"; id: string }
  | { screen: "new" }
  | { screen: "learn" }
  | { screen: "lesson"; id: string }
  | { screen: "rules" }
  | { screen: "settings" }
  | { screen: "account" }
  | { screen: "mail"; id: string }
  | { screen: "open" }
  | { screen: "daily" }
  | { screen: "games" }
  | { screen: "watch" }
  | { screen: "tv" }
  | { screen: "puzzles" }
  | { screen: "puzzle"; id: string }
  | { screen: "missing" };

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
  if (first === "puzzles" && id && !game) return { screen: "puzzle", id };
  const plain = ["new", "learn", "rules", "settings", "account", "open", "daily", "games", "puzzles", "watch", "tv"];
  if (!id && plain.includes(first)) return { screen: first } as Route;
  return { screen: "missing" };
}

const current = $state<{ route: Route; address: string }>({
  route: parseRoute(location.pathname),
  address: location.href,
});

function update(): void {
  current.route = parseRoute(location.pathname);
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
