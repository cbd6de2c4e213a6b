// The form in which a route is documented; the OpenAPI document and the reference page are made from it. A verb
// documents itself; only routes that are not verbs are described by hand.
import { FAILURES, type FailureCode } from '../../domain/failure.ts';
import { Type } from '../../domain/schema.ts';
import type { Operation, PlaygroundEntry, RecordKind } from '../../operations/operation.ts';
import { priceParameters } from '../../operations/price-parameters.ts';
import type { AnyVerb } from '../../verb/verb.ts';
import { STATUS } from '../answers/status.ts';
import { closed, type JsonSchema, plainSchema } from '../requests/schema.ts';

export type Access = 'key' | 'admin' | 'none';

export interface DocumentedAnswer {
  status: number;
  description: string;
  /** Media type → schema. */
  content: Record<string, JsonSchema>;
  /** Names of `components.headers`. */
  headers: string[];
  /**
   * Query parameter → schema of the JSON answer that it gives instead. They are told in an extension, so that a generated client takes what
   * a call gives without them for the only answer, and needs no cast.
   */
  instead?: Readonly<Record<string, JsonSchema>>;
  /** Other answers that are no failure. */
  also?: readonly OtherAnswer[];
}

export interface OtherAnswer {
  status: number;
  description: string;
  /** The same as in the usual answer; else nothing. */
  hasContent: boolean;
}

export const NOT_MODIFIED: OtherAnswer = {
  ...{ status: 304, description: 'Not changed since the ETag of `If-None-Match`.', hasContent: false },
};
const MADE_BEFORE: OtherAnswer = {
  ...{ status: 200, description: 'Made before, by the same request id.', hasContent: true },
};

/** The extension `x-operation`: the same for all actions of one operation. */
export interface DocumentedOperation extends Pick<Operation, 'name' | 'shape' | 'method' | 'sample'> {
  record: RecordKind;
  about: PlaygroundEntry['about'];
  labels: PlaygroundEntry['labels'];
}

export interface DocumentedRoute {
  method: string;
  path: string;
  operationId: string;
  /** The method of both clients that is made from it. */
  client?: string;
  summary: string;
  description: string;
  tag: string;
  access: Access;
  params: JsonSchema;
  query: JsonSchema;
  /** null for routes without a body. */
  body: JsonSchema | null;
  /** Set when the schema of the body does not show it. */
  isBodyRequired?: boolean;
  answer: DocumentedAnswer;
  /** The route accepts `max_price` and quotes. */
  isBilled?: true;
  /** On a data route: the facts about its operation from which clients and pages are generated. */
  operation?: DocumentedOperation;
  codes: FailureCode[];
}

const PRICE_FIELDS = plainSchema(Type.Object(priceParameters)).properties;

/** Adds the price parameters. A parameter of the route itself with the same name stays. */
export function withPriceParameters(query: JsonSchema): JsonSchema {
  const own = query.properties;
  // After the route's own parameters, which override them where a mounted operation has the same name.
  return { ...query, properties: { ...own, ...PRICE_FIELDS, ...own } };
}

export const NO_FIELDS: JsonSchema = { type: 'object', properties: {} };

const hasFields = (schema: JsonSchema) => Object.keys(schema.properties ?? {}).length > 0;

/** The schema of an answer with `request_id`, which http/ adds as the first field. */
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

/** The failure codes of a route, by its shape, sorted by status. */
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
  /** Prepended to the tag of the verb. */
  tagPrefix?: string;
  description?: string;
  more?: readonly FailureCode[];
  /** Further query fields and media types that http/ itself adds to the route. */
  query?: Record<string, JsonSchema>;
  content?: Record<string, JsonSchema>;
  also?: readonly OtherAnswer[];
}

/** Every verb reads storage. A verb that names a thing, in its path or as a filter, may not find it. */
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
    ...(verb.client !== undefined && { client: verb.client }),
    description: notes.description ?? '',
    tag: `${notes.tagPrefix ?? ''}${verb.tag}`,
    access: notes.access,
    params,
    query,
    body: hasBody ? body : null,
    answer: {
      status: verb.creates ? 201 : 200,
      description: verb.creates ? 'Made.' : 'Done.',
      content: { 'application/json': withRequestId(plainSchema(verb.result)), ...notes.content },
      headers: ['RequestId'],
      also: typeof verb.creates === 'function' ? [MADE_BEFORE] : (notes.also ?? []),
    },
    codes: codesOf({
      access: notes.access,
      // Also without fields: every verb refuses a query or a body that cannot be decoded.
      hasInput: true,
      hasBody: verb.method !== 'GET',
      more: verbCodes(verb, notes, hasFields(params) || query.properties?.account !== undefined),
    }),
  };
}
