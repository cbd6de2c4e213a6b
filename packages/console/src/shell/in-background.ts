/**
 * Marks work of a page that no code waits for: a query that is asked anew shows its own failure where its answer would stand. What still
 * fails is a bug, and stands in the browser's console.
 */
export function inBackground(work: Promise<unknown>): void {
  work.catch((bug: unknown) => reportError(bug));
}
