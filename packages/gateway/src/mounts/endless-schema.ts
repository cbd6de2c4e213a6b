// Owns the search for schemas that lead back to themselves without looking any deeper into the value: checking one would
// never end. A tree whose children are trees is fine; a name that only stands for itself is not.

type Json = Record<string, unknown>;

/** Keywords that apply to the same value. */
const SAME_VALUE = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'];
const DEFS = '#/$defs/';

function sameValueRefs(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const node = schema as Json;
  const own = typeof node.$ref === 'string' ? [node.$ref.slice(DEFS.length)] : [];
  return [...own, ...SAME_VALUE.flatMap((word) => [node[word]].flat().flatMap(sameValueRefs))];
}

/** True when a walk along same-value references from any of the named schemas comes back to where it was. */
export function hasEndlessSchema(schemas: ReadonlyMap<string, unknown>): boolean {
  const done = new Set<string>();
  const onTheWay = new Set<string>();
  const isEndless = (name: string): boolean => {
    if (onTheWay.has(name)) return true;
    if (done.has(name)) return false;
    onTheWay.add(name);
    const found = sameValueRefs(schemas.get(name)).some(isEndless);
    onTheWay.delete(name);
    done.add(name);
    return found;
  };
  return [...schemas.keys()].some(isEndless);
}
