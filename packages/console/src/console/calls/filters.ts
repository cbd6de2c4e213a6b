// Owns the filters of the list of calls, as they stand in the address.
import { textIn } from '../../shell/use-url-state.ts';

export const CALL_FILTERS = [
  'account',
  'key',
  'platform',
  'provider',
  'path',
  'state',
  'failure',
  'from',
  'to',
] as const;
export type CallFilterName = (typeof CALL_FILTERS)[number];
export type CallFilters = Record<CallFilterName, string | undefined> & { open: string | undefined };

export function readCallFilters(search: Record<string, unknown>): CallFilters {
  const filters = Object.fromEntries(CALL_FILTERS.map((name) => [name, textIn(search, name)]));
  return { ...(filters as Record<CallFilterName, string | undefined>), open: textIn(search, 'open') };
}
