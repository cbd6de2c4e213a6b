// The reference page: the OpenAPI document as one HTML page that loads nothing, with one script for its search box.
// It is made when it is first requested. The usual viewers would add 190 ms to every start and twenty packages.
import type { Guide } from '../../documents/guides.ts';
import { escapeHtml, linkSection, menuHtml, shellHtml } from '../../documents/shell.ts';
import type { FailureCode } from '../../domain/failure.ts';
import type { OpenApi } from '../openapi/openapi.ts';
import type { JsonSchema } from '../requests/schema.ts';
import { fieldTable, proseHtml, table } from './docs-fields.ts';
import {
  isDataRoute,
  type PriceList,
  platformPrices,
  playgroundHtml,
  priceHtml,
  samplesHtml,
  searchPath,
} from './docs-route.ts';
import { DOCS_SCRIPT } from './docs-script.ts';
import { documentSections } from './document-pages.ts';
import { codesTable, ERROR_CODES } from './error-pages.ts';

// Caps, known gaps and freshness of an operation on each platform, for the reference page. Part of the price list, and shown with it.
interface CoveredEndpoint {
  path: string;
  platform?: string;
  coverage?: { items_max: number | null; fresh: string | null; notes: readonly string[] } | null;
}

function textOf({ coverage }: CoveredEndpoint): string {
  if (coverage == null) return '';
  const cap = coverage.items_max === null ? [] : [`A list ends after ${coverage.items_max} items.`];
  const fresh = coverage.fresh === null ? [] : [coverage.fresh];
  return [...cap, ...fresh, ...coverage.notes].join(' ') || 'No gaps are known.';
}

/** Empty for routes that are not operations, and where prices are not public. */
function coverageHtml(
  { path }: { path: string },
  prices: { endpoints: readonly CoveredEndpoint[] } | null,
): string {
  const end = `/app/${path.split('/').at(-1)}`;
  const own = (prices?.endpoints ?? []).filter(
    (one) => path.includes('/app/') && one.path.startsWith('/api/u1/') && one.path.endsWith(end),
  );
  const rows = own.flatMap((one) => {
    const text = textOf(one);
    return text === '' ? [] : [`<li>${escapeHtml(one.platform ?? '')}: ${escapeHtml(text)}</li>`];
  });
  return rows.length === 0 ? '' : `<details><summary>Coverage</summary><ul>${rows.join('')}</ul></details>`;
}

interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  security: object[];
  parameters: { name?: string; in?: string; required?: boolean; description?: string; schema?: JsonSchema }[];
  requestBody?: { content: Record<string, { schema: JsonSchema; example?: unknown }> };
  responses: Record<
    string,
    { $ref?: string; content?: Record<string, { schema: JsonSchema; example?: unknown }> }
  >;
}

interface ListedOperation {
  method: string;
  path: string;
  operation: Operation;
}

function operationsOf(document: OpenApi): ListedOperation[] {
  // A path of group u2 is shown at that of u1, which has the same parameters.
  const shown = Object.entries<Record<string, Operation>>(document.paths).filter(
    ([path]) => !path.startsWith('/api/u2/') || document.paths[path.replace('/u2/', '/u1/')] === undefined,
  );
  return shown.flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method, path, operation })),
  );
}

function json(value: unknown): string {
  return `<pre tabindex="0"><code>${escapeHtml(JSON.stringify(value, null, 2))}</code></pre>`;
}

function intro(document: OpenApi, { base, platform, isAdmin, hasPrices }: PageFacts): string {
  const head = `<h1>${escapeHtml(document.info.title)} ${isAdmin ? 'admin API' : 'API'}</h1>`;
  if (isAdmin) return `${head}${ADMIN_LEAD}`;
  const search = `curl -G ${base}${searchPath(platform)} \\
  -H "Authorization: Bearer $REELGATE_KEY" \\
  --data-urlencode "keyword=猫" \\
  --data-urlencode "pcursor="`;
  const check = `curl ${base}/api/test/apikey -H "Content-Type: application/json" -d '{"key":"rgk_live_…"}'`;
  const price = `curl -H "Authorization: Bearer $REELGATE_KEY" "${base}/api/pricing/v1/endpoints"`;
  const example = (title: string, command: string) =>
    `<p class="caption">${title}</p><pre tabindex="0"><code>${escapeHtml(command)}</code></pre>`;
  const prices = hasPrices ? '' : PRICES_ELSEWHERE;
  return `${head}
<p class="lead">${proseHtml(document.info.summary)} ${proseHtml(document.info.description)}</p>
${example('Search', search)}${example('Check a key', check)}${example('Prices', price)}
<p>For the next page, send the <code>pcursor</code> of the answer before, unchanged. On the last page it is <code>no_more</code>,
and asking with that answers an empty page for nothing.
The machine-readable form of this page is <a href="/openapi.json">/openapi.json</a>.${prices}</p>`;
}

const PRICES_ELSEWHERE = ` Prices are shown to callers: in the <a href="/portal#/prices">portal</a>, and at
<code>/api/pricing/v1/endpoints</code>.`;

const ADMIN_LEAD = `<p class="lead">Everything that the console does and more, for scripts. Send
<code>Authorization: Bearer &lt;admin token&gt;</code>; a role says what a token may do.</p>
<p>The machine-readable form of this page is <a href="/admin/openapi.json">/admin/openapi.json</a>. The reference of callers is at
<code>/docs</code> of the public address.</p>`;

const AUTHENTICATION = `<h2 id="authentication">Authentication</h2>
<p>Send <code>Authorization: Bearer &lt;key&gt;</code> with every call. A key that is missing, malformed, unknown, revoked or
expired gets one and the same answer: 401 <code>UNAUTHORIZED</code>. Never put a key into a URL. Admin routes live on another
address, with a reference of their own, and take admin tokens only.</p>`;

function requestIds(header: string): string {
  const rows = [
    [
      'the first use succeeded',
      `The same bytes again, free, marked <code>${header.replace('request-id', 'replayed')}: true</code>.`,
    ],
    [
      'the first use is still running',
      'Waits for it, then as above; past the time limit 409 <code>REQUEST_IN_PROGRESS</code>.',
    ],
    ['the first use failed', 'Runs again: nothing was charged.'],
    ['other route or parameters', '422 <code>REQUEST_ID_REUSED</code>. Nothing runs, nothing is charged.'],
    ['the answer is no longer kept', '409 <code>REQUEST_EXPIRED</code>. Never a second charge.'],
    [
      'a complaint about it was refunded at once',
      '409 <code>REQUEST_REFUNDED</code>. What a person refunded can still be read.',
    ],
  ].map(([use, answer]) => `<tr><td>${use}</td><td>${answer}</td></tr>`);
  return `<h2 id="request-ids">Request ids</h2>
<p>Every answer names its request in the header <code>${header}</code>. Choose the id yourself (1 to 255 visible ASCII characters)
and a call can be repeated safely: one id is charged at most once per account. A call also takes it as
<code>Idempotency-Key</code>, bare or in double quotes; both headers with different values are 400 <code>INVALID_REQUEST_ID</code>.</p>
${table(['Second use of an id', 'Answer'], rows)}`;
}

function charges(header: string): string {
  const named = (word: string) => `<code>${header.replace('request-id', word)}</code>`;
  const rows = [
    [named('charged'), 'What this answer cost; 0 for a replay.'],
    [named('balance'), 'What the account has left.'],
    [
      '<code>RateLimit</code>, <code>RateLimit-Policy</code>',
      'What is left of your window, and how long it lasts.',
    ],
    ['<code>Retry-After</code>', 'Seconds to wait, on 409, 429, 503 and a reached spend cap.'],
    [
      '<code>Deprecation</code>, <code>Sunset</code>, <code>Link</code>',
      'The route will be removed: since when it is deprecated, when it goes, and what to use.',
    ],
  ].map(([name, meaning]) => `<tr><td>${name}</td><td>${meaning}</td></tr>`);
  return `<h2 id="charges">Charges and limits</h2>
<p>A success is charged the catalog price of its path, also when it found nothing. Everything else is free. Any key of an account
reads the whole account: its balance, usage, entries and receipts.</p>${table(['Header', 'Meaning'], rows)}`;
}

function errors({ isAdmin }: PageFacts): string {
  return `<h2 id="errors">Errors</h2>
<p>An answer that is not a success is <code>application/problem+json</code> (RFC 9457) with a stable <code>code</code>, and is
never charged.</p>${codesTable(ERROR_CODES, { isAnchored: true, hasPages: !isAdmin })}`;
}

function accessText(security: object[]): string {
  if (security.length === 0) return 'no key';
  return 'adminToken' in security[0]! ? 'admin token' : 'API key';
}

/** Parameters as the fields of one object, so that all tables on the page are made the same way. */
function parameterSchema(operation: Operation): JsonSchema {
  const own = operation.parameters.filter((parameter) => parameter.name !== undefined);
  return {
    required: own.filter((parameter) => parameter.required).map((parameter) => parameter.name!),
    properties: Object.fromEntries(
      own.map((parameter) => [
        parameter.name,
        { ...parameter.schema, description: parameter.description ?? '' },
      ]),
    ),
  };
}

function section(title: string, content: string): string {
  return content === '' ? '' : `<h4>${title}</h4>${content}`;
}

/** The codes of a route, taken from the names of its answers: `404-NOT_FOUND-GONE`. */
function failureCodes(operation: Operation): FailureCode[] {
  const names = Object.values(operation.responses).flatMap(
    (response) => response.$ref?.split('/').at(-1) ?? [],
  );
  return names.flatMap((name) => name.split('-').slice(1) as FailureCode[]);
}

/** A data route has a table. Other routes share most of their codes, so they have links only. */
function failuresHtml({ operation, path }: ListedOperation): string {
  const codes = failureCodes(operation);
  if (codes.length === 0) return '';
  if (isDataRoute(path)) {
    return `<details><summary>Can fail with ${codes.length} codes</summary>${codesTable(codes)}</details>`;
  }
  const links = codes.map((code) => `<a href="#${code}"><code>${code}</code></a>`).join(' ');
  return section('Can fail with', links);
}

function answerOf(operation: Operation): string {
  const response = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))?.[1];
  const content = Object.entries(response?.content ?? {});
  return content
    .map(([type, { schema, example }]) => {
      const named = (schema.anyOf ?? [schema]).flatMap((one) => one.$ref?.split('/').at(-1) ?? []);
      const links = named.map((name) => `<a href="#schema-${name}">${name}</a>`).join(' or ');
      const shown =
        example === undefined ? '' : `<details><summary>Example</summary>${json(example)}</details>`;
      return `<p><code>${type}</code> ${links}</p>${fieldTable(schema, { marksRequired: false })}${shown}`;
    })
    .join('');
}

/** A body whose schema has a name is a link to it. */
function bodyOf(operation: Operation): string {
  const body = operation.requestBody?.content['application/json'];
  if (body === undefined) return '';
  const name = body.schema.$ref?.split('/').at(-1);
  const link = name === undefined ? '' : `<p><a href="#schema-${name}">${name}</a></p>`;
  const example = body.example === undefined ? '' : json(body.example);
  return link + fieldTable(body.schema, { marksRequired: true }) + example;
}

function route(listed: ListedOperation, facts: PageFacts): string {
  const { platform, prices } = facts;
  const { method, path, operation } = listed;
  return `<article class="route" id="${operation.operationId}"><h3>${proseHtml(operation.summary)}</h3>
<p class="address"><span class="method ${method}">${method.toUpperCase()}</span><code>${escapeHtml(path)}</code>
<span class="access">${accessText(operation.security)}</span>${priceHtml(listed, prices)}${playgroundHtml(listed, platform)}</p>
${operation.description ? `<p>${proseHtml(operation.description)}</p>` : ''}
${samplesHtml(listed, facts)}${platformPrices(listed, prices)}${coverageHtml(listed, prices)}
${section('Parameters', fieldTable(parameterSchema(operation), { marksRequired: true }))}
${section('Body', bodyOf(operation))}${section('Answer', answerOf(operation))}${failuresHtml(listed)}
</article>`;
}

function routesByTag(document: OpenApi, facts: PageFacts): string {
  const operations = operationsOf(document);
  return document.tags
    .map((tag: { name: string; description: string }) => {
      const own = operations.filter(({ operation }) => operation.tags[0] === tag.name);
      const routes = own.map((one) => route(one, facts)).join('');
      return `<section><h2 id="${anchor(tag.name)}">${escapeHtml(tag.name)}</h2><p>${proseHtml(tag.description)}</p>${routes}</section>`;
    })
    .join('');
}

const anchor = (name: string) => `tag-${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`;

function schemas(document: OpenApi): string {
  const parts = Object.entries<JsonSchema>(document.components.schemas).map(
    ([name, schema]) =>
      `<article class="route" id="schema-${name}"><h3>${name}</h3><p>${proseHtml(schema.description ?? '')}</p>${fieldTable(schema, { marksRequired: false })}</article>`,
  );
  return `<section><h2 id="schemas">Records</h2>${parts.join('')}</section>`;
}

const SEARCH_BOX = `<form role="search" hidden><label for="search">Search</label>
<input id="search" type="search" placeholder="route, field or code" autocomplete="off">
<output id="found" for="search"></output></form>`;

function navigation(document: OpenApi, { isAdmin, guides }: PageFacts): string {
  const operations = operationsOf(document);
  const tags = document.tags.map((tag: { name: string }) => {
    const own = operations.filter(({ operation }) => operation.tags[0] === tag.name);
    const links = own.map(({ operation }) => ({
      href: `#${operation.operationId}`,
      text: operation.summary,
    }));
    return linkSection(tag.name, links);
  });
  const start = isAdmin ? ADMIN_START : START;
  const startLinks = start.map(([id, text]) => ({ href: `#${id}`, text }));
  const sections = [linkSection('Start', startLinks), isAdmin ? '' : documentSections(guides), ...tags];
  return `<nav aria-label="Contents"><a class="name" href="#top">${escapeHtml(document.info.title)}</a>${SEARCH_BOX}
${menuHtml(sections.join(''))}</nav>`;
}

const ADMIN_START: readonly (readonly [string, string])[] = [
  ['errors', 'Errors'],
  ['schemas', 'Records'],
];
const START: readonly (readonly [string, string])[] = [
  ['authentication', 'Authentication'],
  ['request-ids', 'Request ids'],
  ['charges', 'Charges and limits'],
  ...ADMIN_START,
];

/** What the page shows besides the document. */
interface ReferenceExtras {
  prices: PriceList | null;
  guides: readonly Guide[];
  hasTools: boolean;
}

interface PageFacts extends ReferenceExtras {
  base: string;
  /** A platform that this installation serves. */
  platform: string;
  isAdmin: boolean;
  hasPrices: boolean;
}

function factsOf(document: OpenApi, extras: ReferenceExtras): PageFacts {
  const { apiKey } = document.components.securitySchemes;
  const parameters = operationsOf(document).flatMap(({ operation }) => operation.parameters);
  const platform = parameters.find(({ name }) => name === 'platform')?.schema?.examples?.[0];
  return {
    ...extras,
    base: document.servers[0].url,
    platform: String(platform ?? 'library'),
    isAdmin: apiKey === undefined,
    hasPrices: extras.prices !== null,
  };
}

export function docsPage(document: OpenApi, extras: ReferenceExtras): string {
  const header: string = document.components.parameters.RequestId.name;
  const facts = factsOf(document, extras);
  const basics = facts.isAdmin ? '' : AUTHENTICATION + requestIds(header) + charges(header);
  const page = {
    title: `${document.info.title} ${facts.isAdmin ? 'admin API' : 'API'} reference`,
    navigation: navigation(document, facts),
    main: `${intro(document, facts)}${basics}${errors(facts)}${routesByTag(document, facts)}${schemas(document)}
<footer>Version ${escapeHtml(document.info.version)}. Generated from the schemas that check every request.</footer>`,
  };
  return shellHtml(page, DOCS_SCRIPT);
}
