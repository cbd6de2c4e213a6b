// Owns what an empty data folder is given: prices, an account with money, a key, an admin token. It runs once; on any
// later start it finds a catalog and does nothing, so no secret is ever shown twice.
import { accountCreate } from './admin/account-create.ts';
import { accountTopup } from './admin/account-topup.ts';
import type { AdminCaller, AdminDeps } from './admin/deps.ts';
import { keyCreate } from './admin/key-create.ts';
import { tokenCreate } from './admin/token-create.ts';
import type { Config } from './config.ts';
import { type Failure, isFailure } from './domain/failure.ts';
import type { Storage } from './storage/storage.ts';

export interface FirstStart {
  accountName: string;
  apiKey: string;
  adminToken: string;
}

const DEMO_ACCOUNT = 'demo';
const DEMO_BALANCE = '10.00';
const caller: AdminCaller = { actor: 'first-start' };

/** The prices of the configuration become catalog version 1; from then on the database holds the catalog. */
export async function seedCatalog(storage: Storage, config: Config): Promise<boolean> {
  if ((await storage.catalog.all()).length > 0) return false;
  const { currency, endpoints } = config.prices;
  const draft = { currency, endpoints, overrides: [], effectiveFromMs: 0 };
  await storage.catalog.publish({ ...caller, draft, note: 'from the configuration' });
  return true;
}

export async function seedDemo(deps: AdminDeps): Promise<FirstStart> {
  const params = { account: DEMO_ACCOUNT };
  done(await accountCreate.run(deps, { params: {}, query: {}, body: { name: DEMO_ACCOUNT } }, caller));
  const money = { amount: DEMO_BALANCE, reference: 'first-start', reason: 'to try the gateway with' };
  done(await accountTopup.run(deps, { params, query: {}, body: money }, caller));
  const key = { account: DEMO_ACCOUNT, name: 'first key' };
  const { secret: apiKey } = done(await keyCreate.run(deps, { params: {}, query: {}, body: key }, caller));
  const token = { name: 'first token' };
  const { secret: adminToken } = done(
    await tokenCreate.run(deps, { params: {}, query: {}, body: token }, caller),
  );
  return { accountName: DEMO_ACCOUNT, apiKey, adminToken };
}

/** Nothing of the above can be refused on an empty database. */
function done(result: object | Failure): { secret: string } {
  if (isFailure(result)) throw new Error(`first start: ${result.detail}`);
  return result as { secret: string };
}
