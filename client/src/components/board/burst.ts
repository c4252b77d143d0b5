/** A firework in the sky as SVG paths: one ring of sparks per card. */

export interface Ring {
  /** Rays from the center, and the sparks at their ends; one path each per shade. */
  rays: string[];
  sparks: string[];
  /** Inner and outer ends of the rays. */
  from: number;
  to: number;
}

/** A fixed sequence of numbers from 0 to 1: the same firework always looks the same. */
export function sequence(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 16807) % 2147483647) / 2147483647;
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** The rings around the center (0, 0), the outermost at `radius`; the rays of a ring alternate between `shades`. */
export function burstRings(steps: number, radius: number, shades: number, seed: number): Ring[] {
  const random = sequence(seed);
  return Array.from({ length: steps }, (_, index) => {
    const ring = index + 1;
    const count = 14 + ring * 4;
    const to = radius * (0.44 + 0.112 * ring);
    const from = to * (ring === 1 ? 0.4 : 0.74);
    const rays: string[] = Array.from({ length: shades }, () => "");
    const sparks: string[] = Array.from({ length: shades }, () => "");
    for (let ray = 0; ray < count; ray++) {
      const angle = ((ray + (ring % 2) * 0.5) / count) * Math.PI * 2 + (random() - 0.5) * 0.07;
      const end = to * (0.93 + random() * 0.12);
      const fall = (end * end * 0.09) / radius;
      const [x, y] = [round(Math.cos(angle) * end), round(Math.sin(angle) * end + fall)];
      const [x0, y0] = [round(Math.cos(angle) * from), round(Math.sin(angle) * from + fall * 0.4)];
      const shade = (ray + ring) % shades;
      // Each ray leaves the center straight and bends as its spark falls.
      const [bendX, bendY] = [round((x0 + x) / 2), round((y0 + y) / 2 - fall * 0.45)];
      rays[shade] += `M${x0} ${y0}Q${bendX} ${bendY} ${x} ${y}`;
      sparks[shade] += `M${x} ${y}h0`;
    }
    return { rays, sparks, from, to };
  });
}
