// Checks the input of a verb: params, query and body against the verb's schemas. Only checked fields are passed on;
// unknown query parameters and body fields are refused.
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/schema'; // Not typebox/compile: it loads 150 more files at every start.
import { type Failure, type FieldError, failure } from '../../domain/failure.ts';
import { fieldErrors } from '../../domain/field-errors.ts';
import { BODY_VALUES_MAX } from '../../domain/limits.ts';
import { unknownParameters } from '../../domain/unknown-parameters.ts';
import type { AnyVerb } from '../../verb/verb.ts';
import type { Query } from './query.ts';
import { closed, type JsonSchema, plainSchema } from './schema.ts';

export interface VerbInput {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: unknown;
}

type ReadInput = (params: Query, query: Query, body: unknown) => VerbInput | Failure;

/** Integers of fifteen digits are exact; longer ones would be rounded silently. */
const INTEGER = /^-?\d{1,15}$/;

/** A text that is not a number stays a text, so that the schema check names the field. */
function fromText(schema: JsonSchema, text: string): unknown {
  if (schema.type === 'integer' || schema.type === 'number') return INTEGER.test(text) ? Number(text) : text;
  if (schema.type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  return text;
}

/** The declared fields only, converted to their types, with defaults for absent ones. */
function pick(schema: JsonSchema, texts: Query): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const text = Object.hasOwn(texts, name) ? texts[name] : undefined;
    if (text !== undefined) values[name] = fromText(property, text);
    else if (property.default !== undefined) values[name] = property.default;
  }
  return values;
}

/**
 * Refuses a text that neither database can store, one with NUL or a lone surrogate, and more values than a check of the schema can take in
 * a moment. Uses its own stack, because a body may be nested deeply.
 */
function unusable(body: unknown): FieldError | null {
  const open: { at: string; value: unknown }[] = [{ at: '', value: body }];
  let values = 1;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { at, value } = next;
    if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed()))
      return { field: at || 'body', message: 'must not contain NUL or lone surrogates' };
    if (typeof value !== 'object' || value === null) continue;
    const names = Object.keys(value);
    values += names.length;
    if (values > BODY_VALUES_MAX)
      return { field: 'body', message: `must not have more than ${BODY_VALUES_MAX} values` };
    for (const name of names)
      open.push({ at: at === '' ? name : `${at}.${name}`, value: (value as Record<string, unknown>)[name] });
  }
  return null;
}

function refused(errors: FieldError[]): Failure {
  const first = errors[0] ?? { field: 'body', message: 'is not usable' };
  return failure('INVALID_REQUEST', `${first.field}: ${first.message}`, { errors });
}

const compileAll = (schemas: JsonSchema[]) => schemas.map((schema) => Compile(schema as TSchema));

/** `others`: query parameters that http/ reads itself. */
export function createInputReader(verb: AnyVerb<never, never>, others: readonly string[] = []): ReadInput {
  // Made with the first request: those of all verbs would take 50 ms of every start.
  let read: ReadInput | null = null;
  return (...input) => {
    read ??= compiledReader(verb, others);
    return read(...input);
  };
}

function compiledReader(verb: AnyVerb<never, never>, others: readonly string[]): ReadInput {
  const schemas = {
    params: plainSchema(verb.params),
    query: plainSchema(verb.query),
    body: closed(plainSchema(verb.body)),
  };
  const known = new Set([...Object.keys(schemas.query.properties ?? {}), ...others]);
  const checks = compileAll([schemas.params, schemas.query, schemas.body]);
  return (params, query, body) => {
    const unknown = verb.takesUnknownQuery ? null : unknownParameters(Object.keys(query), known, []);
    if (unknown !== null) return unknown;
    const input = {
      params: pick(schemas.params, params),
      query: pick(schemas.query, query),
      body: body ?? {},
    };
    const given = [input.params, input.query, input.body];
    const bad = unusable(input.body);
    if (bad !== null) return refused([bad]);
    const wrong = checks.flatMap((check, i) => (check.Check(given[i]) ? [] : check.Errors(given[i])[1]));
    return wrong.length === 0 ? input : refused(fieldErrors(wrong));
  };
}
