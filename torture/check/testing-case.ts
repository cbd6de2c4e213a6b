// A small, complete and clean history, written by hand for tests of the checker: each test spoils one thing in it.

import { NOTHING_GATHERED } from '../gathered.ts';
import type { ClientEvent, EventType, FaultEvent, Op, UpstreamEvent } from '../journal.ts';
import type { Ledger, LedgerCall, LedgerEntry } from '../ledger.ts';
import { badLabel, GIFT_PATTERN } from '../offers.ts';
import { NO_PAYMENTS } from '../payments.ts';
import type { Evidence } from './evidence.ts';

const S = 1e9;
const PATH = '/api/u1/v1/alpha/app/search_video';
export const PRICE = 8;
const DAY = '2026-05-01';
/** Three videos are asked for, of which two exist: the last digit of an id tells. */
const IDS = ['0', '1', '9'].map((last) => `00000000-0000-4000-8000-00000000000${last}`).join(',');
const VIDEOS_PATH = '/api/u1/v1/alpha/app/get_video_v2';
const GIFTS_PATH = '/api/u1/v1/alpha/app/list_comments';
/** A video with two comments. */
const GIFT_ID = '00000000-0000-4000-8000-000000000001';

/** A record that everyone may see. */
const RECORD_ID = '00000000-0000-4000-8000-000000000002';

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
  return {
    status: 200,
    digest,
    nonce,
    ids: [RECORD_ID],
    balance,
    charged,
    replayed,
    source: 'live',
    version: 1,
  };
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
  terms(history);
  const question = { account: 'acct-1', path: PATH, keyword: 'q-1' };
  history.add('asked', 24.2, question, 'info');
  history.add('asked', 24.4, question, 'ok', {
    ...{ status: 200, id: 'mcp-1', charged: '0.000000', replayed: true, nonce: 'nonce-8-alpha1' },
  });
  history.add('asked', 24.6, { ...question, keyword: 'q-2' }, 'fail', {
    status: 502,
    code: 'UPSTREAM_ERROR',
  });
  const settled = { status: 200, state: 'settled', charged: '0.000008' };
  history.add('final_receipt', 30, { account: 'acct-0', id: 'r3' }, 'ok', settled);
  history.add('final_balance', 31, { account: 'acct-0' }, 'ok', { balance: '0.000088', held: '0.000000' });
  return history.events;
}

/** Calls with price limits and quotes, and their outcomes. */
function terms(history: History): void {
  const account = 'acct-2';
  history.add('topup', 22.2, { account, id: 'pay-11', amount: 100 }, 'ok', {
    status: 201,
    duplicate: false,
    balance: '0.000100',
  });
  history.add('quote', 22.4, { account, path: PATH }, 'ok', { status: 200, version: 1 });
  const budget = { scope: 'project', window: 'total', capMicros: 2 * PRICE };
  history.add('project', 22.6, { account, budget }, 'ok', { status: 201, project: 'prj_1' });
  const bad = { account, id: 'r5', path: PATH, keyword: BAD };
  const first = answer('d5', 'nonce-5-alpha1', '0.000092');
  history.add('bounded', 23.1, { ...bad, ceiling: PRICE, quotedVersion: 1 }, 'ok', first);
  const videos = { account, id: 'r6', path: VIDEOS_PATH, keyword: IDS };
  history.add('buy', 23.3, videos, 'ok', answer('d6', 'nonce-6-alpha1', '0.000084'));
  const gift = { ...answer('d7', 'nonce-7-alpha1', '0.000084'), charged: '0.000000' };
  history.add('buy', 23.5, { account, id: 'r7', path: GIFTS_PATH, keyword: GIFT_ID }, 'ok', gift);
  const told = { status: 201, state: 'refunded', ground: 'refusal_page', refunded: '0.000008' };
  history.add('complain', 23.7, { account, id: 'r5' }, 'ok', told);
  history.add('again', 23.75, bad, 'ok', answer('d5', 'nonce-5-alpha1', '0.000092', true));
  history.add('again', 23.85, bad, 'fail', { status: 409, code: 'REQUEST_REFUNDED' });
  const cap = { scope: 'project', window: 'total', limit: '0.000016', spent: '0.000016', left: '0.000000' };
  const over = { ...bad, id: 'r8', keyword: 'c-8' };
  history.add('capped', 23.8, over, 'fail', { status: 402, code: 'SPEND_CAP_REACHED', cap });
  const dear = { ...bad, id: 'r9', keyword: 'k-9', ceiling: PRICE - 1 };
  history.add('bounded', 23.9, dear, 'fail', { status: 402, code: 'PRICE_CEILING', price: '0.000008' });
  const stolen = { ...bad, account: 'acct-1', id: 'r10', keyword: 's-10', quotedVersion: 1 };
  history.add('stolen', 24, stolen, 'fail', { status: 400, code: 'INVALID_QUOTE' });
  const dry = { ...bad, id: 'd11', keyword: 'd-11', ceiling: 10 };
  history.add('dry', 24.1, dry, 'ok', { status: 200, version: 1, price: '0.000008', would: 'live' });
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
    terms: null,
    items: null,
    openedOn: DAY,
    endedOn: DAY,
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

/** A keyword whose answer the rule recognises as bad. */
const BAD = badLabel('1');
const COMMENT_TERMS = { unit: 'item', unitPrice: 2, minimum: 0, itemsMax: 3 };
const sumsOf = (micros: number) => ({
  ...{ day: DAY, dayMicros: micros, month: '2026-05', monthMicros: micros },
  total: micros,
});

function rulesAt(unitPrice: number): Ledger['catalogs'][number]['rules'] {
  const one = { unit: 'call', minimum: 0, freePerDay: 0 };
  return {
    [PATH]: { ...one, unitPrice },
    [VIDEOS_PATH]: { ...one, unitPrice: unitPrice / 2 },
    [GIFT_PATTERN]: { ...one, unit: 'item', unitPrice: unitPrice / 4, freePerDay: 1 },
  };
}

function complaint(
  id: string,
  callSeq: number,
  more: Partial<Ledger['complaints'][number]>,
): Ledger['complaints'][number] {
  return { id, callSeq, accountId: 'a2', state: '', ground: '', refunded: 0, filedOn: DAY, ...more };
}

const NOTHING: Omit<Ledger, 'taken'> = {
  accounts: [],
  keys: [],
  budgets: [],
  freeDays: [],
  complaints: [],
  events: [],
  disputes: [],
  recharges: [],
  webhooks: [],
  calls: [],
  entries: [],
  answers: [],
  usage: [],
  catalogs: [],
  gathered: NOTHING_GATHERED,
};

const TOLD: Record<string, string> = { topup: 'topup.credited', refund: 'refund.made' };

/** The events of these entries, as a gateway writes them. */
export function eventsOf(entries: readonly LedgerEntry[]): Ledger['events'] {
  const last = new Map<string, number>();
  return entries.flatMap(({ accountId, kind, seq }) => {
    const type = TOLD[kind];
    if (type === undefined) return [];
    const number = (last.get(accountId) ?? 0) + 1;
    last.set(accountId, number);
    return [{ stream: accountId, seq: number, type, entrySeq: seq, owner: null, run: null }];
  });
}

/** Built anew for each test. */
export function cleanEvidence(): Evidence {
  const evidence = untoldEvidence();
  for (const ledger of [evidence.ledger, ...evidence.checkpoints]) ledger.events = eventsOf(ledger.entries);
  return evidence;
}

/** A stored answer with one record. */
export function kept(callSeq: number, digest: string, nonce: string | null): Ledger['answers'][number] {
  return { callSeq, digest, nonce, ids: [RECORD_ID] };
}

/** `pay-3` has an unknown outcome, and `r3` was charged although its caller saw no answer. */
function untoldEvidence(): Evidence {
  const usage = { path: PATH, keyId: 'key_a0', accountId: 'a0' };
  const none = { state: 'released', charged: 0, source: null, attempts: [] } as const;
  return {
    client: clientHistory(),
    upstream: [
      upstream(1, 5.01, 'k-1', 'alpha1'),
      upstream(2, 8.01, 'f-1', 'alpha2'),
      upstream(3, 9.01, 'k-2', 'alpha1', false),
      upstream(4, 10.01, 'k-3', 'alpha1'),
      upstream(5, 23.11, BAD, 'alpha1'),
      upstream(6, 23.31, IDS, 'alpha1'),
      upstream(7, 23.51, GIFT_ID, 'alpha1'),
      upstream(8, 24.21, 'q-1', 'alpha1'),
    ],
    faults: faults(),
    ledger: {
      taken: 'final',
      events: [],
      disputes: [],
      recharges: [],
      webhooks: [],
      accounts: [
        { id: 'a0', name: 'acct-0', balance: 88, held: 0, owed: 0, entrySeq: 4 },
        { id: 'a1', name: 'acct-1', balance: 34, held: 0, owed: 0, entrySeq: 3 },
        { id: 'a2', name: 'acct-2', balance: 92, held: 0, owed: 0, entrySeq: 5 },
      ],
      keys: [
        { id: 'key_a0', accountId: 'a0', status: 'active' },
        { id: 'key_a1', accountId: 'a1', status: 'active' },
        { id: 'key_x', accountId: 'a1', status: 'revoked' },
        { id: 'key_a2', accountId: 'a2', status: 'active' },
      ],
      budgets: [
        {
          ...{ scope: 'key', id: 'key_a0', accountId: 'a0' },
          caps: { day: 3 * PRICE, month: 3 * PRICE, total: 2 * PRICE, call: PRICE },
          sums: sumsOf(2 * PRICE),
        },
        {
          ...{ scope: 'project', id: 'prj_1', accountId: 'a2' },
          caps: { day: null, month: null, total: 2 * PRICE, call: null },
          sums: sumsOf(2 * PRICE),
        },
      ],
      freeDays: [{ accountId: 'a2', day: DAY, path: GIFT_PATTERN, used: 1 }],
      complaints: [
        complaint('c1', 1, { accountId: 'a0', state: 'waiting', ground: 'person' }),
        complaint('c2', 5, { state: 'refunded', ground: 'refusal_page', refunded: PRICE }),
      ],
      calls: [
        call(1, 'a0', 'r1'),
        call(2, 'a1', 'r1', { attempts: [{ provider: 'alpha2', outcome: 'ok' }] }),
        call(3, 'a0', 'r2', { ...none, attempts: [{ provider: 'alpha1', outcome: 'bad_response' }] }),
        call(4, 'a0', 'r3'),
        call(5, 'a2', 'r5', { projectId: 'prj_1' }),
        call(6, 'a2', 'r6', {
          ...{ path: VIDEOS_PATH, price: 12, charged: 8, items: 2, projectId: 'prj_1' },
          terms: { unit: 'item', unitPrice: 4, minimum: 0, itemsMax: 3, free: null },
        }),
        call(7, 'a2', 'r7', {
          ...{ path: GIFTS_PATH, price: 0, charged: 0, items: 2, projectId: 'prj_1' },
          terms: { ...COMMENT_TERMS, free: { path: GIFT_PATTERN, day: DAY } },
        }),
        call(8, 'a1', 'mcp-1'),
      ],
      entries: [
        topUp(1, 'a0', 1, 100, 100),
        topUp(2, 'a1', 1, 50, 50),
        topUp(3, 'a0', 2, 4, 104),
        charge(4, 'a0', 3, 1, 96),
        charge(5, 'a1', 2, 2, 42),
        charge(6, 'a0', 4, 4, 88),
        charge(8, 'a1', 3, 8, 34),
        topUp(11, 'a2', 1, 100, 100),
        charge(12, 'a2', 2, 5, 92),
        charge(13, 'a2', 3, 6, 84),
        { ...charge(14, 'a2', 4, 7, 84), amount: 0 },
        {
          ...topUp(15, 'a2', 5, PRICE, 92),
          ...{ kind: 'refund', callSeq: 5, reference: 'complaint:c2', actor: 'key:key_a2' },
        },
      ],
      answers: [
        kept(1, 'd1', 'nonce-1-alpha1'),
        kept(2, 'd2', 'nonce-2-alpha2'),
        kept(4, 'd3', 'nonce-4-alpha1'),
        kept(5, 'd5', 'nonce-5-alpha1'),
        kept(6, 'd6', 'nonce-6-alpha1'),
        kept(7, 'd7', 'nonce-7-alpha1'),
        kept(8, 'd8', 'nonce-8-alpha1'),
      ],
      usage: [
        { ...usage, calls: 2, charged: 2 * PRICE },
        { ...usage, keyId: 'key_a1', accountId: 'a1', calls: 2, charged: 2 * PRICE },
        { ...usage, keyId: 'key_a2', accountId: 'a2', calls: 1, charged: PRICE },
        { ...usage, path: VIDEOS_PATH, keyId: 'key_a2', accountId: 'a2', calls: 1, charged: 8 },
        { ...usage, path: GIFTS_PATH, keyId: 'key_a2', accountId: 'a2', calls: 1, charged: 0 },
      ],
      catalogs: [
        { version: 1, rules: rulesAt(PRICE) },
        { version: 2, rules: rulesAt(2 * PRICE) },
      ],
      gathered: structuredClone(NOTHING_GATHERED),
    },
    checkpoints: [],
    payments: structuredClone(NO_PAYMENTS),
    recoveries: ['held', 'released', 'released'].map((state) => ({
      ...structuredClone(NOTHING),
      taken: 'kill',
      calls: [call(9, 'a0', 'r9', { state: state as LedgerCall['state'], charged: 0, source: null })],
    })),
  };
}
