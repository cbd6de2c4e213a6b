// Owns the form in which a route is documented: data from which both the OpenAPI document and the reference page are
// made. A verb documents itself; only routes that are not verbs are described by hand.
import { FAILURES, type FailureCode } from '../domain/failure.ts';
import { Type } from '../domain/schema.ts';
import type { Operation, PlaygroundEntry, RecordKind } from '../operations/operation.ts';
import { priceParameters } from '../operations/price-parameters.ts';
import type { AnyVerb } from '../verb/verb.ts';
import { closed, type JsonSchema, plainSchema } from './schema.ts';
import { STATUS } from './status.ts';

export type Access = 'key' | 'admin' | 'none';

export interface DocumentedAnswer {
  status: number;
  description: string;
  /** By media type. */
  content: Record<string, JsonSchema>;
  /** Names of `components.headers`. */
  headers: string[];
}

/** The extension `x-operation`: the same on all actions of one operation. */
export interface DocumentedOperation extends Pick<Operation, 'name' | 'shape' | 'method' | 'sample'> {
  record: RecordKind;
  about: PlaygroundEntry['about'];
  labels: PlaygroundEntry['labels'];
}

export interface DocumentedRoute {
  method: string;
  path: string;
  operationId: string;
  summary: string;
  description: string;
  tag: string;
  access: Access;
  params: JsonSchema;
  query: JsonSchema;
  /** null for routes that take no body. */
  body: JsonSchema | null;
  /** When the schema of the body does not show it. */
  isBodyRequired?: boolean;
  answer: DocumentedAnswer;
  /** Takes what callers say about prices. */
  isBilled?: true;
  /** Of a data route: what the makers of clients and pages need to know of its operation. */
  operation?: DocumentedOperation;
  codes: FailureCode[];
}

const PRICE_FIELDS = plainSchema(Type.Object(priceParameters)).properties;

/** A parameter of the route's own stays what it is. */
export function withPriceParameters(query: JsonSchema): JsonSchema {
  const own = query.properties;
  // Behind its own, which win where a mounted operation has one of the same name.
  return { ...query, properties: { ...own, ...PRICE_FIELDS, ...own } };
}

export const NO_FIELDS: JsonSchema = { type: 'object', properties: {} };

const hasFields = (schema: JsonSchema) => Object.keys(schema.properties ?? {}).length > 0;

/** The answer's own schema with the field that http/ puts first. */
function withRequestId(schema: JsonSchema): JsonSchema {
  const branches = schema.anyOf;
  if (branches !== undefined) return { ...schema, anyOf: branches.map(withRequestId) };
  const { $id: _inlined, ...rest } = schema;
  return {
    ...rest,
    required: ['request_id', ...(schema.required ?? [])],
    properties: { request_id: { type: 'string', description: 'Id of this request.' }, ...schema.properties },
  };
}

/** What can go wrong, by the shape of the route; in the order of the failure table. */
export function codesOf(route: {
  access: Access;
  hasInput: boolean;
  hasBody: boolean;
  more: readonly FailureCode[];
}): FailureCode[] {
  const codes = new Set<FailureCode>(['INVALID_REQUEST_ID', 'INTERNAL', ...route.more]);
  if (route.hasInput) codes.add('INVALID_REQUEST');
  if (route.access !== 'none') codes.add('UNAUTHORIZED').add('FORBIDDEN');
  if (route.hasBody) codes.add('BODY_TOO_LARGE').add('UNSUPPORTED_MEDIA_TYPE');
  return (Object.keys(FAILURES) as FailureCode[])
    .filter((code) => codes.has(code))
    .sort((a, b) => STATUS[a] - STATUS[b]);
}

export interface VerbNotes {
  access: Access;
  /** Put before the verb's own heading. */
  tagPrefix?: string;
  description?: string;
  more?: readonly FailureCode[];
  /** Further query fields and media types that http/ itself adds to the route. */
  query?: Record<string, JsonSchema>;
  content?: Record<string, JsonSchema>;
}

/** Every verb reads storage, and one that names a thing, in its path or as a filter, may not find it. */
function verbCodes(verb: AnyVerb<never, never>, notes: VerbNotes, named: boolean): FailureCode[] {
  const codes: FailureCode[] = ['STORAGE_UNAVAILABLE', 'OVERLOADED', ...(notes.more ?? [])];
  if (named || (verb.method !== 'GET' && notes.access === 'admin')) codes.push('NOT_FOUND');
  if (verb.method !== 'GET' && notes.access === 'admin') codes.push('CONFLICT');
  return codes;
}

// biome-ignore lint/suspicious/noExplicitAny: only the data of a verb is read here, never its dependencies.
export function documentVerb(verb: AnyVerb<any, any>, notes: VerbNotes): DocumentedRoute {
  const params = plainSchema(verb.params);
  const own = plainSchema(verb.query);
  const query = { ...own, properties: { ...own.properties, ...notes.query } };
  const body = closed(plainSchema(verb.body));
  const hasBody = verb.method !== 'GET' && hasFields(body);
  return {
    method: verb.method,
    path: verb.path,
    operationId: verb.name,
    summary: verb.summary,
    description: notes.description ?? '',
    tag: `${notes.tagPrefix ?? ''}${verb.tag}`,
    access: notes.access,
    params,
    query,
    body: hasBody ? body : null,
    answer: {
      status: verb.creates === true ? 201 : 200,
      description: verb.creates === true ? 'Made.' : 'Done.',
      content: { 'application/json': withRequestId(plainSchema(verb.result)), ...notes.content },
      headers: ['RequestId'],
    },
    codes: codesOf({
      access: notes.access,
      // Also where nothing is read: a query or a body that cannot be decoded is refused on every verb.
      hasInput: true,
      hasBody: verb.method !== 'GET',
      more: verbCodes(verb, notes, hasFields(params) || query.properties?.account !== undefined),
    }),
  };
}
