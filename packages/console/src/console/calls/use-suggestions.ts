// What the filter box of calls suggests for a typed text: accounts and keys are searched by the gateway; paths and platforms are those of
// the last thirty days; providers, states and failure codes are known.
import { useQuery } from '@tanstack/react-query';
import { adminListAccountsSearchMaxLength, adminListCallsStateChoices } from '../../api/bounds.ts';
import type { Suggestion } from '../../parts/FilterBox.tsx';
import { useDebounced } from '../../shell/use-debounced.ts';
import { useCommonText } from '../../text/common.ts';
import { daysAgo } from '../../time/time.ts';
import { admin } from '../api.ts';
import { FAILURE_CODES } from './failure-codes.ts';
import type { CallFilterName } from './filters.ts';
import { useCallsText } from './text.ts';

/** The name of each filter of calls, as people read it. */
export function useFilterLabels(): Record<CallFilterName, string> {
  const text = useCallsText();
  const common = useCommonText();
  return {
    account: text.account,
    key: text.key,
    platform: text.platform,
    provider: common.provider,
    path: common.path,
    state: common.state,
    failure: text.failure,
    of: text.madeFor,
    from: text.from,
    to: text.to,
  };
}

/** Suggestions of one kind; a longer text finds fewer. */
const EACH_MAX = 6;
const USED_DAYS = 30;
const STALE_MS = 300_000;

interface Known {
  paths: readonly string[];
  platforms: readonly string[];
  providers: readonly string[];
}

async function askKnown(): Promise<Known> {
  const [usage, { providers }] = await Promise.all([
    admin('/usage/by', { query: { by: 'path', from: daysAgo(USED_DAYS - 1) } }),
    admin('/providers'),
  ]);
  const paths = usage.rows.map(({ groups }) => groups[0]!);
  // Every billed path is `/api/<group>/v1/<platform>/…`.
  const platforms = [...new Set(paths.map((path) => path.split('/')[4] ?? ''))];
  return { paths, platforms, providers: providers.map(({ name }) => name) };
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const GATHERED = /^(col|wat)_[A-Za-z0-9]+$/;

export function useSuggestions(typed: string, isOpen: boolean) {
  const common = useCommonText();
  const labels = useFilterLabels();
  const words = typed.trim();
  const search = useDebounced(words).slice(0, adminListAccountsSearchMaxLength);
  const known = useQuery({
    queryKey: ['known names'],
    queryFn: askKnown,
    enabled: isOpen,
    staleTime: STALE_MS,
  });
  const found = useQuery({
    queryKey: ['names', search],
    queryFn: () =>
      Promise.all([
        admin('/accounts', { query: { search, limit: EACH_MAX } }),
        admin('/keys', { query: { search, limit: EACH_MAX } }),
      ]),
    enabled: isOpen && search !== '',
    staleTime: STALE_MS,
  });
  const low = words.toLowerCase();
  const one = (name: CallFilterName, value: string, label = value, note?: string): Suggestion => ({
    ...{ name, value, label, note },
    kind: labels[name],
  });
  const fits = ({ kind, label, value }: Suggestion) =>
    [kind, label, value].some((text) => text.toLowerCase().includes(low));
  const some = (all: readonly Suggestion[]) => all.filter(fits).slice(0, EACH_MAX);
  // Until the gateway has searched for what is typed now, it has found something else.
  const [accounts, keys] = words === '' || search !== words ? [] : (found.data ?? []);
  const days = DAY.test(words) ? [one('from', words), one('to', words)] : [];
  const suggestions = [
    ...days,
    ...(GATHERED.test(words) ? [one('of', words)] : []),
    ...some(adminListCallsStateChoices.map((state) => one('state', state, common.states[state]))),
    ...some((known.data?.platforms ?? []).map((name) => one('platform', name))),
    ...some((known.data?.providers ?? []).map((name) => one('provider', name))),
    ...some((known.data?.paths ?? []).map((path) => one('path', path))),
    ...(words === '' ? [] : some(FAILURE_CODES.map((code) => one('failure', code)))),
    // Last, because they arrive last: what is chosen already must not move.
    ...(accounts?.accounts ?? []).map(({ name, title }) => one('account', name, name, title ?? undefined)),
    ...(keys?.keys ?? []).map(({ id, name, account_name }) => one('key', id, name, account_name)),
  ];
  return { suggestions, isLoading: known.isLoading || found.isLoading || search !== words };
}
