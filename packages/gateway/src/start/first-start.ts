// Fills an empty database: prices, an account with money, a key, an admin token. It runs once; a later start finds an
// account or a token and does nothing, so no secret is shown twice.

import { accessSync, constants, existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../config/config.ts';
import { type CatalogDraft, soldPaths } from '../domain/catalog.ts';
import { type Failure, isFailure } from '../domain/failure.ts';
import { accountCreate, accountTopup } from '../features/accounts/account.admin.ts';
import { keyCreate } from '../features/keys/key.admin.ts';
import { tokenCreate } from '../features/tokens/token.admin.ts';
import { pricesWithMounts } from '../mounts/prices.ts';
import { StartRefused } from '../process/start-refused.ts';
import type { Storage } from '../storage/storage.ts';
import type { AdminCaller, AdminDeps } from '../verb/deps.ts';

export interface FirstStart {
  accountName: string;
  apiKey: string;
  adminToken: string;
}

const DEMO_ACCOUNT = 'demo';
const DEMO_BALANCE = '10.00';
const caller: AdminCaller = { actor: 'first-start' };

/**
 * The prices of the configuration become version 1 of the catalog. From then on the catalog in the database applies.
 */
export async function seedCatalog(
  storage: Storage,
  config: Config,
  freeOnlyPaths: readonly string[],
): Promise<void> {
  if ((await storage.catalog.all()).length > 0) return;
  const draft = draftOf(config);
  const [sold] = soldPaths(draft, freeOnlyPaths);
  if (sold !== undefined) {
    throw new StartRefused(
      `prices: ${sold} may only have the price "0": the terms of its platform forbid resale`,
    );
  }
  await storage.catalog.publish({ ...caller, draft, note: 'from the configuration', first: true });
}

function draftOf({ prices: { currency, endpoints }, mounts }: Config): CatalogDraft {
  return { currency, endpoints: pricesWithMounts(endpoints, mounts), overrides: [], effectiveFromMs: 0 };
}

/** True when there is no account, and no admin token that could make one over HTTP. */
export async function isEmpty(storage: Storage): Promise<boolean> {
  const { items } = await storage.accounts.list({ limit: 1, after: null });
  return items.length === 0 && (await storage.adminTokens.list()).length === 0;
}

/** null when another process does it: of several that start together, one gets the name of the account. */
export async function seedDemo(deps: AdminDeps): Promise<FirstStart | null> {
  const params = { account: DEMO_ACCOUNT };
  const body = { name: DEMO_ACCOUNT };
  if (isFailure(await accountCreate.run(deps, { params: {}, query: {}, body }, caller))) return null;
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

/** None of these steps can be refused on an empty database. */
function done(result: object | Failure): { secret: string } {
  if (isFailure(result)) throw new Error(`first start: ${result.detail}`);
  return result as { secret: string };
}

// Writes the secrets of the first start to a file, for installations where a terminal or a journal must not show
// them. The file is made once, readable only by its owner, and never overwritten.

/** Called before anything is made: a key that cannot be shown must not be made. */
export function requireRoomFor(file: string): void {
  if (existsSync(file)) return;
  try {
    accessSync(path.dirname(file), constants.W_OK);
  } catch (error) {
    throw new StartRefused(`--secrets-file ${file} cannot be written: ${(error as Error).message}`);
  }
}

/** In the form in which a shell or systemd reads variables. */
export function writeSecrets(file: string, { apiKey, adminToken }: FirstStart): void {
  const text = `REELGATE_KEY=${apiKey}\nREELGATE_ADMIN_TOKEN=${adminToken}\n`;
  writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
}

/** For secrets that were made but could not be shown. */
export function remedyText(reason: string, { accountName }: FirstStart): string {
  return (
    `The key and the admin token of the first start could not be shown (${reason}). To make others: ` +
    `reelgate key create ${accountName}, reelgate token create NAME`
  );
}
