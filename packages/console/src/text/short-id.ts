// The short form of an id.

/** Longer ids are shortened to their ends, by which people recognize them. */
const SHOWN_MAX = 20;
const HEAD = 10;
const TAIL = 6;

export function shortId(id: string): string {
  return id.length <= SHOWN_MAX ? id : `${id.slice(0, HEAD)}…${id.slice(-TAIL)}`;
}
