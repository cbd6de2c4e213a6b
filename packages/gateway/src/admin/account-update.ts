// Owns changing an account: its name, its status, its rate limit, whose it is, and when it is told of a low balance. It never touches money.

import { AccountName, nameRefusal } from '../account/account-name.ts';
import { nullable } from '../account/fields.ts';
import { type Failure, invalid, isFailure } from '../domain/failure.ts';
import { type Micros, parseMoney } from '../domain/money.ts';
import { Type } from '../domain/schema.ts';
import { NAME_TEXT } from '../domain/text-patterns.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import { AccountAnswer, accountChanged, accountOrFailure, accountParams } from './account-view.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';
import { MailAddress, RateField, rateLimitOf, Words } from './fields.ts';

/** A few lines. */
const Lines = Type.String({
  minLength: 1,
  maxLength: 500,
  description: 'A few lines, for statements.',
  examples: ['1 Main Street\nSpringfield'],
});
const TaxId = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'For statements.',
  examples: ['DE123456789'],
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
  summary: 'Change name, status, rate limit, title, contact or low-balance limit of an account',
  tag: 'Accounts',
  params: accountParams,
  query: Nothing,
  body: Type.Object(
    {
      // An account that has a name from before the rule keeps it.
      name: Type.Optional({ ...AccountName, pattern: NAME_TEXT.pattern }),
      status: Type.Optional(Type.Enum(['active', 'disabled'])),
      rate: RateField,
      title: Type.Optional(nullable(Words)),
      contact: Type.Optional(nullable(MailAddress)),
      billing_address: Type.Optional(nullable(Lines)),
      tax_id: Type.Optional(nullable(TaxId)),
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
    const refused = body.name === undefined || body.name === account.name ? null : nameRefusal(body.name);
    if (refused !== null) return refused;
    const changed = await deps.storage.accounts.update({
      actor: caller.actor,
      accountId: account.id,
      ...(body.name !== undefined && { name: body.name }),
      ...(body.status !== undefined && { status: body.status }),
      ...(body.rate !== undefined && { rate: rateLimitOf(body.rate) }),
      ...(body.title !== undefined && { title: body.title }),
      ...(body.contact !== undefined && { contact: body.contact }),
      ...(body.billing_address !== undefined && { billingAddress: body.billing_address }),
      ...(body.tax_id !== undefined && { taxId: body.tax_id }),
      ...(low !== undefined && { lowBalanceMicros: low }),
    });
    await deps.refresh();
    return accountChanged(changed);
  },
});
