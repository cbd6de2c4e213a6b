// A clean history of card money besides the other one, and its planted violations: a customer pays, a part is disputed, and a recharge pays
// again.
import type { LedgerEntry } from '../ledger.ts';
import type { Evidence } from './evidence.ts';
import { cleanEvidence, eventsOf } from './testing-case.ts';
import { entryOf, type Planted } from './testing-planted.ts';

const ACCOUNT = 'card-1';
const URL = 'http://127.0.0.1/card-1/0';

function entry(
  id: number,
  seq: number,
  amount: number,
  balanceAfter: number,
  reference: string,
): LedgerEntry {
  const kind = amount > 0 ? 'topup' : 'adjustment';
  const common = { accountId: 'c1', callSeq: null, actor: 'payments:stripe', reason: null };
  return { id, seq, kind, amount, balanceAfter, reference, ...common };
}

/** Built anew for each test. */
export function cardEvidence(): Evidence {
  const evidence = cleanEvidence();
  const { ledger, payments } = evidence;
  ledger.entries.push(
    entry(61, 1, 2_000_000, 2_000_000, 'stripe:pi_1'),
    entry(62, 2, -500_000, 1_500_000, 'dispute:dp_1'),
    entry(63, 3, 3_000_000, 4_500_000, 'stripe:pi_2'),
  );
  ledger.accounts.push({ id: 'c1', name: ACCOUNT, balance: 4_500_000, held: 0, owed: 100_000, entrySeq: 3 });
  const amounts = { applied: 600_000, taken: 500_000, owed: 100_000 };
  ledger.disputes.push({
    ...{ id: 'dp_1', accountId: 'c1', payment: 'stripe:pi_1', state: 'withdrawn' },
    ...amounts,
  });
  const recharge = { id: 'rch_1', accountId: 'c1', state: 'paid' };
  ledger.recharges.push({ ...recharge, amount: 3_000_000, payment: 'stripe:pi_2' });
  ledger.events = eventsOf(ledger.entries);
  ledger.webhooks.push({ url: URL, stream: 'c1', cursor: 2 });
  const paid = { account: 'c1', isPaid: true, isHeard: true };
  payments.payments.push(
    { reference: 'stripe:pi_1', amount: 2_000_000, recharge: null, ...paid },
    { reference: 'stripe:pi_2', amount: 3_000_000, recharge: 'rch_1', ...paid },
  );
  const told = { id: 'dp_1', reference: 'stripe:pi_1', amount: 600_000 };
  payments.disputes.push({ ...told, moves: ['withdrawn'], heard: ['withdrawn'] });
  payments.plans.push({ account: ACCOUNT, monthMax: 3_000_000 });
  payments.takers.push({ url: URL, account: ACCOUNT, taken: [1, 1, 2], due: 2 });
  return evidence;
}

export const PLANTED_PAYMENTS: Planted[] = [
  [
    'card money that is credited twice',
    'Y1',
    ({ ledger }) => void ledger.entries.push(entry(64, 4, 2_000_000, 6_500_000, 'stripe:pi_1')),
  ],
  [
    'a payment that was heard of and is not there',
    'Y1',
    (evidence) => void Object.assign(entryOf(evidence, 61), { reference: 'stripe:pi_9' }),
  ],
  [
    'a payment that is credited to another account',
    'Y1',
    (evidence) => void Object.assign(entryOf(evidence, 61), { accountId: 'a0' }),
  ],
  [
    'a card that did not pay and is credited',
    'Y1',
    ({ payments }) => void Object.assign(payments.payments[0]!, { isPaid: false }),
  ],
  [
    'a dispute that takes twice',
    'Y2',
    ({ ledger }) => void ledger.entries.push(entry(64, 4, -500_000, 4_000_000, 'dispute:dp_1')),
  ],
  [
    'a dispute that takes more than was paid',
    'Y2',
    ({ ledger }) => void Object.assign(ledger.disputes[0]!, { applied: 2_000_001 }),
  ],
  [
    'a dispute that was not recorded',
    'Y2',
    ({ payments }) => void payments.disputes.push({ ...payments.disputes[0]!, id: 'dp_2' }),
  ],
  [
    'a debt that is forgotten',
    'Y2',
    ({ ledger }) => void Object.assign(ledger.accounts.at(-1)!, { owed: 0 }),
  ],
  [
    'a dispute that leads below zero',
    'M2',
    (evidence) => void Object.assign(entryOf(evidence, 62), { amount: -2_500_000, balanceAfter: -500_000 }),
  ],
  [
    'a recharge beyond its month',
    'Y3',
    ({ payments }) => void Object.assign(payments.plans[0]!, { monthMax: 2_999_999 }),
  ],
  [
    'a card that is asked twice for one recharge',
    'Y3',
    ({ payments }) =>
      void payments.payments.push({ ...payments.payments[1]!, reference: 'stripe:pi_3', isHeard: false }),
  ],
  [
    'an event that a taker was never sent',
    'E3',
    ({ payments }) => void Object.assign(payments.takers[0]!, { taken: [1, 3] }),
  ],
  [
    'a last event that a taker was never sent',
    'E3',
    ({ payments }) => void Object.assign(payments.takers[0]!, { due: 3 }),
  ],
  [
    'a first event that a taker was never sent',
    'E3',
    ({ payments }) => void Object.assign(payments.takers[0]!, { taken: [2] }),
  ],
  [
    'an event that is called taken and was not',
    'E3',
    ({ ledger }) => void Object.assign(ledger.webhooks[0]!, { cursor: 3 }),
  ],
  [
    'an adjustment for a dispute that is not there',
    'P3',
    (evidence) => void Object.assign(entryOf(evidence, 62), { reference: 'dispute:dp_7' }),
  ],
];
