// Owns giving a part of a card payment back to its card: it leaves the balance first, then the provider of the payment is asked, under an id that
// stays the same until the answer is known. A provider that cannot be asked now is asked again later by itself.
import { type Failure, failure, invalid, isFailure } from '../domain/failure.ts';
import { base62 } from '../domain/key.ts';
import { formatMoney, type Micros } from '../domain/money.ts';
import type { Payback } from '../domain/payment.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import type { Payments } from '../payments/payments.ts';
import { payBack } from '../payments/run-paybacks.ts';
import type { WantedPayback } from '../storage/storage.ts';
import { accountOrFailure, accountParams } from './account-view.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';
import { AmountInput, OnceReference, readAmount, Words } from './fields.ts';
import { PaybackView, paybackView } from './payback-view.ts';

const ID_CHARS = 16; // 95 random bits: no two ids meet.
const NO_LOG = { warn: () => {}, error: () => {} };

export const accountPayback = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminPayBack',
  method: 'POST',
  path: '/admin/v1/accounts/{account}/paybacks',
  summary: 'Give a card payment back to its card, all that is left of it or a part',
  tag: 'Payments',
  params: accountParams,
  query: Nothing,
  body: Type.Object(
    {
      payment: Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'The reference of the payment, as its top-up has it.',
        examples: ['stripe:pi_3N'],
      }),
      amount: Type.Optional(AmountInput),
      reference: OnceReference,
      reason: Words,
    },
    { additionalProperties: false },
  ),
  result: Type.Object({
    payback: PaybackView,
    duplicate: Type.Boolean({ description: 'True when this was wanted before and nothing was taken.' }),
  }),
  creates: true,
  needs: 'operator',
  async run(deps, { params, body }, { actor }) {
    const account = await accountOrFailure(deps, params.account);
    if (isFailure(account)) return account;
    const payments = await deps.payments();
    const amountMicros = readPart(body.amount, payments);
    if (isFailure(amountMicros)) return amountMicros;
    if (payments?.cards == null || !body.payment.startsWith(`${payments.way}:`)) return noProvider;
    const { payment, reference = null, reason } = body;
    const id = `pbk_${base62(deps.random, ID_CHARS)}`;
    const wish = { actor, id, accountId: account.id, payment, reference, reason, amountMicros };
    const wanted = await deps.storage.paybacks.want(wish);
    const payback = paybackOf(wanted);
    if (isFailure(payback)) return payback;
    const isDuplicate = wanted.kind === 'duplicate';
    const { way, cards } = payments;
    const ended = isDuplicate ? payback : await payBack({ ...deps, log: NO_LOG }, { way, cards }, payback);
    return { payback: paybackView(ended, account.currency), duplicate: isDuplicate };
  },
});

const noProvider = failure('CONFLICT', 'The provider of this payment is not configured here.');

/** null is all that is left. */
function readPart(text: string | undefined, payments: Payments | null): Micros | null | Failure {
  if (text === undefined) return null;
  const micros = readAmount('amount', text, 'positive');
  const stepMicros = payments?.bounds.stepMicros ?? 1;
  if (isFailure(micros) || micros % stepMicros === 0) return micros;
  return invalid('amount', `must be a multiple of ${formatMoney(stepMicros as Micros)}`);
}

function paybackOf(wanted: WantedPayback): Payback | Failure {
  switch (wanted.kind) {
    case 'wanted':
    case 'duplicate':
      return wanted.payback;
    case 'conflict':
      return failure('CONFLICT', 'This reference was used for another payback.');
    case 'unknown_payment':
      return failure('NOT_FOUND', 'The account has no payment of this reference.');
    case 'too_much':
      return failure('CONFLICT', `Of this payment ${formatMoney(wanted.leftMicros)} is left to give back.`);
    case 'insufficient':
      return failure(
        'CONFLICT',
        `Only ${formatMoney(wanted.availableMicros)} of the balance can go back: the rest is spent, held, given or owed.`,
      );
  }
}
