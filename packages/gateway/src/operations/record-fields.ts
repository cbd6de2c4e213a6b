// The parameter `fields`: records with only the fields that the caller names. Every operation has it in group u1. The names are those of
// the operation's record schema, so an operation says nothing about them. No operation reads it: it is applied to an answer that is written,
// so that callers with other fields share the cached one.
import type { TSchema } from 'typebox';
import type { AnswerText } from '../domain/answer.ts';
import { type Failure, invalid } from '../domain/failure.ts';
import { Type } from '../domain/schema.ts';
import { nearestName } from '../domain/text/nearest-name.ts';
import { FIELDS_PARAMETER } from '../domain/unknown-parameters.ts';
import type { Operation } from './operation.ts';
import { Receipt } from './receipt.ts';

/** What names a record always comes, so that a caller can ask on about it. A record about a video has no id of its own. */
const nameOf = (names: readonly string[]): readonly string[] => [
  'platform',
  names.includes('id') ? 'id' : 'video_id',
];
/** Only with `include=raw`, which cannot be combined with `fields`. */
const RAW = 'raw';

interface AnswerProperties {
  items?: { items: { properties: object } };
  item?: { properties: object };
}

const namesByOperation = new WeakMap<Operation, readonly string[]>();

/** The names that `fields` accepts, in the sequence of the record's schema. */
export function fieldNamesOf(operation: Operation): readonly string[] {
  const known = namesByOperation.get(operation);
  if (known !== undefined) return known;
  const { properties } = operation.answers.u1 as unknown as { properties: AnswerProperties };
  const record = properties.items?.items ?? properties.item;
  if (record === undefined) throw new Error(`the answer of ${operation.name} has neither items nor an item`);
  const names = Object.keys(record.properties).filter((name) => name !== RAW);
  namesByOperation.set(operation, names);
  return names;
}

/** The first of these that a record has, up to two, are the example. */
const EXAMPLE_NAMES = ['id', 'video_id', 'title', 'name', 'text'];

function fieldsParameter(operation: Operation) {
  const names = [...fieldNamesOf(operation)];
  return Type.Optional(
    Type.Array(Type.Enum(names, { type: 'string' }), {
      explode: false,
      description:
        'Only these fields of each record, by name, separated by commas; only in group u1, and not together with `include`. `platform` and `id` always come; a transcript has `video_id` for it. The price is the same.',
      examples: [EXAMPLE_NAMES.filter((name) => names.includes(name)).slice(0, 2)],
    }),
  );
}

/** The operation as callers of group u1 see it: with this parameter beside its own. */
export function withFieldsParameter<Any extends Operation>(operation: Any): Any {
  const { query } = operation;
  const properties = { ...query.properties, [FIELDS_PARAMETER]: fieldsParameter(operation) };
  return { ...operation, query: { ...query, properties } };
}

/**
 * In the sequence of the schema and each once, so that equal choices have equal request ids. `id` is accepted for every record, so that
 * one list of names serves several routes: a record without an id of its own is named by `video_id`.
 */
export function readFields(operation: Operation, text: string): readonly string[] | Failure {
  const names = fieldNamesOf(operation);
  const wanted = new Set(text.split(',').map((name) => name.trim()));
  for (const name of wanted)
    if (name !== 'id' && !names.includes(name)) return invalid(FIELDS_PARAMETER, unknownField(name, names));
  const always = nameOf(names);
  return names.filter((name) => wanted.has(name) || always.includes(name));
}

/** The message repeats a name as far as any name of a field goes. */
const SHOWN_CHARS_MAX = 64;

function unknownField(name: string, names: readonly string[]): string {
  const meant = nearestName(name, names);
  const list = `must be names of fields with commas between: ${names.join(', ')}`;
  if (name === '') return list;
  const shown = JSON.stringify(name.slice(0, SHOWN_CHARS_MAX).toWellFormed());
  return meant === null
    ? `${shown} is no field of this record; ${list}`
    : `${shown} is no field of this record; did you mean "${meant}"?`;
}

/** The second piece of an answer holds its results and the fields that follow them; see `writeAnswer`. */
export function withFields(
  { kind, head: [lead = '', results = '', ...rest], tail }: AnswerText,
  fields: readonly string[],
): AnswerText {
  const text =
    typeof results === 'string'
      ? results
      : Buffer.from(results.buffer, results.byteOffset, results.byteLength).toString();
  const { found, ...after } = JSON.parse(`{"found":${text}}`) as { found: object | object[] };
  const wanted = new Set(fields);
  const picked = Array.isArray(found) ? found.map((one) => pick(one, wanted)) : pick(found, wanted);
  const following = JSON.stringify({ ...after, fields }).slice(1, -1);
  return { kind, head: [lead, Buffer.from(`${JSON.stringify(picked)},${following}`), ...rest], tail };
}

export function pick(record: object, wanted: ReadonlySet<string>): object {
  return Object.fromEntries(Object.entries(record).filter(([name]) => wanted.has(name)));
}

const ChosenRecord = Type.Object(
  { platform: Type.String(), id: Type.Optional(Type.String()), video_id: Type.Optional(Type.String()) },
  { additionalProperties: true, description: 'The fields of the record that were asked for.' },
) as TSchema;

/** The answer to a call with `fields`. Its other fields are those of the operation's own answer. */
export const ChosenFields = Type.Object(
  {
    request_id: Type.String(),
    platform: Type.String(),
    items: Type.Optional(Type.Array(ChosenRecord)),
    item: Type.Optional(ChosenRecord),
    fields: Type.Array(Type.String(), {
      description: 'The fields that each record has, if it has them at all.',
    }),
    receipt: Receipt,
  },
  {
    $id: 'ChosenFields',
    description:
      'The answer to a call with `fields` (group u1): that of the call without it, with records that have only these fields.',
  },
);
