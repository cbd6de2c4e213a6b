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
const ADDRESS = /https?:\/\//i;

export function endpointOf(
  endpoints: readonly PricedEndpoint[],
  form: PlaygroundForm,
): PricedEndpoint | null {
  const able = endpoints.filter(
    (one) => one.operation === form.operation && one.group === form.group && one.platform === form.platform,
  );
  return able.find(({ variant }) => variant === form.variant) ?? able[0] ?? null;
}

/** What the call is about: readers paste ids, handles and addresses into one field. */
function aboutQuery({ operation, about = '', comment = '' }: PlaygroundForm): Record<string, string> {
  const text = about.trim();
  switch (OPERATIONS[operation].about) {
    case 'keyword':
      return { keyword: text };
    case 'comment':
      return { id: text, comment_id: comment.trim() };
    case 'video':
      return ADDRESS.test(text) ? { url: text } : { id: text };
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

export interface Price {
  most: bigint;
  /** A price for items is known only when they are counted. */
  isExact: boolean;
}

export function priceOf(endpoint: PricedEndpoint, form: PlaygroundForm): Price {
  const unit = parseMicros(endpoint.unit_price);
  if (endpoint.unit !== 'item') return { most: unit, isExact: endpoint.unit === 'call' };
  const items = OPERATIONS[form.operation].paged ? Number(form.count ?? COUNT_DEFAULT) : 1;
  const all = unit * BigInt(items);
  const least = endpoint.minimum === null ? 0n : parseMicros(endpoint.minimum);
  // biome-ignore lint/complexity/useMathMinMax: Math.max takes no integers of this size
  return { most: all > least ? all : least, isExact: false };
}
