// Owns `key`: what the caller's key is, what its account has, and what its caps leave. It reads the ledger, never a cached key.
import { available } from '../domain/account.ts';
import { utcDay } from '../domain/clock.ts';
import { failure } from '../domain/failure.ts';
import { formatMoney, type Micros } from '../domain/money.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import { CapView, capView } from './cap-view.ts';
import type { AccountCaller, AccountDeps } from './deps.ts';
import { Currency, MoneyText, nullable } from './fields.ts';
import { keyHolder } from './key-holder.ts';
import { onlyKeyOf } from './limited-keys.ts';

export const ownKey = verbOf<AccountDeps, AccountCaller>()({
  name: 'getOwnKey',
  method: 'GET',
  path: '/api/account/v1/key',
  summary: 'What your key may still spend',
  tag: 'Account',
  params: Nothing,
  query: Nothing,
  body: Nothing,
  result: Type.Object({
    key: Type.Object({ id: Type.String(), name: Type.String() }),
    balance: MoneyText,
    held: MoneyText,
    available: MoneyText,
    spent_today: Type.String({
      description:
        'Charged to the account on this UTC day, by all of its keys; by this key alone when it is limited to platforms or operations.',
      examples: ['0.120000'],
    }),
    currency: Currency,
    caps: Type.Array(CapView),
    confirm_above: nullable(
      Type.String({ description: 'Above this price, tools for agents ask first.', examples: ['0.050000'] }),
    ),
  }),
  async run({ storage, clock, confirmAbove }, _input, caller) {
    const { key, account: held } = keyHolder(caller);
    const keyId = onlyKeyOf(caller!);
    const of = { accountId: held.id, ...(keyId !== null && { keyId }) };
    const today = utcDay(clock.nowMs());
    const [account, named, caps, used] = await Promise.all([
      storage.accounts.find({ idOrName: held.id }),
      storage.keys.find({ id: key.id }),
      storage.caps.ofKey({ keyId: key.id }),
      storage.usage.read({ ...of, fromDay: today, toDay: today, by: 'day' }),
    ]);
    if (account === null || named === null) return failure('NOT_FOUND', 'The account no longer exists.');
    return {
      key: { id: key.id, name: named.name },
      balance: formatMoney(account.balanceMicros),
      held: formatMoney(account.heldMicros),
      available: formatMoney(available(account)),
      spent_today: formatMoney(used.reduce((sum, { chargedMicros }) => sum + chargedMicros, 0) as Micros),
      currency: account.currency,
      caps: caps.map(capView),
      confirm_above: confirmAbove(),
    };
  },
});
