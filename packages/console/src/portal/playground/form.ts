// Owns what the reader has filled in, as it stands in the address.
import { textIn } from '../../shell/use-url-state.ts';
import { isOperation, type OperationName } from './operations.ts';

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
  group: 'u1' | 'u2';
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
    operation: isOperation(operation) ? operation : 'video.search',
    platform: textIn(search, 'platform'),
    group: search.group === 'u2' ? 'u2' : 'u1',
    variant: search.variant === 'economy' ? 'economy' : 'stable',
    about: textIn(search, 'about'),
    comment: textIn(search, 'comment'),
    count: countIn(search),
  };
}
