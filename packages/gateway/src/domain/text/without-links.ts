// A record as it is delivered after its links have lapsed. Which fields are links follows from the record schemas.
import type { TSchema } from 'typebox';
import { AuthorProfile, PictureLink, PictureLinkOrNull } from '../author.ts';
import { Comment } from '../comment.ts';
import { Playlist } from '../playlist.ts';
import { Transcript } from '../transcript/record.ts';
import { Video } from '../video.ts';

/** The record of every kind that is sold. */
export const RECORD_SCHEMAS = [Video, AuthorProfile, Comment, Playlist, Transcript] as const;

/** `null`: the field becomes null. `empty`: a list whose elements need a link becomes empty, so that the record still has its schema. */
type LinkFields = { readonly [field: string]: 'null' | 'empty' | LinkFields };

/** The keywords of a schema that lead to its fields. */
interface Fields {
  properties?: Readonly<Record<string, TSchema>>;
  items?: Fields;
}

function ruleOf(schema: TSchema): LinkFields[string] | null {
  if (schema === PictureLinkOrNull) return 'null';
  const { items } = schema as Fields;
  if (Object.values(items?.properties ?? {}).includes(PictureLink)) return 'empty';
  const fields = linkFieldsOf(schema);
  return Object.keys(fields).length === 0 ? null : fields;
}

export function linkFieldsOf(record: TSchema): LinkFields {
  const { properties = {} } = record as Fields;
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, schema]) => {
      const rule = ruleOf(schema);
      return rule === null ? [] : [[name, rule]];
    }),
  );
}

/**
 * One table serves all kinds: a field of the same name has the same rule in each, which the tests check. So a record with chosen fields only,
 * which does not say its kind, is served too.
 */
const LINK_FIELDS: LinkFields = Object.assign({}, ...RECORD_SCHEMAS.map(linkFieldsOf));

/** The platform's own record, with `include=raw`. Nothing is known of its fields, so every web address in it is taken for a link. */
const RAW = 'raw';
const WEB_ADDRESS = /^https?:\/\//i;

type JsonObject = Record<string, unknown>;

/** `line`: one record as it was sold, as JSON. Returns the same record with every link to a picture or to media null. */
export function withoutLinks(line: string): string {
  const record = parseRecord(line);
  clear(record, LINK_FIELDS);
  if (RAW in record) record[RAW] = withoutAddresses(record[RAW]);
  return JSON.stringify(record);
}

/** One record as it was sold. The platform's own record in it keeps all digits of its numbers, also when it is written as JSON again. */
export function parseRecord(line: string): JsonObject {
  return (line.includes(`"${RAW}":`) ? JSON.parse(line, keepDigits) : JSON.parse(line)) as JsonObject;
}

function clear(record: JsonObject, fields: LinkFields): void {
  for (const name of Object.keys(fields)) {
    const rule = fields[name]!;
    const value = record[name];
    if (value === undefined || value === null) continue;
    if (rule === 'null') record[name] = null;
    else if (rule === 'empty') record[name] = [];
    else clear(value as JsonObject, rule);
  }
}

/** Platforms write ids as numbers of 19 digits, which a double would round. */
function keepDigits(_name: string, value: unknown, { source }: { source?: string } = {}): unknown {
  if (typeof value !== 'number' || source === undefined || String(value) === source) return value;
  return (JSON as unknown as { rawJSON(text: string): object }).rawJSON(source);
}

function isRawNumber(value: object): boolean {
  return (JSON as unknown as { isRawJSON(value: unknown): boolean }).isRawJSON(value);
}

function withoutAddresses(value: unknown): unknown {
  if (typeof value === 'string') return WEB_ADDRESS.test(value) ? null : value;
  if (typeof value !== 'object' || value === null || isRawNumber(value)) return value;
  if (Array.isArray(value)) return value.map(withoutAddresses);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withoutAddresses(one)]));
}
