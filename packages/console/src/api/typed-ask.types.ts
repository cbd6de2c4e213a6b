// Compile-time test: calls that the table of routes does not have must not compile. `npm run types` checks this file; it is never run.
import { admin } from '../console/api.ts';
import { portal } from '../portal/api.ts';

const params = { account: 'acc_1' };
const body = { kind: 'promo', amount: '5.00', reason: 'thanks' } as const;

/** Positive control: correct calls, each of which one mistake below makes wrong. */
export async function right(): Promise<string[]> {
  const { grants } = await admin('/accounts/{account}/grants', {
    params,
    query: { limit: 50, cursor: null },
  });
  const { grant } = await admin('/accounts/{account}/grants', { method: 'POST', params, body });
  const { account } = await portal('/account/v1/balance');
  return [...grants.map(({ id }) => id), grant.id, account.id];
}

export async function wrong(): Promise<unknown[]> {
  return [
    // @ts-expect-error a path that no route has
    admin('/accounts/{account}/gifts', { params }),
    // @ts-expect-error a path of the console in the portal
    portal('/admin/v1/status'),
    // @ts-expect-error a path that is already filled in
    admin('/accounts/acc_1/grants', {}),
    // @ts-expect-error a method that the path does not have
    admin('/accounts/{account}/grants', { method: 'DELETE', params }),
    // @ts-expect-error a path without a GET asked for without a method
    admin('/keys/{key}/revoke', { params: { key: 'key_1' } }),
    // @ts-expect-error no parameters
    admin('/accounts/{account}/grants', {}),
    // @ts-expect-error no parameters, and nothing else
    admin('/accounts/{account}/grants'),
    // @ts-expect-error a parameter of another name
    admin('/accounts/{account}/grants', { params: { id: 'acc_1' } }),
    // @ts-expect-error a field that the query does not have
    admin('/accounts/{account}/grants', { params, query: { page: 2 } }),
    // @ts-expect-error a query for a route that takes none
    admin('/status', { query: { limit: 1 } }),
    // @ts-expect-error a value that the query does not take
    admin('/calls', { query: { state: 'open' } }),
    // @ts-expect-error no query where one field of it is required
    admin('/lookup'),
    // @ts-expect-error no body
    admin('/accounts/{account}/grants', { method: 'POST', params }),
    // @ts-expect-error a field of the body is missing
    admin('/accounts/{account}/grants', { method: 'POST', params, body: { kind: 'promo', amount: '5.00' } }),
    // @ts-expect-error a field that the body does not have
    admin('/accounts/{account}/grants', { method: 'POST', params, body: { ...body, noSuchField: 'x' } }),
    // @ts-expect-error a value that the body does not take
    admin('/accounts/{account}/grants', { method: 'POST', params, body: { ...body, kind: 'gift' } }),
    // @ts-expect-error a body with a GET
    admin('/accounts/{account}/grants', { params, body }),
    // @ts-expect-error a field that the answer does not have
    (await admin('/accounts/{account}/grants', { params })).rows,
    // @ts-expect-error the answer of the other method
    (await admin('/accounts/{account}/grants', { method: 'POST', params, body })).grants,
    // @ts-expect-error a field of a row that the answer does not have
    (await admin('/accounts/{account}/grants', { params })).grants[0]?.owner,
  ];
}
