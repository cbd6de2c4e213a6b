// Converts the text of a parameter to the type of its schema. The value is only used for the check: the caller's own
// text is sent upstream.
import { isJson, type Json } from './document.ts';

/** Limits the depth, because schemas may refer to each other in a cycle. */
const DEPTH_MAX = 8;
const INTEGER = /^-?(?:0|[1-9]\d{0,30})$/;
const NUMBER = /^-?(?:0|[1-9]\d{0,30})(?:\.\d{1,30})?(?:[eE][+-]?\d{1,3})?$/;

function resolved(schema: unknown, defs: Json): Json {
  let at = schema;
  for (let i = 0; i < DEPTH_MAX && isJson(at) && typeof at.$ref === 'string'; i++) {
    at = defs[at.$ref.slice('#/$defs/'.length)];
  }
  return isJson(at) ? at : {};
}

function branches(schema: Json): unknown[] {
  return [schema.allOf, schema.anyOf, schema.oneOf].flatMap((list) => (Array.isArray(list) ? list : []));
}

/** Every type that a value may have; empty when the schema does not say. */
export function typesOf(schema: unknown, defs: Json, depth = 0): Set<string> {
  const own = resolved(schema, defs);
  const types = new Set([own.type].flat().filter((type): type is string => typeof type === 'string'));
  const values = Array.isArray(own.enum) ? own.enum : own.const === undefined ? [] : [own.const];
  if (types.size === 0) for (const value of values) types.add(value === null ? 'null' : typeof value);
  if (depth < DEPTH_MAX) {
    for (const branch of branches(own)) for (const type of typesOf(branch, defs, depth + 1)) types.add(type);
  }
  return types;
}

/** The schema of a list's items, also inside `nullable`. */
export function itemsOf(schema: unknown, defs: Json, depth = 0): unknown {
  const own = resolved(schema, defs);
  if (own.items !== undefined || depth >= DEPTH_MAX) return own.items ?? {};
  const list = branches(own).find((branch) => typesOf(branch, defs).has('array'));
  return list === undefined ? {} : itemsOf(list, defs, depth + 1);
}

/** A text that is not a number stays a text, so that the check names the field. */
export function fromText(text: string, types: ReadonlySet<string>): unknown {
  if (types.size === 0 || types.has('string')) return text;
  if (types.has('number') && NUMBER.test(text)) return Number(text);
  if (types.has('integer') && INTEGER.test(text)) return Number(text);
  if (types.has('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}
