/** The browser's local storage; in memory if it is refused, for instance in another site's frame. */
type KeyValueStore = Pick<Storage, "getItem" | "setItem">;

function inMemory(): KeyValueStore {
  const values = new Map<string, string>();
  return { getItem: (name) => values.get(name) ?? null, setItem: (name, value) => void values.set(name, value) };
}

function localOrMemory(): KeyValueStore {
  try {
    return window.localStorage ?? inMemory();
  } catch {
    return inMemory();
  }
}

let storage: KeyValueStore | null = null;
export const browserStorage = (): KeyValueStore => (storage ??= localOrMemory());
