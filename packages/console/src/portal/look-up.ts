// Finds what a pasted id names: a key of the account, the account itself, a collection, a watch, or a call by its request id.
import type { QueryClient } from '@tanstack/react-query';
import type { FoundId } from '../shell/Finder.tsx';
import { balanceQuery, portal } from './api.ts';

interface Words {
  key: string;
  account: string;
  receipt: string;
  collection: string;
  watch: string;
}

/** Ids contain no spaces and are longer than most words. */
const ID = /^[\x21-\x7e]{6,}$/;
const KEYS_FRESH_MS = 60_000;

async function keysNamed(queries: QueryClient, id: string, kind: string): Promise<FoundId[]> {
  const { keys } = await queries.fetchQuery({
    queryKey: ['keys'],
    queryFn: () => portal('/account/v1/keys'),
    staleTime: KEYS_FRESH_MS,
  });
  // A whole secret may be pasted too: it begins with the prefix of its key.
  const named = keys.filter((key) => key.id === id || id.startsWith(key.prefix));
  return named.map((key) => ({ to: '/keys', label: key.name, kind }));
}

async function callNamed(id: string, kind: string): Promise<FoundId[]> {
  try {
    const { call } = await portal('/account/v1/requests/{request_id}', { params: { request_id: id } });
    return [
      {
        to: `/receipts/${encodeURIComponent(id)}`,
        label: id,
        kind: `${kind} · ${call.platform} · ${call.operation}`,
      },
    ];
  } catch {
    return [];
  }
}

/** A collection or a watch, by the prefix of its id. */
async function gatheredNamed(id: string, words: Words): Promise<FoundId[]> {
  try {
    if (id.startsWith('col_')) {
      const { collection } = await portal('/collections/v1/{collection}', { params: { collection: id } });
      return [{ to: `/collections/${id}`, label: collection.name ?? id, kind: words.collection }];
    }
    if (id.startsWith('wat_')) {
      const { watch } = await portal('/watches/v1/{watch}', { params: { watch: id } });
      return [{ to: `/watches/${id}`, label: watch.name ?? id, kind: words.watch }];
    }
  } catch {}
  return [];
}

export async function lookUpOwn(queries: QueryClient, id: string, words: Words): Promise<FoundId[]> {
  if (!ID.test(id)) return [];
  const keys = await keysNamed(queries, id, words.key);
  if (keys.length > 0) return keys;
  const { account } = await queries.ensureQueryData(balanceQuery);
  if (account.id === id) return [{ to: '/balance', label: account.name, kind: words.account }];
  const gathered = await gatheredNamed(id, words);
  return gathered.length > 0 ? gathered : callNamed(id, words.receipt);
}
