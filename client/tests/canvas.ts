/** jsdom draws nothing: a context that counts what is drawn. */
import { vi } from "vitest";

/** Returns the number of sparks on all canvases so far. */
export function countSparks(): () => number {
  let sparks = 0;
  const gradient = { addColorStop: () => {} };
  const context = new Proxy<Record<string, unknown>>(
    {},
    {
      get: (kept, name: string) => {
        if (name === "arc") return () => (sparks += 1);
        return name in kept ? kept[name] : () => gradient;
      },
    },
  );
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(context as never);
  return () => sparks;
}
