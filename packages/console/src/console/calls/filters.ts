// The filters of the list of calls, as the address holds them.
import type { AdminListCallsQuery } from '../../api/api-types.ts';
import { adminListCallsStateChoices } from '../../api/bounds.ts';
import { textIn } from '../../shell/use-url-state.ts';

export const CALL_FILTERS = [
  'account',
  'key',
  'platform',
  'provider',
  'path',
  'state',
  'failure',
  'of',
  'from',
  'to',
] as const satisfies (keyof AdminListCallsQuery)[];
export type CallFilterName = (typeof CALL_FILTERS)[number];
type State = AdminListCallsQuery['state'];
export type CallFilters = Record<Exclude<CallFilterName, 'state'>, string | undefined> & {
  state: State | undefined;
  open: string | undefined;
};

export function readCallFilters(search: Record<string, unknown>): CallFilters {
  const filters = Object.fromEntries(CALL_FILTERS.map((name) => [name, textIn(search, name)]));
  return {
    ...(filters as Record<CallFilterName, string | undefined>),
    state: adminListCallsStateChoices.find((state) => state === filters.state),
    open: textIn(search, 'open'),
  };
}
