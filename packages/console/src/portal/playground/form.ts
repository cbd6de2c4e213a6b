// The fields of the playground's form, as the address holds them.
import type { PricedEndpoint } from '../../api/api-types.ts';
import { searchVideosGroupChoices } from '../../api/bounds.ts';
import { textIn } from '../../shell/use-url-state.ts';
import { isOperation, OPERATION_NAMES, OPERATIONS, type OperationName, SEARCH } from './operations.ts';

/** Filters, named as in the routes. */
const FILTERS = [
  'sort',
  'duration',
  'published_after',
  'published_before',
  'language',
  'kind',
  'region',
  'category',
  'period',
  'license',
  'safe',
  'orientation',
  'min_height',
  'filters',
] as const;
export type FilterName = (typeof FILTERS)[number];

/** The filters that this operation takes. */
export function filtersOf(operation: OperationName): FilterName[] {
  const taken: readonly string[] = OPERATIONS[operation].parameters;
  return FILTERS.filter((name) => taken.includes(name));
}

export type PlaygroundForm = {
  operation: OperationName;
  platform: string | undefined;
  group: Group;
  variant: 'stable' | 'economy';
  /** A keyword, an id, a handle or a web address. */
  about: string | undefined;
  comment: string | undefined;
  count: string | undefined;
} & Record<FilterName, string | undefined>;

/** Ignores anything but a number with as many digits as the routes accept. */
function countIn(search: Record<string, unknown>): string | undefined {
  const count = textIn(search, 'count');
  return count !== undefined && /^\d{1,2}$/.test(count) ? count : undefined;
}

export function readForm(search: Record<string, unknown>): PlaygroundForm {
  const operation = textIn(search, 'operation') ?? '';
  const filters = Object.fromEntries(FILTERS.map((name) => [name, textIn(search, name)]));
  return {
    ...(filters as Record<FilterName, string | undefined>),
    operation: isOperation(operation) ? operation : SEARCH,
    platform: textIn(search, 'platform'),
    group: search.group === 'u2' ? 'u2' : 'u1',
    variant: search.variant === 'economy' ? 'economy' : 'stable',
    about: textIn(search, 'about'),
    comment: textIn(search, 'comment'),
    count: countIn(search),
  };
}

export type Group = (typeof searchVideosGroupChoices)[number];

/** What can be chosen in the form. The key decides which groups are offered. */
export interface Offer {
  groups: readonly Group[];
  operations: readonly OperationName[];
  platforms: readonly string[];
}

/** The form with every unavailable choice replaced by the first available one. */
export function fitForm(
  endpoints: readonly PricedEndpoint[],
  asked: PlaygroundForm,
): { form: PlaygroundForm; offer: Offer } | null {
  const known = endpoints.filter(({ operation }) => isOperation(operation));
  const groups = searchVideosGroupChoices.filter((group) => known.some((one) => one.group === group));
  const group = pick(groups, asked.group);
  const sold = known.filter((one) => one.group === group);
  const operations = OPERATION_NAMES.filter((name) => sold.some((one) => one.operation === name));
  const operation = pick(operations, asked.operation);
  const able = sold.filter((one) => one.operation === operation);
  const platforms = [...new Set(able.map(({ platform }) => platform))];
  if (group === undefined || operation === undefined) return null;
  const form = { ...asked, group, operation, platform: pick(platforms, asked.platform) };
  return { form, offer: { groups, operations, platforms } };
}

function pick<Value>(choices: readonly Value[], wanted: Value | undefined): Value | undefined {
  return choices.find((one) => one === wanted) ?? choices[0];
}
