// A small, complete and clean walk over many platforms, besides the history of testing-case.ts, for tests of the checker; and ways to spoil
// it, each with the invariant that it breaks.
import type { ClientEvent, ShownItem, ToldLeg } from '../journal.ts';
import type { LedgerCall } from '../ledger.ts';
import { isHidden } from '../offers.ts';
import { LEGS, type LegName, legItemsOf, listOf, WALK_PATHS, walkLabel } from '../walk-offers.ts';
import type { Evidence } from './evidence.ts';
import { cleanEvidence, eventsOf, kept } from './testing-case.ts';
import type { Planted } from './testing-planted.ts';

const S = 1e9;
const ACCOUNT = 'walker-0';
const KEYWORD = walkLabel('clean');
const PATH = WALK_PATHS[1]!;
const LEG_ITEMS = legItemsOf(KEYWORD);
const FUNDS = 1_000;
const LEG_PRICE = 3;
const legPath = (name: string) => `/api/u1/v1/${name}/app/search_video_v2`;
const money = (micros: number) => `0.${String(micros).padStart(6, '0')}`;
const nonceOf = (name: string, page: number) => `nonce-w${page}-${name}1`;

/** The items of one page: the part of each list that belongs to it, each address once. */
function shownOn(page: number, addresses: Set<string>): ShownItem[] {
  return LEGS.flatMap((name) =>
    listOf(name, KEYWORD)
      .slice(page * LEG_ITEMS, (page + 1) * LEG_ITEMS)
      .flatMap(({ id, address }): ShownItem[] => {
        if (addresses.has(address) || isHidden(id)) return [];
        addresses.add(address);
        return [[name, id, nonceOf(name, page)]];
      }),
  );
}

/** The platforms whose lists continue there; on the first page all. */
function askedOn(page: number): LegName[] {
  return LEGS.filter((name) => page === 0 || listOf(name, KEYWORD).length > page * LEG_ITEMS);
}

function toldOn(page: number): ToldLeg[] {
  const asked = askedOn(page);
  return LEGS.map((platform) => {
    const isDone = listOf(platform, KEYWORD).length <= (page + 1) * LEG_ITEMS;
    const charged = money(asked.includes(platform) ? LEG_PRICE : 0);
    return {
      platform,
      status: asked.includes(platform) ? 'ok' : 'ended',
      charged,
      end: isDone ? 'exhausted' : 'more',
    };
  });
}

const PAGES = Math.max(...LEGS.map((name) => Math.ceil(listOf(name, KEYWORD).length / LEG_ITEMS)));

export function walkEvidence(): Evidence {
  const evidence = cleanEvidence();
  const { client, upstream, ledger } = evidence;
  const say = (n: number, t: number, about: Partial<ClientEvent>, end: Partial<ClientEvent>) => {
    const common = { seq: 0, n, node: 'n1', account: ACCOUNT, ...about } as ClientEvent;
    client.push({ ...common, t: t * S, type: 'invoke' }, { ...common, ...end, t: (t + 0.1) * S, type: 'ok' });
  };
  const paidIn = { status: 201, duplicate: false, balance: money(FUNDS) };
  say(900, 33, { op: 'topup', id: 'pay-90', amount: FUNDS }, paidIn);
  ledger.keys.push({ id: 'key_w', accountId: 'w', status: 'active' });
  const shared = { reference: null, actor: 'key:key_w', reason: null };
  ledger.entries.push({
    ...{ id: 90, accountId: 'w', seq: 1, kind: 'topup', amount: FUNDS, balanceAfter: FUNDS, callSeq: null },
    ...{ reference: 'pay-90', actor: 'token:t', reason: null },
  });
  const addresses = new Set<string>();
  let balance = FUNDS;
  for (let page = 0; page < PAGES; page++) {
    const asked = askedOn(page);
    const charged = asked.length * LEG_PRICE;
    balance -= charged;
    const seq = 90 + page;
    ledger.calls.push(callOn(page, seq, asked));
    ledger.entries.push({
      ...{ id: 91 + page, accountId: 'w', seq: 2 + page, kind: 'charge', amount: -charged, ...shared },
      ...{ balanceAfter: balance, callSeq: seq },
    });
    ledger.answers.push(kept(seq, `dw${page}`, null));
    for (const name of asked)
      upstream.push({
        ...{ seq: 0, t: (34 + page) * S, provider: `${name}1`, platform: name, keyword: KEYWORD },
        ...{ nonce: nonceOf(name, page), fault: 'none', good: true },
      });
    const about = { op: 'walk' as const, id: `w-${page}`, path: PATH, keyword: KEYWORD };
    say(
      901 + page,
      34 + page,
      { ...about, ...(page > 0 && { pcursor: `c${page}` }) },
      {
        ...{ status: 200, digest: `dw${page}`, charged: money(charged), balance: money(balance) },
        ...{ replayed: false, source: 'live', version: 1 },
        walk: {
          next: page + 1 < PAGES ? `c${page + 1}` : 'no_more',
          resumed: false,
          shown: shownOn(page, addresses),
          legs: toldOn(page),
        },
      },
    );
  }
  ledger.accounts.push({ id: 'w', name: ACCOUNT, balance, held: 0, owed: 0, entrySeq: 1 + PAGES });
  const usage = { accountId: 'w', keyId: 'key_w', path: PATH };
  ledger.events = eventsOf(ledger.entries);
  ledger.usage.push({ ...usage, calls: PAGES, charged: FUNDS - balance });
  for (const { rules } of ledger.catalogs)
    for (const name of LEGS)
      rules[legPath(name)] = { unit: 'call', unitPrice: LEG_PRICE, minimum: 0, freePerDay: 0 };
  return evidence;
}

function callOn(page: number, seq: number, asked: readonly string[]): LedgerCall {
  const legs = asked.map((name) => ({ name, path: legPath(name), price: LEG_PRICE }));
  return {
    ...{
      seq,
      accountId: 'w',
      requestId: `w-${page}`,
      epoch: 1,
      state: 'settled',
      keyId: 'key_w',
      path: PATH,
    },
    ...{ platform: 'all', catalogVersion: 1, projectId: null, items: null, source: 'live' },
    ...{ price: asked.length * LEG_PRICE, charged: asked.length * LEG_PRICE },
    ...{ openedOn: '2026-05-01', endedOn: '2026-05-01' },
    terms: { unit: 'leg', unitPrice: 0, minimum: 0, itemsMax: 0, free: null, legs },
    legs: asked.map((name) => ({ name, charged: LEG_PRICE, isLive: true })),
    attempts: asked.map((name) => ({ provider: `${name}1`, outcome: 'ok', leg: name })),
  };
}

const endOf = ({ client }: Evidence, page: number): ClientEvent =>
  client.find(({ id, type }) => id === `w-${page}` && type === 'ok')!;
const rowOf = ({ ledger }: Evidence, page: number): LedgerCall =>
  ledger.calls.find(({ requestId }) => requestId === `w-${page}`)!;

export const PLANTED_WALKS: Planted[] = [
  [
    'an item that a walk shows twice',
    'W1',
    (evidence) => void endOf(evidence, 1).walk!.shown.push(endOf(evidence, 0).walk!.shown[0]!),
  ],
  ['an item that a walk leaves out', 'W2', (evidence) => void endOf(evidence, 0).walk!.shown.splice(2, 1)],
  ['the last item of a list left out', 'W2', (evidence) => void endOf(evidence, 1).walk!.shown.pop()],
  [
    'an item of another platform',
    'W4',
    (evidence) => {
      endOf(evidence, 0).walk!.shown[0]![0] = 'beta';
    },
  ],
  [
    'an item out of a failed answer',
    'W4',
    ({ upstream }) =>
      void Object.assign(upstream.find(({ keyword }) => keyword === KEYWORD)!, { good: false }),
  ],
  [
    'a leg that failed and is paid',
    'W3',
    (evidence) => {
      endOf(evidence, 0).walk!.legs[1]!.status = 'refused';
    },
  ],
  [
    'a charge that is not the sum of its legs',
    'M5',
    (evidence) => void Object.assign(rowOf(evidence, 0).legs![0]!, { charged: LEG_PRICE - 1 }),
  ],
  [
    'a leg that is not in the terms',
    'M5',
    (evidence) => void Object.assign(rowOf(evidence, 0).legs![0]!, { name: 'x' }),
  ],
  [
    'a leg held at another price than its path has',
    'D11',
    (evidence) => void Object.assign(rowOf(evidence, 0).terms!.legs![0]!, { price: LEG_PRICE + 1 }),
  ],
  [
    'items that no page has paid for',
    'W3',
    (evidence) => {
      for (const page of [0, 1]) rowOf(evidence, page).legs!.splice(0, 1);
    },
  ],
  [
    'a page of a platform that is paid twice',
    'W3',
    (evidence) => {
      const [leg] = rowOf(evidence, 0).legs!;
      rowOf(evidence, 1).legs!.push(leg!, leg!);
    },
  ],
  [
    'a leg that was won twice',
    'U2',
    (evidence) => {
      const { attempts } = rowOf(evidence, 0);
      attempts.push(attempts[0]!);
    },
  ],
];
