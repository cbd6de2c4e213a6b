// The call that a form describes: path, query and price ceiling. Pure. The code samples and the button use the same call.
import type { PricedEndpoint } from '../../api/api-types.ts';
import { parseMicros } from '../../money/money.ts';
import { filtersOf, type PlaygroundForm } from './form.ts';
import { OPERATIONS } from './operations.ts';

export interface Call {
  path: string;
  query: Record<string, string>;
  endpoint: PricedEndpoint;
}

/** The routes' own default. */
export const COUNT_DEFAULT = 20;
/** A text that contains this is a web address and not an id. */
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

/** Ids of several videos, if the operation takes several in one call. */
function idsIn({ operation, group, about = '' }: PlaygroundForm): string[] {
  if (!OPERATIONS[operation].several || group !== 'u1' || ADDRESS.test(about)) return [];
  return about.split(',').flatMap((id) => (id.trim() === '' ? [] : [id.trim()]));
}

/** The query of what the reader typed: an id, a handle, an address or a keyword. */
function aboutQuery(form: PlaygroundForm): Record<string, string> {
  const { operation, about = '', comment = '' } = form;
  const text = about.trim();
  switch (OPERATIONS[operation].about) {
    case 'keyword':
      // No platform finds anything by an address as a keyword, and an empty answer is charged too.
      return { keyword: ADDRESS.test(text) ? '' : text };
    case 'comment':
      return { id: text, comment_id: comment.trim() };
    case 'video':
      if (ADDRESS.test(text)) return { url: text };
      return idsIn(form).length > 1 ? { ids: idsIn(form).join(',') } : { id: text };
    case 'author':
      if (ADDRESS.test(text)) return { url: text };
      return text.startsWith('@') ? { handle: text.slice(1) } : { author_id: text };
    case 'playlist':
      return ADDRESS.test(text) ? { url: text } : { playlist_id: text };
    case 'nothing':
      return {};
  }
}

function filterQuery(form: PlaygroundForm): Record<string, string> {
  const names = filtersOf(form.operation);
  return Object.fromEntries(names.flatMap((name) => (form[name] === undefined ? [] : [[name, form[name]]])));
}

/** null while a required field is empty. */
export function callOf(endpoints: readonly PricedEndpoint[], form: PlaygroundForm): Call | null {
  const endpoint = endpointOf(endpoints, form);
  const about = aboutQuery(form);
  if (endpoint === null || Object.values(about).some((value) => value === '')) return null;
  const count = OPERATIONS[form.operation].paged && form.count !== undefined ? { count: form.count } : {};
  return { path: endpoint.path, endpoint, query: { ...about, ...filterQuery(form), ...count } };
}

/** True if both calls ask for the same, so that one request id may stand for both. */
export function isSameCall(one: Pick<Call, 'path' | 'query'>, other: Pick<Call, 'path' | 'query'>): boolean {
  return wordsOf(one) === wordsOf(other);
}

function wordsOf({ path, query }: Pick<Call, 'path' | 'query'>): string {
  return JSON.stringify([path, Object.entries(query).toSorted(([a], [b]) => (a < b ? -1 : 1))]);
}

export interface Price {
  most: bigint;
  /** False for a price by item: the sum is known only after the items are counted. */
  isExact: boolean;
}

/** The price of an endpoint, or of one platform in a search over several. */
type Priced = Pick<PricedEndpoint, 'unit_price' | 'minimum'> & { unit: 'call' | 'item' | 'leg' };

function mostOf({ unit, unit_price, minimum }: Priced, items: number): bigint {
  const price = parseMicros(unit_price);
  if (unit !== 'item') return price;
  const all = price * BigInt(items);
  const least = minimum === null ? 0n : parseMicros(minimum);
  if (all < least) return least;
  return all;
}

export function priceOf(endpoint: PricedEndpoint, form: PlaygroundForm): Price {
  const { unit, legs } = endpoint;
  const items = OPERATIONS[form.operation].paged ? Number(form.count ?? COUNT_DEFAULT) : 1;
  if (unit === 'leg' && legs !== undefined) {
    // Each platform is asked for a whole page, even if the caller wants fewer items.
    const asked = Math.max(items, COUNT_DEFAULT);
    return { most: legs.reduce((sum, leg) => sum + mostOf(leg, asked), 0n), isExact: false };
  }
  const several = idsIn(form).length;
  if (several > 1) return { most: mostOf(endpoint, 1) * BigInt(several), isExact: false };
  return { most: mostOf(endpoint, items), isExact: unit === 'call' };
}
