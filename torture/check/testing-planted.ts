// Planted violations: each spoils one thing in the clean history and names the invariant that it breaks.
import type { ClientEvent } from '../journal.ts';
import type { LedgerCall, LedgerEntry } from '../ledger.ts';
import type { Evidence } from './evidence.ts';
import { cleanEvidence, PRICE } from './testing-case.ts';

export const callOf = ({ ledger }: Evidence, accountId: string, requestId: string): LedgerCall =>
  ledger.calls.find((call) => call.accountId === accountId && call.requestId === requestId)!;
export const entryOf = ({ ledger }: Evidence, id: number): LedgerEntry =>
  ledger.entries.find((entry) => entry.id === id)!;
export const endOf = ({ client }: Evidence, op: string, id?: string): ClientEvent =>
  client.find(
    (event) => event.op === op && event.type !== 'invoke' && (id === undefined || event.id === id),
  )!;
const nonceOf = ({ upstream }: Evidence, nonce: string) => upstream.find((event) => event.nonce === nonce)!;

/** Appends one more charge for a call, as a double charge would; the books themselves still add up. */
function chargeAgain(evidence: Evidence, callSeq: number): void {
  const { ledger } = evidence;
  const account = ledger.accounts[0]!;
  account.balance -= PRICE;
  account.entrySeq++;
  const last = { id: 7, seq: account.entrySeq, callSeq, balanceAfter: account.balance };
  ledger.entries.push({ ...entryOf(evidence, 4), ...last });
  ledger.usage[0]!.calls++;
  ledger.usage[0]!.charged += PRICE;
}

export type Planted = [what: string, invariant: string, plant: (evidence: Evidence) => void];

export const PLANTED: Planted[] = [
  ['a top-up without an event', 'E2', ({ ledger }) => void ledger.events.pop()],
  ['an event that is there twice', 'E1', ({ ledger }) => void ledger.events.push(ledger.events[0]!)],
  [
    'a payment that was told and never made',
    'E2',
    ({ ledger }) => {
      ledger.events[0]!.entrySeq = 99;
    },
  ],
  [
    'a number that a stream leaves out',
    'E1',
    ({ ledger }) => {
      ledger.events[0]!.seq = 7;
    },
  ],
  ['a double charge under one call', 'R1', (evidence) => chargeAgain(evidence, 1)],
  [
    'a double charge under a second call of the same id',
    'R1',
    (evidence) => {
      evidence.ledger.calls.push({ ...callOf(evidence, 'a0', 'r1'), seq: 9 });
      chargeAgain(evidence, 9);
    },
  ],
  [
    'two answers that were both sold as new',
    'R1',
    (evidence) => void Object.assign(endOf(evidence, 'again'), { replayed: false }),
  ],
  [
    'a 200 whose call was released',
    'D1',
    (evidence) => void Object.assign(callOf(evidence, 'a1', 'r1'), { state: 'released', charged: 0 }),
  ],
  [
    'an unpaid 200',
    'P1',
    ({ ledger }) => {
      ledger.entries = ledger.entries.filter(({ id }) => id !== 5);
      Object.assign(ledger.accounts[1]!, { balance: 50, entrySeq: 1 });
    },
  ],
  [
    'an acknowledged call that the ledger lost',
    'D1',
    ({ ledger }) => {
      ledger.calls = ledger.calls.filter(({ seq }) => seq !== 2);
      ledger.entries = ledger.entries.filter(({ id }) => id !== 5);
      ledger.usage = ledger.usage.filter(({ accountId }) => accountId !== 'a1');
      Object.assign(ledger.accounts[1]!, { balance: 50, entrySeq: 1 });
    },
  ],
  [
    'an acknowledged top-up that the ledger lost',
    'D1',
    ({ ledger }) => void Object.assign(ledger, { entries: ledger.entries.filter(({ id }) => id !== 2) }),
  ],
  ['an acknowledged key that is lost', 'D1', ({ ledger }) => void ledger.keys.splice(2, 1)],
  [
    'an acknowledged revocation that is lost',
    'D1',
    ({ ledger }) => void Object.assign(ledger.keys[2]!, { status: 'active' }),
  ],
  ['an acknowledged catalog that is lost', 'D1', ({ ledger }) => void ledger.catalogs.pop()],
  [
    "another call's body",
    'U5',
    (evidence) => void Object.assign(endOf(evidence, 'foreign'), { nonce: 'nonce-1-alpha1' }),
  ],
  [
    'a forged body from an idle connection',
    'U5',
    (evidence) => void Object.assign(endOf(evidence, 'buy', 'r1'), { nonce: 'forged-nonce-1-alpha1' }),
  ],
  [
    "an id that is refused because it is another account's",
    'R5',
    (evidence) => void Object.assign(endOf(evidence, 'foreign'), { type: 'fail', status: 422 }),
  ],
  [
    "another account's answer, unpaid",
    'D1',
    ({ ledger }) => void Object.assign(ledger, { calls: ledger.calls.filter(({ seq }) => seq !== 2) }),
  ],
  [
    'a replay with another body',
    'R2',
    (evidence) => void Object.assign(endOf(evidence, 'again'), { digest: 'other' }),
  ],
  [
    'a stored answer that is not the one given',
    'R2',
    ({ ledger }) => void Object.assign(ledger.answers[0]!, { digest: 'other' }),
  ],
  [
    'a replay that costs',
    'P1',
    (evidence) => void Object.assign(endOf(evidence, 'again'), { charged: '0.000008' }),
  ],
  [
    'a balance below zero in between',
    'M2',
    (evidence) => {
      entryOf(evidence, 1).amount = 5;
      entryOf(evidence, 1).balanceAfter = 5;
      entryOf(evidence, 3).amount = -10;
      entryOf(evidence, 3).balanceAfter = -5;
    },
  ],
  ['a balance that is not the sum of its entries', 'M1', ({ ledger }) => void ledger.accounts[0]!.balance++],
  [
    'a read of a balance that never was',
    'M1',
    (evidence) => void Object.assign(endOf(evidence, 'balance'), { balance: '0.000091' }),
  ],
  [
    'a read that is older than what was acknowledged',
    'M1',
    (evidence) => void Object.assign(endOf(evidence, 'balance'), { balance: '0.000104' }),
  ],
  [
    'a node that remembers another balance',
    'M1',
    (evidence) => void Object.assign(endOf(evidence, 'final_balance'), { balance: '0.000096' }),
  ],
  ['a gap in the entries', 'M3', (evidence) => void Object.assign(entryOf(evidence, 6), { seq: 5 })],
  [
    'an entry that was changed after a checkpoint',
    'M3',
    (evidence) => {
      const before = cleanEvidence().ledger;
      evidence.checkpoints.push({ ...before, taken: 'kill' });
      entryOf(evidence, 3).reference = 'changed';
    },
  ],
  [
    'a page with another entry than the ledger',
    'M3',
    (evidence) => {
      endOf(evidence, 'entries').entries![0]![1] = '-0.000009';
    },
  ],
  [
    'a leaked hold',
    'M6',
    (evidence) => {
      Object.assign(callOf(evidence, 'a0', 'r2'), { state: 'held' });
      evidence.ledger.accounts[0]!.held = PRICE;
    },
  ],
  [
    'held money without a hold',
    'M1',
    ({ ledger }) => void Object.assign(ledger.accounts[0]!, { held: PRICE }),
  ],
  [
    'a hold that is open after a clean stop',
    'D9',
    (evidence) => {
      const { ledger } = cleanEvidence();
      Object.assign(ledger.calls[2]!, { state: 'held' });
      ledger.accounts[0]!.held = PRICE;
      evidence.checkpoints.push({ ...ledger, taken: 'terminate' });
    },
  ],
  ['a charge without its row of usage', 'D4', ({ ledger }) => void ledger.usage.pop()],
  ['usage without a charge', 'D4', ({ ledger }) => void ledger.usage[0]!.calls++],
  [
    'a payment that was posted twice',
    'M7',
    ({ ledger }) => {
      const account = ledger.accounts[1]!;
      account.balance += 50;
      account.entrySeq++;
      ledger.entries.push({ ...ledger.entries[1]!, id: 8, seq: 3, balanceAfter: account.balance });
    },
  ],
  [
    'a payment that was new twice',
    'M7',
    (evidence) => void Object.assign(endOf(evidence, 'topup_again'), { duplicate: false }),
  ],
  [
    'a top-up that no operator requested',
    'M7',
    ({ ledger }) => void Object.assign(ledger.entries[2]!, { reference: 'pay-99' }),
  ],
  [
    'a 2xx more than five seconds after the revocation',
    'D8',
    (evidence) => void Object.assign(endOf(evidence, 'after_revoke'), { type: 'ok', status: 200 }),
  ],
  [
    'a 2xx at once after the revocation on the very node',
    'D8',
    ({ client }) => {
      for (const event of client.filter(({ op }) => op === 'after_revoke')) {
        Object.assign(event, { node: 'n1', t: event.t - 5.5e9 });
        if (event.type === 'fail') Object.assign(event, { type: 'ok', status: 200 });
      }
    },
  ],
  [
    'a charge for a failed answer of the platform',
    'U1',
    (evidence) =>
      void Object.assign(nonceOf(evidence, 'nonce-4-alpha1'), { good: false, fault: 'truncated' }),
  ],
  [
    "the loser's provider in the books",
    'U2',
    (evidence) =>
      void Object.assign(callOf(evidence, 'a0', 'r1'), { attempts: [{ provider: 'alpha2', outcome: 'ok' }] }),
  ],
  [
    'four attempts in one opening',
    'R4',
    ({ upstream }) => {
      for (const seq of [11, 12, 13]) upstream.push({ ...upstream[0]!, seq, nonce: `nonce-${seq}-alpha1` });
    },
  ],
  [
    'a platform that was asked without a claim',
    'R4',
    ({ upstream }) =>
      void upstream.push({ ...upstream[0]!, seq: 14, keyword: 'x-1', nonce: 'nonce-14-alpha1', t: 20.01e9 }),
  ],
  [
    'a refused set of parameters that reached the platform',
    'R3',
    ({ upstream }) =>
      void upstream.push({ ...upstream[0]!, seq: 15, keyword: 'o-1', nonce: 'nonce-15-alpha1', t: 7.01e9 }),
  ],
  [
    'other parameters under an answered id, answered',
    'R3',
    (evidence) =>
      void Object.assign(endOf(evidence, 'altered'), { status: 402, code: 'INSUFFICIENT_BALANCE' }),
  ],
  [
    'a paid id that meets a 402',
    'R6',
    (evidence) =>
      void Object.assign(endOf(evidence, 'again'), {
        type: 'fail',
        status: 402,
        code: 'INSUFFICIENT_BALANCE',
      }),
  ],
  [
    'a charge where every caller was refused',
    'P3',
    (evidence) =>
      void Object.assign(endOf(evidence, 'buy', 'r3'), {
        type: 'fail',
        status: 504,
        code: 'UPSTREAM_TIMEOUT',
      }),
  ],
  [
    'a charge above the hold',
    'M5',
    (evidence) => void Object.assign(callOf(evidence, 'a0', 'r1'), { price: PRICE - 1 }),
  ],
  [
    'a price of another version',
    'D11',
    (evidence) => void Object.assign(callOf(evidence, 'a0', 'r1'), { catalogVersion: 2 }),
  ],
  [
    'a hold with two ends',
    'M4',
    (evidence) => void Object.assign(callOf(evidence, 'a0', 'r3'), { state: 'expired' }),
  ],
  ['an entry without an actor', 'D12', (evidence) => void Object.assign(entryOf(evidence, 2), { actor: '' })],
  [
    'an adjustment without a cause',
    'P3',
    (evidence) => void Object.assign(entryOf(evidence, 3), { kind: 'adjustment' }),
  ],
  [
    'an unknown call that reads in two ways',
    'D2',
    (evidence) => void Object.assign(endOf(evidence, 'final_receipt'), { state: 'expired' }),
  ],
  [
    'a call that took minutes',
    'U3',
    (evidence) => {
      endOf(evidence, 'buy', 'r2').t += 90e9;
    },
  ],
  [
    'an attempt long after its caller',
    'U3',
    (evidence) => void Object.assign(nonceOf(evidence, 'nonce-3-alpha1'), { t: 60e9 }),
  ],
  [
    'a free page that costs',
    'P3',
    (evidence) => void Object.assign(endOf(evidence, 'free'), { charged: '0.000008' }),
  ],
  ['a stop with an error', 'D9', ({ faults }) => void Object.assign(faults.at(-1)!, { code: 1 })],
  ['a stop that took too long', 'D9', ({ faults }) => void Object.assign(faults.at(-1)!, { t: 93e9 })],
  ['a node that died by itself', 'CRASH', ({ faults }) => void faults.splice(7, 1)],
  ['a node that did not come back', 'LIVE', ({ faults }) => void Object.assign(faults[4]!, { code: 1 })],
  [
    'a start that neither served nor ended',
    'LIVE',
    ({ faults }) => {
      faults.push({
        seq: 99,
        t: 34e9,
        kind: 'kill',
        node: 'n1',
        name: 'late',
        detail: 'neither served nor ended',
      });
    },
  ],
  [
    'exact funds that served another number of calls',
    'M2',
    ({ faults }) => void Object.assign(faults[5]!, { code: 1 }),
  ],
  [
    'a limit that each node counted for itself',
    'D7',
    ({ faults }) => void Object.assign(faults[6]!, { code: 1, detail: '30 served' }),
  ],
  [
    'more calls at one time than the account may have',
    'D7',
    (evidence) => {
      const { ledger, checkpoints } = evidence;
      ledger.accounts.push({ id: 'a5', name: 'acct-5', balance: 99, held: 0, owed: 0, entrySeq: 0 });
      const held = { ...callOf(evidence, 'a0', 'r1'), accountId: 'a5', state: 'held' as const };
      checkpoints.push({ ...ledger, taken: 'running', calls: Array(4).fill(held) });
    },
  ],
  ['a node that kept a bomb', 'U6', ({ faults }) => void Object.assign(faults.at(-2)!, { level: 1_000 })],
  [
    'a start that released what a start before it had released',
    'D3',
    ({ recoveries }) => void Object.assign(recoveries[2]!.calls[0]!, { epoch: 2 }),
  ],
  [
    'a start that charged what a dead node held',
    'D3',
    (evidence) => void evidence.recoveries[1]!.entries.push(entryOf(evidence, 4)),
  ],
  [
    'a start that left what a dead node held',
    'D3',
    ({ recoveries }) => void Object.assign(recoveries[1]!.calls[0]!, { state: 'held' }),
  ],
  [
    'an INTERNAL answer',
    'BUG',
    (evidence) => void Object.assign(endOf(evidence, 'buy', 'r2'), { status: 500 }),
  ],
];
