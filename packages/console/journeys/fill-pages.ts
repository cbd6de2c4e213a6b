// Fills a gateway so that each list on a page has rows, some of them with the longest names that are allowed.
import { eventually } from '../../gateway/src/testing/eventually.ts';
import type { Ids } from './pages.ts';
import type { Stage } from './stage.ts';

const LONG_NAME = 'a-customer-with-a-name-as-long-as-names-of-accounts-may-be-here';
const LONG_ID = 'order-4711-of-the-nightly-import-with-a-long-request-id-0123456789';
const SEARCH = '/api/u1/v1/library/app/search_video_v2?keyword=cat';

async function buyCalls(stage: Stage): Promise<string> {
  const headers = { authorization: `Bearer ${stage.key}`, 'x-reelgate-request-id': LONG_ID };
  await fetch(stage.publicUrl + SEARCH, { headers });
  // Fails over from one provider to the other.
  await stage.caller('/api/u1/v1/tube/app/search_video_v2?keyword=harbour');
  const request = 'complained-1';
  await fetch(stage.publicUrl + SEARCH, { headers: { ...headers, 'x-reelgate-request-id': request } });
  await stage.tell(`/api/account/v1/requests/${request}/complaint`, { reason: 'These are dogs.' });
  return LONG_ID;
}

async function gather(stage: Stage): Promise<Pick<Ids, 'collection' | 'watch'>> {
  const path = SEARCH.split('?')[0];
  const { collection } = await stage.tell<{ collection: { id: string } }>('/api/collections/v1', {
    ...{ path, query: { keyword: 'cat' }, items_max: 30, budget: '0.5' },
  });
  const { watch } = await stage.tell<{ watch: { id: string } }>('/api/watches/v1', {
    ...{ path, query: { keyword: 'cat' }, every: '1d', baseline: 'deliver' },
    ...{ budget: { month: '5' }, name: 'Cats of the whole library, each day, with a long name' },
  });
  await stage.tell(`/api/watches/v1/${watch.id}/feed`, {});
  type State = { collection: { state: string } };
  const read = () => stage.caller<State>(`/api/collections/v1/${collection.id}`);
  await eventually(read, (found) => found.collection.state === 'done');
  type Runs = { runs: unknown[] };
  await eventually(
    () => stage.caller<Runs>(`/api/watches/v1/${watch.id}/runs`),
    ({ runs }) => runs.length > 0,
  );
  return { collection: collection.id, watch: watch.id };
}

async function sell(stage: Stage): Promise<void> {
  const expires = new Date(Date.now() + 30 * 86_400_000).toISOString();
  await stage.admin('/accounts', { name: LONG_NAME });
  await stage.admin(`/accounts/${LONG_NAME}/topups`, { amount: '1234567.891234', reference: 'invoice-1' });
  await stage.admin('/accounts/demo/adjustments', { amount: '0.5', reason: 'Rounded by hand, once.' });
  await stage.admin('/accounts/demo/grants', {
    ...{ kind: 'promo', amount: '5', expires_at: expires, reason: 'A welcome to a new customer' },
  });
  await stage.tell('/api/account/v1/topups', { amount: '25' });
  await stage.admin('/invites', { title: 'Clip & Co', contact: 'ann@example.org', credit: '2' });
  await stage.admin('/projects', { account: 'demo', name: 'nightly-import', daily_cap: '5' });
  await stage.admin('/keys', {
    ...{ account: 'demo', name: 'a-key-with-a-long-name-for-the-nightly-import', daily_cap: '2' },
    ...{ monthly_cap: '20', platforms: ['library'], expires_at: expires },
  });
  await stage.admin('/tokens', { name: 'nightly', role: 'viewer' });
}

async function listen(stage: Stage): Promise<void> {
  const url = 'http://127.0.0.1:9/webhooks/of/a/receiver/with/a/long/address';
  await stage.admin('/webhooks', { url });
  await stage.tell('/api/account/v1/webhooks', { url });
  // A low balance is an event.
  await stage.change('/accounts/demo', {
    low_balance: '1000',
    title: 'Demo & Co',
    contact: 'demo@example.org',
  });
  await stage.caller(SEARCH);
}

export async function fillPages(stage: Stage): Promise<Ids> {
  await sell(stage);
  const request = await buyCalls(stage);
  const gathered = await gather(stage);
  await listen(stage);
  await stage.closeMonth();
  type Statements = { statements: { number: number }[] };
  const { statements } = await stage.admin<Statements>('/statements?account=demo');
  type Calls = { calls: { id: string; account_id: string; key_id: string }[] };
  const { calls } = await stage.admin<Calls>('/calls?platform=tube&limit=1');
  return {
    ...{ request, account: calls[0]!.account_id, key: calls[0]!.key_id, call: calls[0]!.id },
    ...{ ...gathered, statement: String(statements[0]!.number) },
  };
}
