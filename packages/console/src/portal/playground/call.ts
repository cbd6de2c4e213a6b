// Owns the call that a form stands for: path, query, and the most that it may cost. Pure; the same call is shown as code and made.
import type { PricedEndpoint } from '../../api/api-types.ts';
import { parseMicros } from '../../money/money.ts';
import { FILTERS, type PlaygroundForm } from './form.ts';
import { OPERATIONS } from './operations.ts';

export interface Call {
  path: string;
  query: Record<string, string>;
  endpoint: PricedEndpoint;
}

/** As many as the routes give when nobody says a number. */
export const COUNT_DEFAULT = 20;
/** What begins like this, or holds it, is an address and no id. */
export const ADDRESS = /https?:\/\//i;

export function endpointOf(
  endpoints: readonly PricedEndpoint[],
  form: PlaygroundForm,
): PricedEndpoint | null {
  const able = endpoints.filter(
    (one) => one.operation === form.operation && one.group === form.group && one.platform === form.platform,
  );
  return able.find(({ variant }) => variant === form.variant) ?? able[0] ?? null;
}

/** Several videos by their ids, where one call may ask for several. */
function idsIn({ operation, group, about = '' }: PlaygroundForm): string[] {
  if (!OPERATIONS[operation].several || group !== 'u1' || ADDRESS.test(about)) return [];
  return about.split(',').flatMap((id) => (id.trim() === '' ? [] : [id.trim()]));
}

/** What the call is about: readers paste ids, handles and addresses into one field. */
function aboutQuery(form: PlaygroundForm): Record<string, string> {
  const { operation, about = '', comment = '' } = form;
  const text = about.trim();
  switch (OPERATIONS[operation].about) {
    case 'keyword':
      // No platform finds anything by an address as a keyword, and an empty answer is charged like any other.
      return { keyword: ADDRESS.test(text) ? '' : text };
    case 'comment':
      return { id: text, comment_id: comment.trim() };
    case 'video':
      if (ADDRESS.test(text)) return { url: text };
      return idsIn(form).length > 1 ? { ids: idsIn(form).join(',') } : { id: text };
    case 'author':
      if (ADDRESS.test(text)) return { url: text };
      return text.startsWith('@') ? { handle: text.slice(1) } : { author_id: text };
  }
}

function filterQuery(form: PlaygroundForm): Record<string, string> {
  const { filtered, sorts } = OPERATIONS[form.operation];
  const names = filtered ? FILTERS : sorts.length > 0 ? (['sort'] as const) : [];
  return Object.fromEntries(names.flatMap((name) => (form[name] === undefined ? [] : [[name, form[name]]])));
}

/** Null while something that the route needs is missing. */
export function callOf(endpoints: readonly PricedEndpoint[], form: PlaygroundForm): Call | null {
  const endpoint = endpointOf(endpoints, form);
  const about = aboutQuery(form);
  if (endpoint === null || Object.values(about).some((value) => value === '')) return null;
  const count = OPERATIONS[form.operation].paged && form.count !== undefined ? { count: form.count } : {};
  return { path: endpoint.path, endpoint, query: { ...about, ...filterQuery(form), ...count } };
}

/** Two forms that ask for the same thing, so that one request id may stand for both. */
export function isSameCall(one: Pick<Call, 'path' | 'query'>, other: Pick<Call, 'path' | 'query'>): boolean {
  return wordsOf(one) === wordsOf(other);
}

function wordsOf({ path, query }: Pick<Call, 'path' | 'query'>): string {
  return JSON.stringify([path, Object.entries(query).toSorted(([a], [b]) => (a < b ? -1 : 1))]);
}

export interface Price {
  most: bigint;
  /** A price for items is known only when they are counted. */
  isExact: boolean;
}

/** What the price is for, of an endpoint or of one platform in a search over many. */
type Priced = Pick<PricedEndpoint, 'unit_price' | 'minimum'> & { unit: 'call' | 'item' | 'leg' };

function mostOf({ unit, unit_price, minimum }: Priced, items: number): bigint {
  const price = parseMicros(unit_price);
  if (unit !== 'item') return price;
  const all = price * BigInt(items);
  const least = minimum === null ? 0n : parseMicros(minimum);
  // biome-ignore lint/complexity/useMathMinMax: Math.max takes no integers of this size
  return all > least ? all : least;
}

export function priceOf(endpoint: PricedEndpoint, form: PlaygroundForm): Price {
  const { unit, legs } = endpoint;
  const items = OPERATIONS[form.operation].paged ? Number(form.count ?? COUNT_DEFAULT) : 1;
  if (unit === 'leg' && legs !== undefined) {
    // Each platform is asked for a whole page, however small the caller's is.
    const asked = Math.max(items, COUNT_DEFAULT);
    return { most: legs.reduce((sum, leg) => sum + mostOf(leg, asked), 0n), isExact: false };
  }
  const several = idsIn(form).length;
  if (several > 1) return { most: mostOf(endpoint, 1) * BigInt(several), isExact: false };
  return { most: mostOf(endpoint, items), isExact: unit === 'call' };
}
