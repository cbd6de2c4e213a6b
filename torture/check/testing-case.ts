// Owns a small, whole and clean history, written by hand, for tests of the checker alone: each test spoils one thing in it.
import type { ClientEvent, EventType, FaultEvent, Op, UpstreamEvent } from '../journal.ts';
import type { Ledger, LedgerCall, LedgerEntry } from '../ledger.ts';
import type { Evidence } from './evidence.ts';

const S = 1e9;
const PATH = '/api/u1/v1/alpha/app/search_video';
export const PRICE = 8;

/** Writes an invocation and its end, a tenth of a second apart. */
class History {
  readonly events: ClientEvent[] = [];
  #n = 0;

  add(
    op: Op,
    atSeconds: number,
    about: Partial<ClientEvent>,
    type: EventType,
    end: Partial<ClientEvent> = {},
  ): void {
    const n = ++this.#n;
    const common = { n, op, node: 'n1', ...about };
    this.#push({ ...common, t: atSeconds * S, type: 'invoke' });
    this.#push({ ...common, ...end, t: (atSeconds + 0.1) * S, type });
  }

  #push(event: Omit<ClientEvent, 'seq'>): void {
    this.events.push({ seq: this.events.length + 1, ...event });
  }
}

function answer(digest: string, nonce: string, balance: string, replayed = false): Partial<ClientEvent> {
  const charged = replayed ? '0.000000' : '0.000008';
  return { status: 200, digest, nonce, balance, charged, replayed, source: 'live', version: 1 };
}

function clientHistory(): ClientEvent[] {
  const history = new History();
  const buy = (account: string, id: string, keyword: string) => ({ account, id, keyword, path: PATH });
  const first = { account: 'acct-0', id: 'pay-1', amount: 100 };
  history.add('topup', 1, first, 'ok', { status: 201, duplicate: false, balance: '0.000100' });
  history.add('topup_again', 2, first, 'ok', { status: 201, duplicate: true, balance: '0.000100' });
  const second = { account: 'acct-1', id: 'pay-2', amount: 50 };
  history.add('topup', 3, second, 'ok', { status: 201, duplicate: false, balance: '0.000050' });
  const lost = { account: 'acct-0', id: 'pay-3', amount: 4 };
  history.add('topup', 4, lost, 'info');
  history.add('buy', 5, buy('acct-0', 'r1', 'k-1'), 'ok', answer('d1', 'nonce-1-alpha1', '0.000096'));
  history.add('again', 6, buy('acct-0', 'r1', 'k-1'), 'ok', answer('d1', 'nonce-1-alpha1', '0.000096', true));
  history.add('altered', 7, buy('acct-0', 'r1', 'o-1'), 'fail', { status: 422, code: 'REQUEST_ID_REUSED' });
  history.add('foreign', 8, buy('acct-1', 'r1', 'f-1'), 'ok', answer('d2', 'nonce-2-alpha2', '0.000042'));
  history.add('buy', 9, buy('acct-0', 'r2', 'k-2'), 'fail', { status: 502, code: 'UPSTREAM_ERROR' });
  history.add('buy', 10, buy('acct-0', 'r3', 'k-3'), 'info');
  history.add('balance', 11, { account: 'acct-0' }, 'ok', { balance: '0.000088', held: '0.000000' });
  history.add('entries', 12, { account: 'acct-0' }, 'ok', {
    entries: [
      [4, '-0.000008', '0.000088'],
      [3, '-0.000008', '0.000096'],
    ],
  });
  history.add('key', 13, { account: 'acct-1' }, 'ok', { status: 201, key: 'key_x' });
  history.add('revoke', 14, { account: 'acct-1', key: 'key_x' }, 'ok', { status: 200 });
  const late = { ...buy('acct-1', 'x1', 'x-1'), key: 'key_x', node: 'n2' };
  history.add('after_revoke', 20, late, 'fail', { status: 401, code: 'UNAUTHORIZED' });
  history.add('publish', 21, {}, 'ok', { status: 201, version: 2 });
  history.add('free', 22, { account: 'acct-0' }, 'ok', { status: 200, charged: '0.000000' });
  const settled = { status: 200, state: 'settled', charged: '0.000008' };
  history.add('final_receipt', 30, { account: 'acct-0', id: 'r3' }, 'ok', settled);
  history.add('final_balance', 31, { account: 'acct-0' }, 'ok', { balance: '0.000088', held: '0.000000' });
  return history.events;
}

function call(seq: number, accountId: string, requestId: string, more: Partial<LedgerCall> = {}): LedgerCall {
  return {
    seq,
    accountId,
    requestId,
    epoch: 1,
    state: 'settled',
    keyId: `key_${accountId}`,
    path: PATH,
    platform: 'alpha',
    catalogVersion: 1,
    price: PRICE,
    charged: PRICE,
    projectId: null,
    source: 'live',
    attempts: [{ provider: 'alpha1', outcome: 'ok' }],
    ...more,
  };
}

function topUp(id: number, accountId: string, seq: number, amount: number, after: number): LedgerEntry {
  const reference = `pay-${id}`;
  return {
    id,
    accountId,
    seq,
    kind: 'topup',
    amount,
    balanceAfter: after,
    callSeq: null,
    reference,
    actor: 'token:t',
    reason: null,
  };
}

function charge(id: number, accountId: string, seq: number, callSeq: number, after: number): LedgerEntry {
  const actor = `key:key_${accountId}`;
  return {
    id,
    accountId,
    seq,
    kind: 'charge',
    amount: -PRICE,
    balanceAfter: after,
    callSeq,
    reference: null,
    actor,
    reason: null,
  };
}

function upstream(seq: number, t: number, keyword: string, provider: string, good = true): UpstreamEvent {
  const nonce = `nonce-${seq}-${provider}`;
  const fault = good ? 'none' : 'truncated';
  return { seq, t: t * S, provider, platform: 'alpha', keyword, nonce, fault, good };
}

function faults(): FaultEvent[] {
  const list: Omit<FaultEvent, 'seq'>[] = [
    { t: 0, kind: 'round', name: 'sqlite' },
    { t: 0.1 * S, kind: 'start', node: 'n1' },
    { t: 0.5 * S, kind: 'ready', node: 'n1' },
    { t: 25 * S, kind: 'healed' },
    { t: 26 * S, kind: 'phase', name: 'fresh', node: 'n1', code: 0, detail: 'reached' },
    { t: 27 * S, kind: 'phase', name: 'exact', code: 0, detail: '10 served' },
    { t: 28 * S, kind: 'phase', name: 'limited', code: 0, detail: '10 served' },
    { t: 32 * S, kind: 'terminate', node: 'n1' },
    { t: 33 * S, kind: 'memory', node: 'n1', level: 200 },
    { t: 33 * S, kind: 'exit', node: 'n1', code: 0, signal: null },
  ];
  return list.map((event, i) => ({ seq: i + 1, ...event }));
}

const NOTHING: Omit<Ledger, 'taken'> = {
  accounts: [],
  keys: [],
  totals: [],
  complaints: [],
  calls: [],
  entries: [],
  answers: [],
  usage: [],
  catalogs: [],
};

/** Made anew for each test. `pay-3` was never heard of again, `r3` was charged although its caller saw nothing. */
export function cleanEvidence(): Evidence {
  const usage = { path: PATH, keyId: 'key_a0', accountId: 'a0' };
  const none = { state: 'released', charged: 0, source: null, attempts: [] } as const;
  return {
    client: clientHistory(),
    upstream: [
      upstream(1, 5.01, 'k-1', 'alpha1'),
      upstream(2, 8.01, 'f-1', 'alpha2'),
      upstream(3, 9.01, 'k-2', 'alpha1', false),
      upstream(4, 10.01, 'k-3', 'alpha1'),
    ],
    faults: faults(),
    ledger: {
      taken: 'final',
      accounts: [
        { id: 'a0', name: 'acct-0', balance: 88, held: 0, entrySeq: 4 },
        { id: 'a1', name: 'acct-1', balance: 42, held: 0, entrySeq: 2 },
      ],
      keys: [
        { id: 'key_a0', accountId: 'a0', status: 'active' },
        { id: 'key_a1', accountId: 'a1', status: 'active' },
        { id: 'key_x', accountId: 'a1', status: 'revoked' },
      ],
      totals: [{ scope: 'key', id: 'key_a0', accountId: 'a0', cap: 2 * PRICE, sum: 2 * PRICE }],
      complaints: [{ id: 'c1', accountId: 'a0', callSeq: 1, state: 'waiting', refunded: 0 }],
      calls: [
        call(1, 'a0', 'r1'),
        call(2, 'a1', 'r1', { attempts: [{ provider: 'alpha2', outcome: 'ok' }] }),
        call(3, 'a0', 'r2', { ...none, attempts: [{ provider: 'alpha1', outcome: 'bad_response' }] }),
        call(4, 'a0', 'r3'),
      ],
      entries: [
        topUp(1, 'a0', 1, 100, 100),
        topUp(2, 'a1', 1, 50, 50),
        topUp(3, 'a0', 2, 4, 104),
        charge(4, 'a0', 3, 1, 96),
        charge(5, 'a1', 2, 2, 42),
        charge(6, 'a0', 4, 4, 88),
      ],
      answers: [
        { callSeq: 1, digest: 'd1', nonce: 'nonce-1-alpha1' },
        { callSeq: 2, digest: 'd2', nonce: 'nonce-2-alpha2' },
        { callSeq: 4, digest: 'd3', nonce: 'nonce-4-alpha1' },
      ],
      usage: [
        { ...usage, calls: 2, charged: 2 * PRICE },
        { ...usage, keyId: 'key_a1', accountId: 'a1', calls: 1, charged: PRICE },
      ],
      catalogs: [
        { version: 1, prices: { [PATH]: PRICE } },
        { version: 2, prices: { [PATH]: 2 * PRICE } },
      ],
    },
    checkpoints: [],
    recoveries: ['held', 'released', 'released'].map((state) => ({
      ...structuredClone(NOTHING),
      taken: 'kill',
      calls: [call(9, 'a0', 'r9', { state: state as LedgerCall['state'], charged: 0, source: null })],
    })),
  };
}
