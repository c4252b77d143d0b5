/** In the session storage while this tab looks for players; the start page checks it without loading the search. */
export const SEARCH_KEY = "hanabi.search";
export const isSearching = (): boolean => {
  try {
    return sessionStorage.getItem(SEARCH_KEY) !== null;
  } catch {
    return false;
  }
};
