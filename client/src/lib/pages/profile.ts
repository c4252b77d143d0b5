/** Profiles of players, friends by a link, and the search over one's own games. */
import type { FoundGames, OwnProfile, Profile } from "../net/api-types";
import { request } from "../net/api";
import { ownName } from "../game/names";

/** The id in the address of the visitor's own profile. */
const OWN = "me";
export const loadProfile = (profile: string, friend: string): Promise<Profile> =>
  profile === OWN ? request("GET /api/me/profile") : request("GET /api/profiles/{profile}", { profile, friend });
export const changeProfile = (change: { public?: boolean; new_link?: boolean }): Promise<OwnProfile> =>
  request("POST /api/account/profile", { body: { name: ownName(), ...change } });
export const becomeFriends = (profile: string, friend: string): Promise<void> =>
  request("POST /api/profiles/{profile}/friends", { profile, body: { friend, name: ownName() } });
/** The public profile of each seat at a table, by seat. */
export const profilesAt = (table: string): Promise<Map<number, string>> =>
  request("GET /api/tables/{table}/profiles", { table }).then(
    ({ profiles }) => new Map(profiles.map(({ seat, profile }) => [seat, profile])),
    () => new Map<number, string>(),
  );

export interface GameQuery {
  text: string;
  edition: string;
  score: string;
  mistake: "" | "strikes" | "discarded" | "misplayed" | "time" | "none";
}
export const searchGames = ({ text, edition, score, mistake }: GameQuery): Promise<FoundGames> =>
  request("GET /api/me/games/search", {
    text,
    edition: edition || undefined,
    score: score === "" ? undefined : Number(score),
    mistake: mistake || undefined,
  });
export const tagGame = (table: string, tags: string[]): Promise<void> =>
  request("PUT /api/me/games/{table}/tags", { table, body: { tags } });
