// Lists every route of the two listeners for the documentation. A test compares the list with the routes that they
// really serve, in both directions.

import type { TSchema } from 'typebox';
import type { GROUPS } from '../../domain/access/key.ts';
import type { FailureCode } from '../../domain/failure.ts';
import { pricing } from '../../features/catalog/price.account.ts';
import { EXPORT_FORMATS } from '../../features/collections/collection-views.ts';
import { EXPORT_COLUMNS } from '../../features/collections/export-form.ts';
import { accountVerbs, adminVerbs } from '../../features/index.ts';
import { keyCheck } from '../../features/keys/key-check.account.ts';
import { resolveUrl } from '../../features/providers/platform.account.ts';
import { portalOpen } from '../../features/sessions/session.account.ts';
import { sessionOpen } from '../../features/sessions/session.admin.ts';
import { signUp, signUpRead } from '../../features/signups/sign-up.account.ts';
import { serviceStatus } from '../../features/status/status.account.ts';
import type { Mount } from '../../mounts/mount.ts';
import { actionPath, type OperationAction, operationActions } from '../../operations/index.ts';
import type { Operation } from '../../operations/operation.ts';
import { PICTURE_PATH, PICTURE_TEXT_CHARS_MAX } from '../../operations/picture-address.ts';
import { DryRunAnswer } from '../../operations/price-parameters.ts';
import { ChosenFields, withFieldsParameter } from '../../operations/record-fields.ts';
import { CALL_CODES } from '../answers/call-codes.ts';
import { DOCS_PAGE, ERRORS_PAGE } from '../answers/problem.ts';
import { EXPORT_PATH } from '../answers/serve-export.ts';
import { FEED_ROUTE } from '../answers/serve-feeds.ts';
import { type JsonSchema, plainSchema } from '../requests/schema.ts';
import { SHOWCASE_THUMBNAIL_PATH, THUMBNAIL_PATH } from '../thumbnails.ts';
import { type MountTexts, mountRoutes } from './openapi-mounts.ts';
import {
  type Access,
  codesOf,
  type DocumentedOperation,
  type DocumentedRoute,
  documentVerb,
  NO_FIELDS,
  NOT_MODIFIED,
  type OtherAnswer,
  type VerbNotes,
  withPriceParameters,
} from './openapi-route.ts';

const ADMIN_TAG = 'Admin: ';

const operationParams: JsonSchema = {
  type: 'object',
  required: ['platform'],
  properties: {
    platform: {
      type: 'string',
      description:
        'Name of a configured platform; the price list names them. `any` with the parameter `url`: the address decides the platform. `all` searches many platforms, in group u1 only.',
      examples: ['library'],
    },
  },
};

function documentedOperation(operation: Operation): DocumentedOperation {
  const { name, shape, method, sample, record, playground } = operation;
  return { name, shape, method, sample, record: record.kind, ...playground };
}

/** The path of group u1, with the unified record, and that of group u2, with the platform's own: one shape for each. */
function operationRoutes(called: OperationAction): DocumentedRoute[] {
  const { operation, action, name } = called;
  const { u1, u2 } = operation.answers;
  const { ids: _, ...own } = operation.query.properties as Record<string, JsonSchema>;
  const unified = operationRoute(called, {
    group: 'u1',
    query: plainSchema(withFieldsParameter(operation).query),
    answer: u1,
    instead: {
      ...(operation.shape === 'record' && operation.several && { ids: operation.several }),
      fields: ChosenFields,
    },
  });
  const native = operationRoute(called, {
    group: 'u2',
    query: { ...plainSchema(operation.query), properties: own },
    answer: u2,
    instead: {},
  });
  return [
    {
      ...unified,
      description:
        `${action.description} The same path in group \`u2\` answers in the platform's own shape.`.trim(),
      operation: documentedOperation(operation),
    },
    {
      ...native,
      operationId: `${action.operationId}Native`,
      summary: `${action.summary}, in the platform's own shape`,
      description: `As \`${actionPath('u1', '{platform}', name)}\`, at the same price; the records are those of the platform's own answer.`,
    },
  ];
}

interface GroupForm {
  group: (typeof GROUPS)[number];
  query: JsonSchema;
  answer: TSchema;
  instead: Record<string, TSchema>;
}

function operationRoute(
  { name, action, operation }: OperationAction,
  { group, query, answer, instead }: GroupForm,
): DocumentedRoute {
  const others = Object.entries({ ...instead, dry_run: DryRunAnswer });
  return {
    method: 'GET',
    path: actionPath(group, '{platform}', name),
    operationId: action.operationId,
    summary: action.summary,
    description: action.description,
    tag: operation.tag,
    access: 'key',
    params: operationParams,
    query: withPriceParameters(query),
    isBilled: true,
    body: null,
    answer: {
      status: 200,
      description: operation.shape === 'page' ? 'One page.' : 'One record.',
      content: {
        'application/json': plainSchema(answer),
        ...Object.fromEntries((operation.formats ?? []).map((type) => [bareType(type), { type: 'string' }])),
      },
      headers: ['RequestId', 'Charged', 'Balance', 'Replayed', 'RateLimitPolicy', 'RateLimit'],
      instead: Object.fromEntries(others.map(([parameter, schema]) => [parameter, plainSchema(schema)])),
    },
    codes: codesOf({
      access: 'key',
      hasInput: true,
      hasBody: false,
      more: [...CALL_CODES, ...operation.failures],
    }),
  };
}

/** Without parameters such as `charset`. */
const bareType = (type: string) => type.split(';')[0]!;

interface PlainRoute {
  path: string;
  operationId: string;
  summary: string;
  tag: string;
  type: string;
  /** Further types of the same answer. */
  otherTypes?: string[];
  schema: JsonSchema;
  access?: Access;
  params?: JsonSchema;
  query?: JsonSchema;
  more?: FailureCode[];
  also?: readonly OtherAnswer[];
}

function plainRoute(route: PlainRoute): DocumentedRoute {
  const {
    path,
    operationId,
    summary,
    tag,
    access = 'none',
    params = NO_FIELDS,
    query = NO_FIELDS,
    more = [],
  } = route;
  return {
    method: 'GET',
    path,
    operationId,
    summary,
    description: '',
    tag,
    access,
    params,
    query,
    body: null,
    answer: {
      status: 200,
      description: 'Done.',
      content: Object.fromEntries(
        [route.type, ...(route.otherTypes ?? [])].map((type) => [type, route.schema]),
      ),
      headers: ['RequestId'],
      also: route.also ?? [],
    },
    codes: codesOf({ access, hasInput: query !== NO_FIELDS, hasBody: false, more }),
  };
}

function statusSchema(status: string): JsonSchema {
  return {
    type: 'object',
    required: ['request_id', 'status'],
    properties: { request_id: { type: 'string' }, status: { type: 'string', enum: [status] } },
  };
}

const TEXT: JsonSchema = { type: 'string' };
const THUMBNAIL_PARAMS: JsonSchema = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'string', description: 'Id of a video of the library.', examples: ['v1'] } },
};

const PICTURE_QUERY: JsonSchema = {
  type: 'object',
  required: ['of'],
  properties: {
    of: {
      type: 'string',
      maxLength: PICTURE_TEXT_CHARS_MAX,
      description: 'The value that the gateway wrote; nothing else is fetched.',
    },
  },
};

const EXPORT_PARAMS: JsonSchema = {
  type: 'object',
  required: ['collection'],
  properties: { collection: { type: 'string' } },
};
const EXPORT_QUERY: JsonSchema = {
  type: 'object',
  properties: {
    format: {
      type: 'string',
      enum: [...EXPORT_FORMATS],
      default: 'jsonl',
      description:
        '`jsonl`: one record as it was sold per line. `csv`: a header line, then one record per line.',
    },
    columns: {
      type: 'string',
      description: `Columns of the CSV in their sequence, separated by commas: some of ${EXPORT_COLUMNS.map((name) => `\`${name}\``).join(', ')}. All without it.`,
      examples: ['id,title,views'],
    },
    bom: {
      type: 'string',
      enum: ['0', '1'],
      default: '0',
      description: '`1`: the CSV begins with a byte order mark, by which some spreadsheets know UTF-8.',
    },
    expires: { type: 'integer', description: 'Only in a signed link.' },
    key: { type: 'string', description: 'Only in a signed link: the id of the key that made it.' },
    signature: { type: 'string', description: 'Only in a signed link, in place of a key.' },
  },
};

/** By key or by a signed link; `Range` on the uncompressed form. */
const exportPath: PlainRoute = {
  path: EXPORT_PATH,
  operationId: 'exportCollection',
  summary: 'All records of an ended collection as a file, resumable by Range',
  tag: 'Collections',
  access: 'key',
  type: 'application/jsonl',
  otherTypes: ['text/csv'],
  schema: TEXT,
  params: EXPORT_PARAMS,
  query: EXPORT_QUERY,
  more: ['NOT_FOUND', 'CONFLICT', 'GONE', 'RATE_LIMITED', 'OVERLOADED', 'STORAGE_UNAVAILABLE'],
  also: [
    { status: 206, description: 'The part that `Range` asks for.', hasContent: true },
    NOT_MODIFIED,
    { status: 416, description: '`Range` asks for nothing that the file has.', hasContent: false },
  ],
};

const FEED_PARAMS: JsonSchema = {
  type: 'object',
  required: ['feed'],
  properties: {
    feed: {
      type: 'string',
      description: 'The secret with `.atom` or `.json`, as `makeWatchFeed` gives it.',
    },
  },
};

/** Readers ask again with `If-None-Match`. */
const feedPath: PlainRoute = {
  path: FEED_ROUTE,
  operationId: 'watchFeed',
  summary: 'The newest 100 items of a watch as Atom or JSON Feed, under its secret address',
  tag: 'Watches',
  type: 'application/atom+xml',
  otherTypes: ['application/feed+json'],
  schema: TEXT,
  params: FEED_PARAMS,
  more: ['NOT_FOUND', 'RATE_LIMITED', 'STORAGE_UNAVAILABLE'],
  also: [NOT_MODIFIED],
};

const nameParams = (name: string, description: string, example: string): JsonSchema => ({
  type: 'object',
  required: [name],
  properties: { [name]: { type: 'string', description, examples: [example] } },
});

/** Documents are found by path; `Accept: text/markdown` asks for the Markdown of a page. */
const documentPaths: PlainRoute[] = [
  {
    path: `${DOCS_PAGE.public}/{name}`,
    also: [NOT_MODIFIED],
    operationId: 'guide',
    summary: 'A guide as a page, or with `.md` as Markdown',
    tag: 'Service',
    type: 'text/html',
    otherTypes: ['text/markdown'],
    schema: TEXT,
    params: nameParams(
      'name',
      'Name of a guide, with or without `.md`; `/llms.txt` lists them.',
      'data-routes.md',
    ),
    more: ['NOT_FOUND'],
  },
  {
    path: `${ERRORS_PAGE}/{code}`,
    also: [NOT_MODIFIED],
    operationId: 'errorCode',
    summary: 'What an error code means, as a page, or with `.md` as Markdown',
    tag: 'Service',
    type: 'text/html',
    otherTypes: ['text/markdown'],
    schema: TEXT,
    params: nameParams('code', 'An error code, with or without `.md`.', 'RATE_LIMITED.md'),
    more: ['NOT_FOUND'],
  },
  {
    path: '/llms.txt',
    also: [NOT_MODIFIED],
    operationId: 'modelText',
    summary: 'For language models: what this gateway offers, with its platforms, prices and documents',
    tag: 'Service',
    type: 'text/plain',
    schema: TEXT,
    more: ['STORAGE_UNAVAILABLE'],
  },
  {
    path: '/llms-full.txt',
    also: [NOT_MODIFIED],
    operationId: 'modelTextFull',
    summary: 'The same with the text of all guides for callers',
    tag: 'Service',
    type: 'text/plain',
    schema: TEXT,
    more: ['STORAGE_UNAVAILABLE'],
  },
];

const servicePaths: PlainRoute[] = [
  exportPath,
  feedPath,
  {
    path: '/livez',
    operationId: 'live',
    summary: 'Is the process alive',
    tag: 'Service',
    type: 'application/json',
    schema: statusSchema('live'),
  },
  {
    path: '/readyz',
    operationId: 'ready',
    summary: 'Is the process ready for traffic',
    tag: 'Service',
    type: 'application/json',
    schema: statusSchema('ready'),
    more: ['STORAGE_UNAVAILABLE'],
  },
  {
    path: '/openapi.json',
    also: [NOT_MODIFIED],
    operationId: 'openapi',
    summary: 'This document',
    tag: 'Service',
    type: 'application/json',
    schema: { type: 'object' },
  },
  {
    path: DOCS_PAGE.public,
    also: [NOT_MODIFIED],
    operationId: 'docs',
    summary: 'The reference as a page',
    tag: 'Service',
    type: 'text/html',
    schema: TEXT,
  },
  ...documentPaths,
  {
    path: THUMBNAIL_PATH,
    operationId: 'thumbnail',
    summary: 'Picture of a video of the library',
    tag: 'Videos',
    type: 'image/svg+xml',
    schema: TEXT,
    params: THUMBNAIL_PARAMS,
    more: ['NOT_FOUND'],
  },
  {
    path: SHOWCASE_THUMBNAIL_PATH,
    operationId: 'showcaseThumbnail',
    summary: 'Picture of a made-up video of the showcase',
    tag: 'Videos',
    type: 'image/svg+xml',
    schema: TEXT,
    params: THUMBNAIL_PARAMS,
    more: ['NOT_FOUND'],
  },
  {
    path: PICTURE_PATH,
    operationId: 'picture',
    summary: 'Picture of a platform, fetched by the gateway',
    tag: 'Videos',
    type: 'image/*',
    schema: TEXT,
    query: PICTURE_QUERY,
    more: ['NOT_FOUND', 'RATE_LIMITED', 'OVERLOADED'],
  },
];

const csvNotes = {
  query: {
    format: {
      type: 'string',
      enum: ['json', 'csv'],
      description: 'Format of the answer. It takes precedence over the Accept header.',
    },
  },
  content: { 'text/csv': TEXT },
};

const pageNotes = {
  query: {
    format: {
      type: 'string',
      enum: ['json', 'csv', 'html'],
      description: 'Format of the answer; `html` is a page to print.',
    },
  },
  content: { 'text/csv': TEXT, 'text/html': TEXT },
};

const FEED_RIGHT =
  'Only the key that pays for the watch changes its feeds, unless that key no longer works. Feeds end with the key that made them.';

const VERB_NOTES: Record<string, Partial<VerbNotes>> = {
  getStatement: { ...pageNotes, more: ['NOT_FOUND'] },
  adminGetStatement: { ...pageNotes, more: ['NOT_FOUND'] },
  listEntries: csvNotes,
  listRequests: csvNotes,
  adminListCalls: csvNotes,
  sliceUsage: { more: ['RATE_LIMITED'] },
  adminSliceUsage: { ...csvNotes, more: ['RATE_LIMITED'] },
  adminGetProviderUsage: { more: ['RATE_LIMITED'] },
  adminGetCatalogRevenue: { more: ['RATE_LIMITED'] },
  createCollection: {
    description:
      'Free; its pages are charged one by one. The request id makes it safe to repeat: the same id and body answer with the same collection and status 200.',
    more: [
      'PRICE_CEILING',
      'ROUTE_NOT_FOUND',
      'PLATFORM_NOT_FOUND',
      'OPERATION_NOT_SUPPORTED',
      'FILTER_UNSUPPORTED',
      'CONFLICT',
      'REQUEST_ID_REUSED',
    ],
  },
  updateCollection: { more: ['CONFLICT'] },
  createExportLink: { more: ['CONFLICT', 'GONE'] },
  listCollectionItems: { more: ['GONE'] },
  getQuote: { description: 'Free.', more: ['ENDPOINT_NOT_FOUND'] },
  updateSession: { more: ['NOT_FOUND'] },
  closeSession: { more: ['NOT_FOUND'] },
  createKey: { more: ['NOT_FOUND', 'CONFLICT'] },
  renameKey: { more: ['CONFLICT'] },
  rotateKey: { more: ['CONFLICT'] },
  revokeKey: {
    description: 'The feeds and the links to exports that it made end with it.',
    more: ['CONFLICT'],
  },
  makeWatchFeed: { description: FEED_RIGHT, more: ['CONFLICT'] },
  removeWatchFeed: { description: FEED_RIGHT, more: ['CONFLICT'] },
  createTopup: { more: ['NOT_FOUND', 'UPSTREAM_BUSY'] },
  createWebhook: { more: ['CONFLICT'] },
  fileComplaint: { more: ['CONFLICT'] },
  listRequestRecords: { more: ['CONFLICT', 'REQUEST_REFUNDED'] },
  listRequestPictures: { more: ['CONFLICT', 'REQUEST_REFUNDED'] },
  adminSetRecharge: { more: ['CONFLICT'] },
  setRecharge: { more: ['NOT_FOUND', 'CONFLICT'] },
  endRecharge: { more: ['NOT_FOUND', 'CONFLICT'] },
  createWatch: {
    description:
      'Free; each run is a call that is charged. What cannot work is refused here, with the figures.',
    more: ['CONFLICT', 'REQUEST_ID_REUSED', 'ENDPOINT_NOT_FOUND', 'PLATFORM_NOT_FOUND'],
  },
  updateWatch: { more: ['CONFLICT'] },
  runWatch: { more: ['CONFLICT'] },
  listWatchItems: { description: 'Free.' },
  adminPauseWatch: { more: ['CONFLICT'] },
  adminResumeWatch: { more: ['CONFLICT'] },
  adminComparePayments: { more: ['CONFLICT', 'UPSTREAM_BUSY'] },
};

/** Every account route has a rate limit. */
function accountNotes(name: string): Partial<VerbNotes> {
  const { more = [], ...notes } = VERB_NOTES[name] ?? {};
  return { ...notes, more: [...more, 'RATE_LIMITED'] };
}

const AS_WRITTEN: MountTexts = () => null;

export function publicRoutes(
  mounts: readonly Mount[] = [],
  texts: MountTexts = AS_WRITTEN,
): DocumentedRoute[] {
  return [
    ...operationActions.flatMap(operationRoutes),
    ...mountRoutes(mounts, texts),
    documentVerb(pricing, {
      access: 'key',
      description: 'Free. The operator may make it public; then no key is needed.',
      more: ['ENDPOINT_NOT_FOUND', 'RATE_LIMITED'],
    }),
    documentVerb(serviceStatus, {
      access: 'key',
      description:
        'Free. The operator may make it public; then no key is needed. It has an ETag, and is computed once a minute at most.',
      also: [NOT_MODIFIED],
      more: ['RATE_LIMITED', 'STORAGE_UNAVAILABLE'],
    }),
    documentVerb(resolveUrl, {
      access: 'key',
      description:
        "Free, and counted against the account's limit on free answers. A short link is followed to its own platform only.",
      more: ['RATE_LIMITED', 'UPSTREAM_BUSY', 'UPSTREAM_TIMEOUT'],
    }),
    documentVerb(keyCheck, {
      access: 'none',
      description: 'Free. The key is in the body, is never logged, and checks are limited per address.',
      more: ['RATE_LIMITED'],
    }),
    documentVerb(portalOpen, {
      access: 'none',
      description:
        'Free. Sets the session cookie. Attempts are limited per address, together with key checks.',
      more: ['FORBIDDEN', 'RATE_LIMITED'],
    }),
    documentVerb(signUpRead, {
      access: 'none',
      description: 'Free, and limited per address, together with key checks.',
      more: ['RATE_LIMITED'],
    }),
    documentVerb(signUp, {
      access: 'none',
      description:
        'Free, where the operator allows sign-up. Sets a session cookie. Attempts are limited per address, together with key checks.',
      more: ['FORBIDDEN', 'CONFLICT', 'RATE_LIMITED'],
    }),
    ...accountVerbs.map((verb) => documentVerb(verb, { access: 'key', ...accountNotes(verb.name) })),
    ...servicePaths.map(plainRoute),
  ];
}

const adminReference: PlainRoute[] = [
  {
    path: '/admin/openapi.json',
    also: [NOT_MODIFIED],
    operationId: 'adminOpenapi',
    summary: 'The document of the admin API',
    tag: `${ADMIN_TAG}Service`,
    type: 'application/json',
    schema: { type: 'object' },
  },
  {
    path: '/admin/docs',
    also: [NOT_MODIFIED],
    operationId: 'adminDocs',
    summary: 'The reference of the admin API as a page',
    tag: `${ADMIN_TAG}Service`,
    type: 'text/html',
    schema: TEXT,
  },
];

export function adminRoutes(): DocumentedRoute[] {
  const metrics: PlainRoute = {
    path: '/metrics',
    operationId: 'metrics',
    summary: 'Metrics in the Prometheus text format',
    tag: `${ADMIN_TAG}Service`,
    access: 'admin',
    type: 'text/plain',
    // With exemplars, for a scraper that asks for it.
    otherTypes: ['application/openmetrics-text'],
    schema: TEXT,
  };
  return [
    ...adminVerbs.map((verb) =>
      documentVerb(verb, { access: 'admin', tagPrefix: ADMIN_TAG, ...VERB_NOTES[verb.name] }),
    ),
    documentVerb(sessionOpen, {
      access: 'none',
      tagPrefix: ADMIN_TAG,
      description: 'Free. Sets the session cookie. Attempts are limited per address.',
      more: ['FORBIDDEN', 'RATE_LIMITED'],
    }),
    plainRoute(metrics),
    ...adminReference.map(plainRoute),
  ];
}
