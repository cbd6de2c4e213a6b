// Reads how far the customer has come, again and again while the page is visible and a step is open.
import { useQuery } from '@tanstack/react-query';
import { admin } from '../api.ts';
import { chosenOf, doneOf, type Known, STEPS } from './progress.ts';

/** Often enough to see a customer's call while one talks to the customer. */
const LOOK_MS = 4_000;
/** As many entries as are added up on the page; a first month has fewer. */
const ENTRIES_MAX = 100;
const ACCOUNTS_MAX = 100;

export interface Progress extends Known {
  catalog: Awaited<ReturnType<typeof priceList>>;
  calls: Awaited<ReturnType<typeof paidCalls>>;
}

async function priceList() {
  return (await admin('/catalog')).catalog;
}

async function paidCalls(account: string) {
  const query = { account, state: 'settled', limit: 1, totals: false } as const;
  return (await admin('/calls', { query })).calls;
}

/** Facts about an account that exists. */
async function factsOf(account: string) {
  const params = { account };
  const [{ keys }, { sessions }, { entries }, calls, { statements }] = await Promise.all([
    admin('/keys', { query: { account, limit: 10 } }),
    admin('/sessions', { query: { limit: 50 } }),
    admin('/accounts/{account}/entries', { params, query: { limit: ENTRIES_MAX } }),
    paidCalls(account),
    admin('/statements', { query: { account, limit: 1 } }),
  ]);
  return { keys, sessions, entries, calls, statements };
}

async function readProgress(id: string | undefined): Promise<Progress> {
  const [{ accounts }, catalog] = await Promise.all([
    admin('/accounts', { query: { limit: ACCOUNTS_MAX } }),
    priceList(),
  ]);
  const account = chosenOf(accounts, id);
  if (account !== null) return { account, catalog, ...(await factsOf(account.id)) };
  return { account, catalog, keys: [], sessions: [], entries: [], calls: [], statements: [] };
}

export function useProgress(id: string | undefined) {
  return useQuery({
    queryKey: ['first-customer', id ?? ''],
    queryFn: () => readProgress(id),
    refetchInterval: ({ state: { data } }) => {
      const done = data && doneOf(data, true);
      return done && STEPS.every((step) => done[step]) ? false : LOOK_MS;
    },
  });
}
