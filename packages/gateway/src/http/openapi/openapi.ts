// The OpenAPI 3.1 document, made from the documented routes. It uses the same schemas that check the input, always in
// the same order, and adds nothing to a route.
import { FAILURES, type FailureCode } from '../../domain/failure.ts';
import { REQUEST_ID_BYTES_MAX } from '../../domain/limits.ts';
import { REQUEST_ID_PATTERN } from '../../domain/request-id.ts';
import type { Mount } from '../../mounts/mount.ts';
import { PICTURE_PATH } from '../../operations/picture-address.ts';
import { packageVersion } from '../../process/package-version.ts';
import { DOCS_PAGE } from '../answers/problem.ts';
import { STATUS } from '../answers/status.ts';
import type { JsonSchema } from '../requests/schema.ts';
import { THUMBNAIL_PATH } from '../thumbnails.ts';
import { adminRoutes, publicRoutes } from './documented-routes.ts';
import { type MountTexts, mountSchemas, tagText } from './openapi-mounts.ts';
import { PROBLEM_SCHEMA, problemExample } from './openapi-problem.ts';
import type { Access, DocumentedAnswer, DocumentedRoute } from './openapi-route.ts';
import { WEBHOOK_PARAMETERS, WEBHOOK_TAG, webhookOperations } from './openapi-webhooks.ts';
import { sampleOf } from './schema-sample.ts';
import { TAG_TEXT } from './tag-texts.ts';

// biome-ignore lint/suspicious/noExplicitAny: a JSON document, whose shape redocly checks.
export type OpenApi = Record<string, any>;

const SECURITY: Record<Access, object[]> = { key: [{ apiKey: [] }], admin: [{ adminToken: [] }], none: [] };

const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });

/** Moves every schema with an `$id` into the components and leaves a reference. */
function extract(schema: JsonSchema, named: Map<string, JsonSchema>): JsonSchema {
  const { $id, ...rest } = schema;
  const mapped: JsonSchema = rest;
  if (rest.properties) {
    const fields = Object.entries(rest.properties).map(
      ([name, field]) => [name, extract(field, named)] as const,
    );
    mapped.properties = Object.fromEntries(fields);
  }
  if (rest.items) mapped.items = extract(rest.items, named);
  for (const word of ['anyOf', 'oneOf', 'allOf'] as const) {
    if (rest[word]) mapped[word] = rest[word].map((branch) => extract(branch, named));
  }
  if ($id === undefined) return mapped;
  const known = named.get($id);
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(mapped)) {
    throw new Error(`two different schemas are named ${$id}`);
  }
  named.set($id, mapped);
  return ref('schemas', $id);
}

function parameters(schema: JsonSchema, place: 'path' | 'query') {
  return Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const { description, explode, ...rest } = field;
    const required = place === 'path' || (schema.required ?? []).includes(name);
    const style = explode === false ? { explode } : {};
    return { name, in: place, required, ...(description && { description }), ...style, schema: rest };
  });
}

/** Key in `components.headers` → the name of the header. */
function headerNames(serviceName: string): Record<string, string> {
  const own = `x-${serviceName.toLowerCase()}`;
  return {
    RequestId: `${own}-request-id`,
    Charged: `${own}-charged`,
    Balance: `${own}-balance`,
    Replayed: `${own}-replayed`,
    RateLimitPolicy: 'RateLimit-Policy',
    RateLimit: 'RateLimit',
    RetryAfter: 'Retry-After',
  };
}

const HEADER_TEXT: Record<string, string> = {
  RequestId: 'Id of this request: the one that you chose, or a new one.',
  Charged: 'What this call took from the balance.',
  Balance: 'Balance after this call.',
  Replayed:
    '`true` when this is the stored answer of an earlier call with the same request id. Never charged.',
  RateLimitPolicy:
    'Your limits: `q` requests in `w` seconds; `default` for calls, `free` for answers that cost nothing.',
  RateLimit: 'What is left: `r` requests, and `t` seconds until the window ends.',
  RetryAfter: 'Seconds to wait.',
};

class Writer {
  readonly listener: 'public' | 'admin' | 'both';
  /** The page that explains the failure codes. */
  readonly docs: string;
  readonly own: string;
  readonly names: Record<string, string>;
  readonly named = new Map<string, JsonSchema>();
  readonly responses = new Map<string, object>();
  readonly shown = new Set<FailureCode>();

  constructor(serviceName: string, listener: 'public' | 'admin' | 'both') {
    this.listener = listener;
    this.docs = listener === 'admin' ? DOCS_PAGE.admin : DOCS_PAGE.public;
    this.own = `x-${serviceName.toLowerCase()}`;
    this.names = headerNames(serviceName);
  }

  headers(keys: readonly string[]): object {
    return Object.fromEntries(keys.map((key) => [this.names[key], ref('headers', key)]));
  }

  /** One answer per status. Routes with the same failures share it, which makes the document a third of the size. */
  failures(codes: readonly FailureCode[]): Record<string, object> {
    const statuses = [...new Set(codes.map((code) => STATUS[code]))];
    return Object.fromEntries(
      statuses.map((status) => {
        const own = codes.filter((code) => STATUS[code] === status);
        const name = `${status}-${own.join('-')}`;
        this.responses.set(name, this.failure(status, own));
        return [status, ref('responses', name)];
      }),
    );
  }

  /** With an example for each code. */
  failure(status: number, own: readonly FailureCode[]): object {
    for (const code of own) this.shown.add(code);
    const examples = Object.fromEntries(own.map((code) => [code, ref('examples', code)]));
    return {
      description: own.map((code) => `\`${code}\`: ${FAILURES[code].title}`).join(' '),
      headers: this.headers(WAITING.has(status) ? ['RequestId', 'RetryAfter'] : ['RequestId']),
      content: { 'application/problem+json': { schema: ref('schemas', 'Problem'), examples } },
    };
  }

  /** Each by its status. */
  successes({ also = [], ...usual }: DocumentedAnswer): Record<number, object> {
    const others = also.map((other) => {
      const { status, description, hasContent } = other;
      const content = hasContent ? usual.content : {};
      return [status, this.success({ ...usual, status, description, content })] as const;
    });
    return { [usual.status]: this.success(usual), ...Object.fromEntries(others) };
  }

  success(answer: DocumentedAnswer): object {
    const content = Object.entries(answer.content).map(([type, schema]) => {
      const example = type === 'application/json' ? { example: sampleOf(schema) } : {};
      return [type, { schema: extract(schema, this.named), ...example }] as const;
    });
    const instead = Object.entries(answer.instead ?? {}).map(([name, schema]) => [
      name,
      extract(schema, this.named),
    ]);
    return {
      description: answer.description,
      headers: this.headers(answer.headers),
      ...(instead.length > 0 && { [INSTEAD]: Object.fromEntries(instead) }),
      ...(content.length > 0 && { content: Object.fromEntries(content) }),
    };
  }

  operation(route: DocumentedRoute): object {
    const { body } = route;
    return {
      operationId: route.operationId,
      summary: route.summary,
      ...(route.description && { description: route.description }),
      tags: [route.tag],
      ...(route.operation && { 'x-operation': route.operation }),
      ...(route.client && { 'x-client-method': route.client }),
      security: SECURITY[route.access],
      ...(route.access === 'admin' && this.listener === 'both' && { servers: [ADMIN_SERVER] }),
      parameters: [
        ...parameters(route.params, 'path'),
        ...parameters(route.query, 'query'),
        ref('parameters', 'RequestId'),
        ...(route.isBilled === true ? BILLED_HEADERS.map((name) => ref('parameters', name)) : []),
      ],
      ...(body && {
        requestBody: {
          required: route.isBodyRequired ?? (body.required ?? []).length > 0,
          content: { 'application/json': { schema: extract(body, this.named), ...exampleOf(body) } },
        },
      }),
      responses: { ...this.successes(route.answer), ...this.failures(route.codes) },
    };
  }

  paths(routes: readonly DocumentedRoute[]): Record<string, Record<string, object>> {
    const paths: Record<string, Record<string, object>> = {};
    for (const route of routes) {
      const item = paths[route.path] ?? {};
      paths[route.path] = item;
      item[route.method.toLowerCase()] = this.operation(route);
    }
    return paths;
  }

  components(): object {
    const problem = extract(PROBLEM_SCHEMA, this.named);
    const header = (key: string) => ({ description: HEADER_TEXT[key], schema: { type: 'string' } });
    return {
      securitySchemes: {
        ...(this.listener !== 'admin' && {
          apiKey: { type: 'http', scheme: 'bearer', description: 'An API key, `rgk_live_…`.' },
        }),
        ...(this.listener !== 'public' && {
          adminToken: { type: 'http', scheme: 'bearer', description: 'An admin token, `rga_live_…`.' },
        }),
      },
      parameters: {
        RequestId: this.requestIdParameter(),
        IdempotencyKey: this.idempotencyKeyParameter(),
        MaxPrice: this.maxPriceParameter(),
        Quote: this.quoteParameter(),
        ...WEBHOOK_PARAMETERS,
      },
      headers: Object.fromEntries(Object.keys(this.names).map((key) => [key, header(key)])),
      schemas: Object.fromEntries([...this.named, ['Problem', problem] as const].sort(byName)),
      responses: Object.fromEntries([...this.responses].sort(byName)),
      examples: Object.fromEntries(
        [...this.shown].sort().map((code) => [code, { value: problemExample(code, this.docs) }]),
      ),
    };
  }

  maxPriceParameter(): object {
    return {
      name: `${this.own}-max-price`,
      in: 'header',
      required: false,
      description: 'The most that this call may cost. Takes precedence over the query parameter `max_price`.',
      schema: { type: 'string', examples: ['0.010000'] },
    };
  }

  quoteParameter(): object {
    return {
      name: `${this.own}-quote`,
      in: 'header',
      required: false,
      description: 'A quote from /api/pricing/v1/quote for this path: the call costs the quoted price.',
      schema: { type: 'string', maxLength: 60 },
    };
  }

  idempotencyKeyParameter(): object {
    return {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description: `Another name for \`${this.names.RequestId}\`; a value in double quotes (RFC 8941) is read without them. Both headers with different values give 400.`,
      schema: { type: 'string', minLength: 1, examples: ['order-17'] },
    };
  }

  requestIdParameter(): object {
    return {
      name: this.names.RequestId,
      in: 'header',
      required: false,
      description:
        'An id of your choice: repeating it never charges twice. Without it the gateway makes one.',
      schema: { type: 'string', minLength: 1, maxLength: REQUEST_ID_BYTES_MAX, pattern: REQUEST_ID_PATTERN },
    };
  }
}

/** Headers that a call accepts besides the request id. */
const BILLED_HEADERS = ['IdempotencyKey', 'MaxPrice', 'Quote'];

/** The extension of a response that names other answers, by the query parameter that gives them. */
const INSTEAD = 'x-answers-with';

/** Statuses whose answers may have Retry-After. */
const WAITING: ReadonlySet<number> = new Set(
  (['RATE_LIMITED', 'REQUEST_IN_PROGRESS', 'OVERLOADED'] as const).map((code) => STATUS[code]),
);
const byName = (a: readonly [string, unknown], b: readonly [string, unknown]) => (a[0] < b[0] ? -1 : 1);

export const PUBLIC_URL = 'http://127.0.0.1:8080';
const ADMIN_SERVER = {
  url: 'http://127.0.0.1:8081',
  description: 'The admin listener at its default address.',
};

/** A schema that is defined elsewhere has its example there. */
function exampleOf(body: JsonSchema): { example?: unknown } {
  return body.properties === undefined ? {} : { example: sampleOf(body) };
}

function tagsOf(routes: readonly DocumentedRoute[], mounts: readonly Mount[], texts: MountTexts): object[] {
  return [...new Set([...routes.map((route) => route.tag), WEBHOOK_TAG])].map((name) => ({
    name,
    description: TAG_TEXT[name] ?? tagText(mounts, name, texts),
  }));
}

export interface OpenApiOptions {
  /**
   * The listener whose routes are shown. The committed document shows both, for a new installation without mounts.
   */
  listener?: 'public' | 'admin' | 'both';
  title?: string;
  /** Where callers, or operators, reach this installation. */
  url?: string;
  mounts?: readonly Mount[];
  mountTexts?: MountTexts;
  /** A platform that this installation serves, for the examples. */
  platform?: string;
  /** false leaves out routes and examples that name the library. */
  showsProviders?: boolean;
}

const OWN_TITLE = 'Reelgate';

function routesOf({
  listener = 'both',
  mounts = [],
  mountTexts = () => null,
  showsProviders = true,
}: OpenApiOptions) {
  const open = publicRoutes(mounts, mountTexts).filter(
    ({ path }) => showsProviders || path !== THUMBNAIL_PATH,
  );
  return [...(listener === 'admin' ? [] : open), ...(listener === 'public' ? [] : adminRoutes())];
}

export function buildOpenApi(serviceName: string, options: OpenApiOptions = {}): OpenApi {
  const { listener = 'both', title = OWN_TITLE, mounts = [], mountTexts = () => null } = options;
  const url = options.url ?? (listener === 'admin' ? ADMIN_SERVER.url : PUBLIC_URL);
  const routes = routesOf(options);
  const writer = new Writer(serviceName, listener);
  for (const [name, schema] of listener === 'admin' ? [] : mountSchemas(mounts, mountTexts))
    writer.named.set(name, schema);
  const paths = writer.paths(routes);
  const document = {
    openapi: '3.1.0',
    info: {
      title,
      version: packageVersion(),
      summary: 'Video search over many platforms behind one key.',
      description:
        'Every answer carries a request id. Only successful data calls are charged, each exactly once, and an answer that is not a success is never charged.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url, description: listener === 'admin' ? 'The admin listener.' : 'The public listener.' }],
    tags: tagsOf(routes, mounts, mountTexts),
    paths,
    webhooks: webhookOperations(listener, (schema) => extract(schema, writer.named)),
    components: writer.components(),
  };
  return withOwnExamples(document, { url, ...options }) as OpenApi;
}

/** Samples are those of a new installation. This replaces their platform and address by ones that exist here. */
function withOwnExamples(value: unknown, own: OpenApiOptions & { url: string }, isExample = false): unknown {
  if (typeof value === 'string') return isExample ? ownExample(value, own) : value;
  if (Array.isArray(value)) return value.map((one) => withOwnExamples(one, own, isExample));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, one]) => [
    name,
    withOwnExamples(one, own, isExample || EXAMPLES.has(name)),
  ]);
  return Object.fromEntries(fields);
}

const EXAMPLES: ReadonlySet<string> = new Set(['example', 'examples']);
/** Requests of samples succeed there: a new installation has sample records. */
export const SAMPLE_PLATFORM = 'library';
const SAMPLE_PICTURE = `${PUBLIC_URL}/api/library/`;

function ownExample(
  text: string,
  { platform = SAMPLE_PLATFORM, url, showsProviders = true }: OpenApiOptions,
) {
  if (text === SAMPLE_PLATFORM) return platform;
  if (!showsProviders && text.startsWith(SAMPLE_PICTURE)) return `${url}${PICTURE_PATH}?of=AQ`;
  return text
    .replace(`/v1/${SAMPLE_PLATFORM}/app/`, `/v1/${platform}/app/`)
    .replace(PUBLIC_URL, url ?? PUBLIC_URL);
}
