// What the reference page adds to a documented route: a request that can be sent as it is, its price, and a link to
// the playground.
import { actionPath, findAction, operationActions, operations } from '../operations/index.ts';
import { escapeHtml } from './docs-fields.ts';
import { type SampledRequest, samplesOf } from './docs-samples.ts';
import type { JsonSchema } from './schema.ts';
import { sampleOf } from './schema-sample.ts';

export interface RoutePrice {
  path: string;
  unit_price: string;
  unit: string;
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
export interface SampledOperation {
  operationId: string;
  security: object[];
  parameters: Parameter[];
  requestBody?: { content: Record<string, { example?: unknown }> };
}

export interface SampledRoute {
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

const actionOf = (path: string) => (path.includes('/app/') ? findAction(path.split('/').at(-1)!) : null);

function clientCall(
  route: SampledRoute,
  at: { path: string; query: object; body: unknown; platform: string },
) {
  const called = actionOf(route.path);
  const { query, platform } = at;
  if (called !== null) {
    const variant = called.action.variant === 'economy' ? { variant: 'economy' } : {};
    return `${called.operation.method}(${JSON.stringify({ platform, ...query, ...variant })})`;
  }
  const isTaken = route.method === 'get' || (route.method === 'post' && at.body !== null);
  if (!isTaken) return null;
  const given = [
    JSON.stringify(at.path),
    JSON.stringify(query),
    ...(at.body === null ? [] : ['{}', JSON.stringify(at.body)]),
  ];
  return `request(${given.join(', ')})`;
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
  };
}

/** The samples of a route, one tab per language. The shared name lets the browser keep one open at a time. */
export function samplesHtml(route: SampledRoute, base: string, platform: string): string {
  const name = `sample-${route.operation.operationId}`;
  const parts = samplesOf(requestOf(route, base, platform)).map(
    ({ language, code }, i) =>
      `<details name="${name}"${i === 0 ? ' open' : ''}><summary>${language}</summary><pre tabindex="0"><code>${escapeHtml(code)}</code></pre></details>`,
  );
  return `<div class="samples">${parts.join('')}</div>`;
}

const written = (price: string) => price.replace(/(\.\d*?[1-9])0+$|\.0+$/, '$1');

/**
 * The price of a route over all platforms that have it: one price, or from the lowest to the highest. Empty for free
 * routes.
 */
export function priceHtml({ path }: SampledRoute, prices: PriceList | null): string {
  const action = actionOf(path);
  const last = `/app/${path.split('/').at(-1)}`;
  const own = (prices?.endpoints ?? []).filter((one) =>
    action ? one.path.endsWith(last) && one.unit !== 'leg' : one.path === path,
  );
  if (own.length === 0) return '';
  const sorted = own.toSorted((a, b) => Number(a.unit_price) - Number(b.unit_price));
  const [least, most] = [sorted[0]!, sorted.at(-1)!];
  const text =
    least.unit_price === most.unit_price
      ? written(least.unit_price)
      : `${written(least.unit_price)} to ${written(most.unit_price)}`;
  return `<span class="price">${text} ${escapeHtml(prices!.currency)} per ${least.unit}</span>`;
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
