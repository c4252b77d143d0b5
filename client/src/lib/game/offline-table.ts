/** A table that is not live: of a record or an exercise. */
import type { Table } from "../net/protocol";

export function offlineTable(players: string[], rules: Table["rules"]): Table {
  return {
    id: "",
    phase: "over",
    options: {
      title: "",
      public: false,
      seats: players.length,
      rules: {},
      first: 0,
      communication: "silent",
      clock: { kind: "none", seconds: 60, increment: 0 },
      take_backs: false,
      spectators: "open",
      spectator_delay: 0,
      spectator_chat: "none",
      aids: "expert",
      seed: null,
    },
    rules,
    by_the_book: true,
    printed_apart: false,
    offered_by: [],
    seats: players.map((name, seat) => ({
      seat,
      kind: "human",
      name,
      bot: null,
      host: false,
      away: false,
      online: true,
    })),
    first: 0,
    take_back: null,
    takeover: null,
    ending: null,
    clock: { since: null, left: null },
    deal: { kind: "given", commitment: null, nonces: null, proof: null },
    notes: null,
    rematch: null,
    daily: null,
    contest: null,
    casual: false,
  };
}
