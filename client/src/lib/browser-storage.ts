/** What the browser keeps for this site; in a frame of another site, or where that is refused, only while the page is open. */
type Kept = Pick<Storage, "getItem" | "setItem">;

function inMemory(): Kept {
  const values = new Map<string, string>();
  return { getItem: (name) => values.get(name) ?? null, setItem: (name, value) => void values.set(name, value) };
}

function allowed(): Kept {
  try {
    return window.localStorage ?? inMemory();
  } catch {
    return inMemory();
  }
}

let found: Kept | null = null;
export const browserStorage = (): Kept => (found ??= allowed());
