// Checks one call against the document: the caller's input becomes exactly what is sent upstream, or a refusal that
// names the fields. Unknown query parameters are refused and never reach the upstream.
import { hash } from 'node:crypto';
import { type Failure, type FieldError, failure, invalid, isFailure } from '../domain/failure.ts';
import { schemaWords } from '../domain/schema-words.ts';
import { PRICE_PARAMETERS, unknownParameters } from '../domain/unknown-parameters.ts';
import { isJson, type Json } from './document.ts';
import type { MountedRoute } from './mount.ts';
import type { MountedOperation, Parameter } from './operation.ts';
import { isLiteral, readSegment } from './path-template.ts';
import { type ReadBody, readBody } from './read-body.ts';

// Converts the text of a parameter to the type of its schema. The value is only used for the check: the caller's own
// text is sent upstream.

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
function typesOf(schema: unknown, defs: Json, depth = 0): Set<string> {
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
function itemsOf(schema: unknown, defs: Json, depth = 0): unknown {
  const own = resolved(schema, defs);
  if (own.items !== undefined || depth >= DEPTH_MAX) return own.items ?? {};
  const list = branches(own).find((branch) => typesOf(branch, defs).has('array'));
  return list === undefined ? {} : itemsOf(list, defs, depth + 1);
}

/** A text that is not a number stays a text, so that the check names the field. */
function fromText(text: string, types: ReadonlySet<string>): unknown {
  if (types.size === 0 || types.has('string')) return text;
  if (types.has('number') && NUMBER.test(text)) return Number(text);
  if (types.has('integer') && INTEGER.test(text)) return Number(text);
  if (types.has('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

export interface RawInput {
  /** Segments after the mount's name, as they were sent. */
  segments: readonly string[];
  /** Decoded, in the order in which they were sent. */
  query: readonly (readonly [string, string])[];
  /** null when there is no body. */
  body: string | null;
}

export interface MountInput {
  path: Readonly<Record<string, string>>;
  /** In the order of the document; a list has several entries, or one with commas. */
  query: readonly (readonly [name: string, values: readonly string[]])[];
  body: string | null;
  /** Calls with the same text ask the same question. */
  canonical: string;
}

const ERRORS_MAX = 20;
const NAME_CHARS_MAX = 64;
/** Values per list; the limit on header bytes bounds the rest. */
const LIST_ITEMS_MAX = 1_000;

export function readInput({ of, mount, method, path }: MountedRoute, raw: RawInput): MountInput | Failure {
  const segments = readSegments(of, raw.segments);
  if (isFailure(segments)) return segments;
  const query = readQuery(of, raw.query);
  if (isFailure(query)) return query;
  const body = raw.body === null ? null : readBody(raw.body);
  if (isFailure(body)) return body;
  if (body !== null && of.body === null) return invalid('body', 'is not accepted by this operation');
  const { check, defs, patternWork } = mount.input(of);
  const value = {
    path: valuesOf(of, 'path', (name) => [segments[name]!], defs),
    query: valuesOf(of, 'query', (name) => query.get(name) ?? null, defs),
    ...(body !== null && { body: body.value }),
  };
  patternWork.begin();
  const isGood = check.Check(value);
  if (patternWork.isSpent) return tooMuchForPatterns;
  // The check runs a second time to find the names of the fields.
  patternWork.begin();
  if (!isGood) return refused(check.Errors(value)[1]);
  const canonical = canonicalOf(`${method} ${path}`, segments, query, body);
  return { path: segments, query: [...query], body: body?.text ?? null, canonical };
}

const tooMuchForPatterns = failure(
  'INVALID_REQUEST',
  'The texts of this call are too long to be checked against the patterns of this route. Send less at once.',
);

function readSegments(of: MountedOperation, raw: readonly string[]): Record<string, string> | Failure {
  const values: [string, string][] = [];
  for (const [i, segment] of of.template.segments.entries()) {
    if (isLiteral(segment)) continue;
    const text = readSegment(raw[i]!, segment.param);
    if (isFailure(text)) return text;
    values.push([segment.param, text]);
  }
  return Object.fromEntries(values);
}

/** Values by name, in the order of the document. */
function readQuery(of: MountedOperation, given: RawInput['query']): Map<string, string[]> | Failure {
  const known = of.parameters.filter(({ place }) => place === 'query');
  const names = given.map(([name]) => name);
  const unknown = unknownParameters(names, new Set(known.map(({ name }) => name)), PRICE_PARAMETERS);
  if (unknown !== null) return unknown;
  const byName = new Map<string, string[]>();
  for (const [name, text] of given)
    byName.set(name, [...(byName.get(name) ?? []), text].slice(0, LIST_ITEMS_MAX + 1));
  const query = new Map<string, string[]>();
  for (const { name, list } of known) {
    const texts = byName.get(name);
    if (texts === undefined) continue;
    if (texts.length > 1 && list !== 'repeated') return invalid(shown(name), 'is given more than once');
    const values = list === 'commas' ? texts[0]!.split(',') : texts;
    if (values.length > LIST_ITEMS_MAX) return invalid(shown(name), `has more than ${LIST_ITEMS_MAX} values`);
    query.set(name, values);
  }
  return query;
}

function valuesOf(
  of: MountedOperation,
  place: Parameter['place'],
  texts: (name: string) => string[] | null,
  defs: object,
) {
  const given = of.parameters.filter((parameter) => parameter.place === place);
  return Object.fromEntries(
    given.flatMap((parameter) => {
      const own = texts(parameter.name);
      return own === null ? [] : [[parameter.name, toValue(parameter, own, defs as Record<string, unknown>)]];
    }),
  );
}

function toValue(
  { list, schema }: Parameter,
  texts: readonly string[],
  defs: Record<string, unknown>,
): unknown {
  if (list === 'no') return fromText(texts[0]!, typesOf(schema.schema, defs));
  const types = typesOf(itemsOf(schema.schema, defs), defs);
  return texts.map((text) => fromText(text, types));
}

/** A body can be long, so its digest is used. */
function canonicalOf(
  address: string,
  path: Record<string, string>,
  query: ReadonlyMap<string, string[]>,
  body: ReadBody | null,
): string {
  const digest = body === null ? null : hash('sha256', body.canonical, 'base64url');
  return `${address}\n${JSON.stringify([path, [...query], digest])}`;
}

interface SchemaError {
  keyword: string;
  instancePath: string;
  message: string;
  params: unknown;
}

function shown(name: string): string {
  return name.slice(0, NAME_CHARS_MAX).toWellFormed();
}

/** `/query/keyword` is the field `keyword`, `/body/a/0` is `body.a.0`. */
function fieldOf(pointer: string, property?: string): string {
  const parts = pointer.split('/').slice(1);
  const names = parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (property !== undefined) names.push(property);
  const from = names[0] === 'body' ? 0 : 1;
  return names.length > 1 ? names.slice(from).map(shown).join('.') : (names[0] ?? 'body');
}

function explain({ keyword, instancePath, message, params }: SchemaError): FieldError[] {
  if (keyword === 'required') {
    const missing = (params as { requiredProperties: string[] }).requiredProperties;
    return missing.map((name) => ({ field: fieldOf(instancePath, name), message: 'is required' }));
  }
  if (keyword === 'enum') {
    const values = (params as { allowedValues: unknown[] }).allowedValues.slice(0, ERRORS_MAX);
    const list = values.map((value) => JSON.stringify(value)).join(', ');
    return [{ field: fieldOf(instancePath), message: `must be one of ${list}` }];
  }
  return [{ field: fieldOf(instancePath), message: schemaWords({ keyword, message, params }) }];
}

/** One message per field: of several, the last one is about the field as a whole. */
function refused(errors: readonly SchemaError[]): Failure {
  const byField = new Map<string, FieldError>();
  for (const error of errors.flatMap(explain)) byField.set(error.field, error);
  const listed = [...byField.values()].slice(0, ERRORS_MAX);
  const first = listed[0] ?? { field: 'body', message: 'is not usable' };
  return failure('INVALID_REQUEST', `${first.field}: ${first.message}`, { errors: listed });
}
