// Owns what the reader has filled in, as it stands in the address.
import type { PricedEndpoint } from '../../api/api-types.ts';
import { searchVideosGroupChoices } from '../../api/bounds.ts';
import { textIn } from '../../shell/use-url-state.ts';
import { isOperation, OPERATION_NAMES, type OperationName, SEARCH } from './operations.ts';

/** Filters by the names that the routes have for them. */
export const FILTERS = [
  'sort',
  'duration',
  'published_after',
  'published_before',
  'language',
  'region',
  'license',
  'safe',
  'orientation',
  'min_height',
  'filters',
] as const;
export type FilterName = (typeof FILTERS)[number];

export type PlaygroundForm = {
  operation: OperationName;
  platform: string | undefined;
  group: Group;
  variant: 'stable' | 'economy';
  /** A keyword, an id, a handle or an address. */
  about: string | undefined;
  comment: string | undefined;
  count: string | undefined;
} & Record<FilterName, string | undefined>;

/** As many digits as the routes take; anything else in the address is as if it were not there. */
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

/** What a form can be set to: the key of the calls decides which groups it is sold. */
export interface Offer {
  groups: readonly Group[];
  operations: readonly OperationName[];
  platforms: readonly string[];
}

/** The form as far as it can be asked for. What is not sold gives way to the first that is, so that no form is ever without a choice. */
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
