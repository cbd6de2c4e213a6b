// Finds a platform's answer inside a seller's wrapping. Sellers nest it in any way and change that without notice, so we look for known
// names, from the outside in, and never inside the items of a list.
import { isObject, type Json } from '../parsing/json.ts';

/** The deepest wrapping that was seen has three levels. This also limits the cost of a hostile answer. */
const DEPTH_MAX = 5;
const CONTAINERS_MAX = 500;

/** The nested objects of an answer, the outermost first. */
export function containers(root: unknown): Json[] {
  const found: Json[] = [];
  let level = isObject(root) ? [root] : [];
  for (let depth = 0; depth < DEPTH_MAX && level.length > 0; depth += 1) {
    found.push(...level.slice(0, CONTAINERS_MAX - found.length));
    level = level.flatMap((container) => Object.values(container).filter(isObject)).slice(0, CONTAINERS_MAX);
  }
  return found;
}

/** The outermost value of that name that is neither absent nor null. */
export function outermost(within: readonly Json[], name: string): unknown {
  return within.find((container) => container[name] !== undefined && container[name] !== null)?.[name];
}

/**
 * The outermost list under one of the names, tried in their sequence. A list with entries goes before an empty one: some answers have a
 * list for each kind of result. null when there is no list.
 */
export function listNamed(within: readonly Json[], names: readonly string[]): unknown[] | null {
  const lists = names.flatMap((name) => within.map((container) => container[name]).filter(Array.isArray));
  return lists.find((list) => list.length > 0) ?? lists[0] ?? null;
}
