// Owns changing an account: its status, its rate limit, whose it is, and when it is told of a low balance. It never touches money.

import { nullable } from '../account/fields.ts';
import { type Failure, failure, invalid, isFailure } from '../domain/failure.ts';
import { type Micros, parseMoney } from '../domain/money.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import { AccountAnswer, accountOrFailure, accountParams, accountView } from './account-view.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';
import { RateField, rateLimitOf, Words } from './fields.ts';

/** What a person would call one; whether anybody reads it, only a mail can tell. */
const MailAddress = Type.String({
  pattern: '^[^\\s@\\u0000-\\u001F\\u007F]{1,64}@[A-Za-z0-9.-]{1,180}$',
  description: 'A mail address.',
  examples: ['billing@example.com'],
});
const LowBalance = Type.String({
  description: 'Below this balance the account is told; 0 tells nobody, null is the limit of the settings.',
  examples: ['5.00'],
});

/** Undefined when nothing was said. */
function readLowBalance(text: string | null | undefined): Micros | null | undefined | Failure {
  if (text === undefined || text === null) return text;
  const micros = parseMoney(text);
  return micros === null || micros < 0 ? invalid('low_balance', 'must be an amount of 0 or more') : micros;
}

export const accountUpdate = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminUpdateAccount',
  method: 'PATCH',
  path: '/admin/v1/accounts/{account}',
  summary: 'Change status, rate limit, title, contact or low-balance limit of an account',
  tag: 'Accounts',
  params: accountParams,
  query: Nothing,
  body: Type.Object(
    {
      status: Type.Optional(Type.Enum(['active', 'disabled'])),
      rate: RateField,
      title: Type.Optional(nullable(Words)),
      contact: Type.Optional(nullable(MailAddress)),
      low_balance: Type.Optional(nullable(LowBalance)),
    },
    { additionalProperties: false, minProperties: 1 },
  ),
  result: AccountAnswer,
  needs: 'operator',
  async run(deps, { params, body }, caller) {
    const account = await accountOrFailure(deps, params.account);
    if (isFailure(account)) return account;
    const low = readLowBalance(body.low_balance);
    if (isFailure(low)) return low;
    const changed = await deps.storage.accounts.update({
      actor: caller.actor,
      accountId: account.id,
      ...(body.status !== undefined && { status: body.status }),
      ...(body.rate !== undefined && { rate: rateLimitOf(body.rate) }),
      ...(body.title !== undefined && { title: body.title }),
      ...(body.contact !== undefined && { contact: body.contact }),
      ...(low !== undefined && { lowBalanceMicros: low }),
    });
    if (changed === null) return failure('NOT_FOUND', 'There is no such account.');
    await deps.refresh();
    return { account: accountView(changed) };
  },
});
