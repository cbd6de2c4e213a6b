// The question of a new collection or watch, from the fields of the playground's form. Pure.
import type { PricedEndpoint } from '../../api/api-types.ts';
import { billedPath } from '../../gathering/gathered.ts';
import { parseMicros } from '../../money/money.ts';
import { callOf } from '../playground/call.ts';
import type { PlaygroundForm } from '../playground/form.ts';
import { isOperation, OPERATIONS } from '../playground/operations.ts';

export interface Question {
  path: string;
  query: Record<string, string>;
}

/** Lists of a single platform in the unified form: nothing else can be collected or watched. */
function isList({ group, operation, unit }: PricedEndpoint): boolean {
  return group === 'u1' && unit !== 'leg' && isOperation(operation) && OPERATIONS[operation].paged;
}

/** Endpoints of the list of prices that callers can call. The others are prices of pages and runs. */
export function interactive(endpoints: readonly PricedEndpoint[]): PricedEndpoint[] {
  return endpoints.filter(({ path }) => !/^\/api\/[^/]+\/v1\/[^/]+\/(?:collect|watch)\//.test(path));
}

export function gatherable(endpoints: readonly PricedEndpoint[]): PricedEndpoint[] {
  return interactive(endpoints).filter(isList);
}

/** null while a required field is empty. Pages have the size that the gateway chooses. */
export function questionOf(endpoints: readonly PricedEndpoint[], form: PlaygroundForm): Question | null {
  const call = callOf(endpoints, { ...form, count: undefined });
  return call && { path: call.path, query: call.query };
}

/** One question for each line of the text; null while a required field is empty. */
export function questionsOf(
  endpoints: readonly PricedEndpoint[],
  form: PlaygroundForm,
): { path: string; queries: Record<string, string>[] } | null {
  const lines = (form.about ?? '').split('\n').filter((line) => line.trim() !== '');
  const asked = (lines.length === 0 ? [form.about] : lines).map((about) =>
    questionOf(endpoints, { ...form, about }),
  );
  const found = asked.filter((question) => question !== null);
  if (found.length < asked.length) return null;
  return { path: found[0]!.path, queries: found.map(({ query }) => query) };
}

type Purpose = 'collect' | 'watch';

/** The price of pages or runs of this path; null where the list of prices does not name it. */
export function priceFor(
  endpoints: readonly PricedEndpoint[],
  path: string,
  purpose: Purpose,
): PricedEndpoint | null {
  return endpoints.find((one) => one.path === billedPath(path, purpose)) ?? null;
}

/** The most that a collection can cost: never more than its budget, and less if its items cost less. */
export function mostOf(price: PricedEndpoint | null, itemsMax: number, budget: bigint): bigint {
  // A minimum is charged for each page, and a price per call too; how many pages there will be is not known.
  if (price === null || price.unit !== 'item' || (price.minimum !== null && parseMicros(price.minimum) > 0n))
    return budget;
  const items = parseMicros(price.unit_price) * BigInt(itemsMax);
  return items < budget ? items : budget;
}

/** Opens the form of a new collection or watch with the question of the playground. */
export function gatherLink(page: 'collections' | 'watches', form: PlaygroundForm): string {
  const fields = Object.entries(form).filter(
    (field): field is [string, string] => field[1] !== undefined && field[0] !== 'count',
  );
  return `#/${page}/new?${new URLSearchParams(fields)}`;
}

/** True if this question of the playground can be collected and watched. */
export function isGatherable(endpoints: readonly PricedEndpoint[], form: PlaygroundForm): boolean {
  return gatherable(endpoints).some(
    (one) => one.operation === form.operation && one.platform === form.platform && one.group === form.group,
  );
}
