// Owns making an account. It starts empty: money comes with a top-up, which leaves an entry.

import { ACCOUNT_ID_PREFIX, AccountName, nameRefusal, nameTaken } from '../account/account-name.ts';
import { base62 } from '../domain/key.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import { AccountAnswer, accountView } from './account-view.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';
import { RateField, rateLimitOf } from './fields.ts';

export const ID_CHARS = 16; // 95 random bits: no two ids meet.

export const accountCreate = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminCreateAccount',
  method: 'POST',
  path: '/admin/v1/accounts',
  summary: 'Create an account',
  tag: 'Accounts',
  params: Nothing,
  query: Nothing,
  body: Type.Object({ name: AccountName, rate: RateField }, { additionalProperties: false }),
  result: AccountAnswer,
  creates: true,
  needs: 'operator',
  async run(deps, { body }, caller) {
    const refused = nameRefusal(body.name);
    if (refused !== null) return refused;
    const result = await deps.storage.accounts.create({
      actor: caller.actor,
      id: ACCOUNT_ID_PREFIX + base62(deps.random, ID_CHARS),
      name: body.name,
      currency: deps.currency,
      rate: rateLimitOf(body.rate ?? null),
    });
    if (result.kind === 'exists') return nameTaken;
    await deps.refresh();
    return { account: accountView(result.account) };
  },
});
