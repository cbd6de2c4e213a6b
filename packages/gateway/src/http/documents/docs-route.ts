// What the reference page adds to a documented route: a request that can be sent as it is, its price, and a link to
// the playground.
import { escapeHtml } from '../../documents/shell.ts';
import { toolSample } from '../../mcp/paid-tools.ts';
import { actionPath, findAction, operationActions, operations } from '../../operations/index.ts';
import { sampleOf } from '../openapi/schema-sample.ts';
import type { JsonSchema } from '../requests/schema.ts';
import { table } from './docs-fields.ts';
import { type ClientCall, type CodeSample, type SampledRequest, samplesOf } from './docs-samples.ts';

/** What the documents show of a price of the catalog. */
export interface RoutePrice {
  path: string;
  group: string;
  platform: string;
  unit_price: string;
  unit: string;
  /** Of prices of collections and watches, whose paths are no routes. */
  purpose?: string;
  free_per_day: number | null;
}

export interface PriceList {
  endpoints: readonly RoutePrice[];
  currency: string;
}

interface Parameter {
  name?: string;
  in?: string;
  required?: boolean;
  schema?: JsonSchema;
}

/** The part of a documented operation from which samples are made. */
interface SampledOperation {
  operationId: string;
  security: object[];
  parameters: Parameter[];
  requestBody?: { content: Record<string, { example?: unknown }> };
}

interface SampledRoute {
  method: string;
  path: string;
  operation: SampledOperation;
}

/** Sample values by parameter name, also used for parameters of mounted routes that have the same name. */
const VALUES: Readonly<Record<string, string>> = Object.assign({}, ...operations.map(({ sample }) => sample));

function sampleValue({ name = '', schema = {} }: Parameter, platform: string): string {
  if (name === 'platform') return platform;
  return VALUES[name] ?? String(sampleOf(schema, name));
}

function queryOf({ path, operation }: SampledRoute, platform: string): Readonly<Record<string, string>> {
  const called = actionOf(path);
  if (called !== null) return called.operation.sample;
  const required = operation.parameters.filter((one) => one.in === 'query' && one.required);
  return Object.fromEntries(required.map((one) => [one.name!, sampleValue(one, platform)]));
}

function filledPath({ path, operation }: SampledRoute, platform: string): string {
  const values = new Map(operation.parameters.map((one) => [one.name, sampleValue(one, platform)]));
  return path.replace(/\{([^{}]+)\}/g, (_, name: string) => encodeURIComponent(values.get(name) ?? name));
}

/** A route of an operation, on every platform that has it. */
export const isDataRoute = (path: string) => actionOf(path) !== null;

const actionOf = (path: string) => (path.includes('/app/') ? findAction(path.split('/').at(-1)!) : null);

function clientCall(
  route: SampledRoute,
  at: { path: string; query: Readonly<Record<string, string>>; body: unknown; platform: string },
): ClientCall | null {
  const called = actionOf(route.path);
  const { path, query, body, platform } = at;
  if (called !== null) {
    const { method, shape } = called.operation;
    const variant = called.action.variant === 'economy' ? { variant: 'economy' } : null;
    return { method, isList: shape === 'page', input: { platform, ...query, ...variant } };
  }
  const isTaken = route.method === 'get' || (route.method === 'post' && body !== null);
  return isTaken ? { path, query, body } : null;
}

/** null for routes that no tool calls, such as the economy variants. */
function toolOf(path: string, base: string, platform: string): SampledRequest['tool'] {
  const called = actionOf(path);
  const call = called && toolSample(called.name, platform);
  return call && { url: `${base}/mcp`, ...call };
}

function requestOf(route: SampledRoute, base: string, platform: string): SampledRequest {
  const { method, operation } = route;
  const [path, query] = [filledPath(route, platform), queryOf(route, platform)];
  const body = operation.requestBody?.content['application/json']?.example ?? null;
  const isAdmin = operation.security.some((one) => 'adminToken' in one);
  const isOpen = operation.security.length === 0;
  return {
    method: method.toUpperCase(),
    url: base + path,
    query,
    body,
    credential: isOpen ? null : isAdmin ? 'REELGATE_ADMIN_TOKEN' : 'REELGATE_KEY',
    client: isAdmin || isOpen ? null : clientCall(route, { path, query, body, platform }),
    tool: toolOf(route.path, base, platform),
  };
}

/** What samples need to know of this installation. */
interface SampleFacts {
  base: string;
  platform: string;
  hasTools: boolean;
}

/**
 * The samples of a route. The main ones are side by side, and below each other where the page is narrow. Others are
 * folded, and the shared name lets the browser keep one of them open at a time.
 */
export function samplesHtml(route: SampledRoute, { base, platform, hasTools }: SampleFacts): string {
  const request = requestOf(route, base, platform);
  const samples = samplesOf({ ...request, tool: hasTools ? request.tool : null });
  const block = ({ code }: CodeSample) => `<pre tabindex="0"><code>${escapeHtml(code)}</code></pre>`;
  const name = `sample-${route.operation.operationId}`;
  const main = samples
    .filter(({ isMain }) => isMain)
    .map((one) => `<figure class="sample"><figcaption>${one.language}</figcaption>${block(one)}</figure>`);
  const folded = samples
    .filter(({ isMain }) => !isMain)
    .map((one) => `<details name="${name}"><summary>${one.language}</summary>${block(one)}</details>`);
  return `<div class="side-by-side">${main.join('')}</div><div class="samples">${folded.join('')}</div>`;
}

/** Zeros at the end of a price say nothing. */
export const shortPrice = (price: string) => price.replace(/(\.\d*?[1-9])0+$|\.0+$/, '$1');

/** The prices of the catalog that a documented route stands for: one for each group and platform. */
function pricesOf(path: string, prices: PriceList | null): RoutePrice[] {
  const action = actionOf(path);
  const last = `/app/${path.split('/').at(-1)}`;
  return (prices?.endpoints ?? []).filter((one) =>
    action ? one.path.endsWith(last) && one.purpose === undefined : one.path === path,
  );
}

/**
 * The price of a route over all platforms that have it: one price, or from the lowest to the highest. Empty for free
 * routes.
 */
export function priceHtml({ path }: SampledRoute, prices: PriceList | null): string {
  const own = pricesOf(path, prices).filter(({ unit }) => unit !== 'leg');
  if (own.length === 0) return '';
  const sorted = own.toSorted((a, b) => Number(a.unit_price) - Number(b.unit_price));
  const [least, most] = [sorted[0]!, sorted.at(-1)!];
  const text =
    least.unit_price === most.unit_price
      ? shortPrice(least.unit_price)
      : `${shortPrice(least.unit_price)} to ${shortPrice(most.unit_price)}`;
  return `<span class="price">${text} ${escapeHtml(prices!.currency)} per ${least.unit}</span>`;
}

/** The price on each platform, where there are several. */
export function platformPrices({ path }: SampledRoute, prices: PriceList | null): string {
  const own = pricesOf(path, prices);
  if (own.length < 2 || !isDataRoute(path)) return '';
  const rows = own.map(({ path: priced, unit_price, unit, free_per_day }) => {
    const price =
      unit === 'leg' ? 'sum of the platforms that answer' : `${shortPrice(unit_price)} per ${unit}`;
    return `<tr><td><code>${escapeHtml(priced)}</code></td><td>${price}</td><td>${free_per_day ?? ''}</td></tr>`;
  });
  const heads = ['Path', escapeHtml(prices!.currency), 'Free calls a day'];
  return `<details><summary>Price on each platform</summary>${table(heads, rows)}</details>`;
}

/** A link that opens the playground with this operation; empty for routes that are not operations. */
export function playgroundHtml({ path }: SampledRoute, platform: string): string {
  const called = actionOf(path);
  if (called === null) return '';
  const { operation, action } = called;
  const query = new URLSearchParams({ operation: operation.name, platform, variant: action.variant });
  return `<a class="try" href="/portal#/?${escapeHtml(query.toString())}">Open in playground</a>`;
}

/** The path in the first example of the page. */
export function searchPath(platform: string): string {
  return actionPath('u1', platform, operationActions[0]!.name);
}
