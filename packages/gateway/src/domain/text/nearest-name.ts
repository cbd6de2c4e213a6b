// Suggests the known name that was probably meant by an unknown one. The work is bounded for any input.

/** Longer than any known name. Comparing two names takes time in the product of their lengths. */
const COMPARED_CHARS_MAX = 60;
/** Two edits cover usual typing errors; with more, the names are just different. */
const DISTANCE_MAX = 2;

/** The known name within that distance; null when there is none. */
export function nearestName(given: string, names: readonly string[]): string | null {
  const wanted = plain(given);
  let best: { name: string; distance: number } | null = null;
  for (const name of names) {
    const known = plain(name);
    const allowed = Math.min(DISTANCE_MAX, Math.floor(name.length / 2));
    if (Math.abs(known.length - wanted.length) > allowed) continue;
    const distance = editDistance(wanted, known);
    if (distance <= allowed && (best === null || distance < best.distance)) best = { name, distance };
  }
  return best?.name ?? null;
}

/** `baseUrl` and `base-url` both match `base_url`. */
function plain(name: string): string {
  return name.slice(0, COMPARED_CHARS_MAX).toLowerCase().replace(/[-_]/g, '');
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swap, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[b.length]!;
}
