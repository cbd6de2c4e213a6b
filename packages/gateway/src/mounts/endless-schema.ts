// Finds schemas that refer back to themselves on the same value: checking one would never end. A tree whose children
// are trees is allowed, because each step checks a smaller value.

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

/** True when following same-value references from any of the named schemas leads back to a schema on the way. */
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
