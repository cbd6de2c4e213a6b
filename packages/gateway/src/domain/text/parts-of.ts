// Cuts a list where something takes only so many items at a time.

/** A list in parts of at most this size, in order, for what takes only so many at a time. */
export function* partsOf<T>(list: readonly T[], size: number): Generator<T[]> {
  for (let from = 0; from < list.length; from += size) yield list.slice(from, from + size);
}
