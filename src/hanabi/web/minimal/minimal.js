// A plain page to play on until the real client is built: it draws the view it is sent and offers the legal actions.
const main = document.querySelector("#main");
const table = location.pathname.match(/^\/t\/([\w-]+)/)?.[1];

function el(tag, props = {}, ...children) {
  const node = Object.assign(document.createElement(tag), props);
  node.append(...children);
  return node;
}

async function post(path, body) {
  const response = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.code);
  return answer;
}

function landing() {
  const open = async (body) => { location.href = (await post("/api/tables", body)).link; };
  main.replaceChildren(
    el("h1", { textContent: "Hanabi" }),
    el("button", { textContent: "Play now with a bot", onclick: () => open({ name: "You", bots: ["simple"], start: true }) }),
    el("button", { textContent: "Open a table for two", onclick: () => open({ name: "Host" }) }),
    el("button", { textContent: "Open a table for three", onclick: () => open({ name: "Host", options: { seats: 3 } }) }),
  );
}

const log = [];
let socket, state, last = -1, error = "";
const unanswered = new Map();

function send(command) {
  const id = crypto.getRandomValues(new Uint32Array(2)).join("-");
  const text = JSON.stringify({ id, ...command });
  unanswered.set(id, text);
  if (socket.readyState === 1) socket.send(text);
}

async function connect() {
  const secret = location.hash.slice(1);
  if (secret) {
    await post(`/api/tables/${table}/claim`, { token: secret }).catch((refused) => { error = refused.message; });
    history.replaceState(null, "", location.pathname);
  }
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  socket = new WebSocket(`${scheme}://${location.host}/ws/${table}${last < 0 ? "" : `?since=${last}`}`);
  socket.onopen = () => unanswered.forEach((text) => socket.send(text));
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    if (message.type === "state") {
      state = message;
      last = message.n;
      for (const event of message.events) log.push(event);
    } else if (message.type === "ack" || message.type === "error") {
      unanswered.delete(message.id);
      error = message.type === "error" ? message.code : "";
    }
    draw();
  };
  socket.onclose = ({ code }) => {
    if (code >= 4000) { error = `closed: ${code}`; draw(); } else setTimeout(connect, 500);
  };
}

const words = (action) => ({
  play: () => `play card ${action.slot + 1}${action.announce ? ` as ${action.announce}` : ""}`,
  discard: () => `discard card ${action.slot + 1}`,
  clue: () => `tell ${state.table.seats[action.to].name}: ${action.about} (${action.slots.length})`,
  reshuffle: () => `shuffle back ${action.card}`,
  rescue: () => `rescue ${action.card}`,
})[action.type]();

function setup() {
  const { table: about, you } = state;
  const seats = about.seats.map((seat) => el("li", {}, `${seat.name ?? "free"} `,
    ...(you.host && seat.seat !== you.seat ? [
      el("button", { textContent: seat.kind === "bot" ? "no bot" : "bot", onclick: () => send({ type: "bot", seat: seat.seat, bot: seat.kind === "bot" ? null : "simple" }) }),
    ] : [])));
  return [
    el("p", { textContent: `Send this link to the others: ${location.origin}/t/${about.id}` }),
    el("ul", {}, ...seats),
    ...(you.seat === null ? [el("button", { textContent: "Sit down", onclick: () => send({ type: "sit", name: `Player ${Math.floor(Math.random() * 90) + 10}` }) })] : []),
    ...(you.host ? [el("button", { textContent: "Start", onclick: () => send({ type: "start" }) })] : []),
  ];
}

function possible(card, view) {
  return view.suits.map((suit, at) => [suit, card.possible[at]]).filter(([, ranks]) => ranks)
    .map(([suit, ranks]) => suit[0] + [1, 2, 3, 4, 5].filter((rank) => ranks >> (rank - 1) & 1).join("")).join(" ");
}

function game() {
  const { view, you, table: about } = state;
  const hands = view.hands.map((hand) => el("section", { className: view.player === hand.seat ? "turn" : "" },
    el("strong", { textContent: `${about.seats[hand.seat].name}${hand.seat === you.seat ? " (you)" : ""}` }),
    el("div", { className: "hand" }, ...hand.order.map((slot) => hand.cards[slot]).map((card) =>
      el("div", { className: "card" }, card.card ?? "??", el("small", { textContent: card.clued.join(" ") || "–" }),
        ...(hand.seat === you.seat ? [el("small", { textContent: possible(card, view) })] : []))))));
  const move = (action) => {
    const { slots, card, ...choice } = action;
    send({ type: "move", actions: view.actions, action: choice });
  };
  return [
    el("p", { textContent: `Clues ${view.clue_tokens}/${view.clue_tokens_max} · strikes ${view.strikes}/${view.strikes_max} · deck ${view.deck} · score ${view.score}/${view.max_score}` }),
    el("p", { textContent: "Fireworks: " + view.suits.map((suit) => `${suit} ${view.fireworks[suit].top ?? "–"}`).join(", ") }),
    el("p", { textContent: "Discarded: " + (view.discards.map(({ card }) => card).join(" ") || "–") }),
    ...hands,
    el("p", { textContent: view.over ? `${view.over.outcome}: ${view.over.score} points` : view.player === you.seat ? "Your turn" : `${about.seats[view.player].name} is to act` }),
    el("div", {}, ...view.legal.map((action) => el("button", { textContent: words(action), onclick: () => move(action) }))),
    ...(view.over && you.seat !== null ? [el("button", { textContent: "Rematch", onclick: () => send({ type: "rematch" }) })] : []),
    ...(about.rematch ? [el("a", { href: `/t/${about.rematch}`, textContent: "Go to the rematch" })] : []),
  ];
}

function draw() {
  if (!state) return;
  main.replaceChildren(
    el("h1", { textContent: "Hanabi" }),
    el("p", { className: "error", textContent: error }),
    ...(state.view ? game() : setup()),
    el("ol", {}, ...log.map(({ n, at, ...event }) => el("li", { textContent: Object.values(event).join(" ") }))),
  );
}

if (table) connect(); else landing();
