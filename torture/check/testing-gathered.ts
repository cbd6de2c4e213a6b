// A small, complete and clean collection and watch, besides the history of testing-case.ts, for tests of the checker; and ways to spoil them,
// each with the invariant that it breaks.
import {
  COLLECT_ITEM_MICROS,
  COLLECTED_PATHS,
  catalogPath,
  collectedLabel,
  collectedList,
  digestOfIds,
  newsAt,
  WATCH_CHECK_MICROS,
  WATCH_ITEM_MICROS,
  WATCHED_PATH,
  watchedLabel,
} from '../gather-offers.ts';
import type { FoundRecord, Gathered, LedgerCollection, LedgerFound, LedgerWatch } from '../gathered.ts';
import type { ClientEvent } from '../journal.ts';
import type { LedgerCall, LedgerEvent, LedgerTerms } from '../ledger.ts';
import { hiddenOf, isHidden } from '../offers.ts';
import type { Evidence } from './evidence.ts';
import { cleanEvidence, eventsOf } from './testing-case.ts';
import type { Planted } from './testing-planted.ts';

const S = 1e9;
const ACCOUNT = 'gather-0';
const FUNDS = 100_000;
const PAGE_ITEMS = 100;
/** Fewer than a list has, so that each run has two pages. */
const RUN_PAGE_ITEMS = 5;
const COLLECTION = 'col_1';
const WATCH = 'wat_1';
const BEGAN_MS = Date.UTC(2026, 4, 1);
const COLLECT_PATH = catalogPath(COLLECTED_PATHS.alpha, 'collect');
const WATCH_PATH = catalogPath(WATCHED_PATH, 'watch');

/** A collection whose lists have more than one page. */
const NAME = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].find(
  (name) => collectedList('alpha', collectedLabel(name, 0)).length > PAGE_ITEMS,
)!;
const KEYWORDS = [collectedLabel(NAME, 0), collectedLabel(NAME, 1)];
const NEWS = watchedLabel('clean');
const RUNS_AT_S = [1, 30, 35, 40, 45];

const HIDDEN_ID = hiddenOf('00000000-0000-4000-8000-000000000000');

const money = (micros: number) => `0.${String(micros).padStart(6, '0')}`;

/** What is found and paid, added to the evidence page by page. */
class Books {
  readonly evidence = cleanEvidence();
  readonly seen = new Set<string>();
  balance = FUNDS;
  #seq = 200;

  /** One call that found these items, of which only those are new that this owner has not seen. They are delivered under the id `under`. */
  pay(
    owner: string,
    requestId: string,
    at: { path: string; keyword: string; atS: number },
    ids: readonly string[],
    under = requestId,
  ): LedgerFound {
    const { ledger, upstream } = this.evidence;
    const seq = this.#seq++;
    const nonce = `nonce-${seq}-alpha1`;
    const fresh = ids.filter((id) => !this.seen.has(`${owner} ${id}`));
    for (const id of ids) this.seen.add(`${owner} ${id}`);
    const terms = termsOf(at.path);
    const charged = Math.max(terms.minimum, terms.unitPrice * fresh.length);
    this.balance -= charged;
    ledger.calls.push({ ...callOf(seq, requestId, at.path, terms), charged, items: fresh.length });
    ledger.entries.push({
      ...{
        id: seq,
        accountId: 'g',
        seq: ledger.entries.filter(({ accountId }) => accountId === 'g').length + 1,
      },
      ...{ kind: 'charge', amount: -charged, balanceAfter: this.balance, callSeq: seq },
      ...{ reference: null, actor: 'key:key_g', reason: null },
    });
    upstream.push({
      ...{ seq: 0, t: at.atS * S, provider: 'alpha1', platform: 'alpha', keyword: at.keyword, nonce },
      ...{ fault: 'none', good: true },
    });
    const records = fresh.map((id): FoundRecord => ['alpha', id, nonce]);
    const firstNumber = ledger.gathered.found
      .filter((page) => page.owner === owner)
      .reduce((next, page) => next + page.items, 1);
    const page = { owner, firstNumber, items: fresh.length, requestId: under, records };
    if (fresh.length > 0) ledger.gathered.found.push(page);
    return page;
  }

  say(n: number, about: Partial<ClientEvent>, end: Partial<ClientEvent>, type: 'ok' | 'fail' = 'ok'): void {
    const common = { seq: 0, n, node: 'n1', account: ACCOUNT, ...about } as ClientEvent;
    this.evidence.client.push(
      { ...common, t: 33 * S, type: 'invoke' },
      { ...common, status: type === 'ok' ? 200 : 404, ...end, t: 33.1 * S, type },
    );
  }

  paidFor(path: string): { calls: number; charged: number } {
    const own = this.evidence.ledger.calls.filter((call) => call.path === path);
    return { calls: own.length, charged: own.reduce((sum, { charged }) => sum + charged, 0) };
  }
}

function termsOf(path: string): LedgerTerms {
  const isWatch = path === WATCH_PATH;
  const unitPrice = isWatch ? WATCH_ITEM_MICROS : COLLECT_ITEM_MICROS;
  return {
    unit: 'item',
    unitPrice,
    minimum: isWatch ? WATCH_CHECK_MICROS : 0,
    itemsMax: PAGE_ITEMS,
    free: null,
  };
}

function callOf(seq: number, requestId: string, path: string, terms: LedgerTerms): LedgerCall {
  return {
    ...{
      seq,
      accountId: 'g',
      requestId,
      epoch: 1,
      state: 'settled',
      keyId: 'key_g',
      path,
      platform: 'alpha',
    },
    ...{ catalogVersion: 1, projectId: null, items: null, source: 'live', terms },
    ...{ price: Math.max(terms.minimum, terms.unitPrice * PAGE_ITEMS), charged: 0 },
    ...{ openedOn: '2026-05-01', endedOn: '2026-05-01', attempts: [{ provider: 'alpha1', outcome: 'ok' }] },
  };
}

const shownOf = (list: readonly { id: string }[]): string[] =>
  list.map(({ id }) => id).filter((id) => !isHidden(id));

function collect(books: Books): LedgerCollection {
  let page = 0;
  let atS = 30;
  for (const keyword of KEYWORDS) {
    const ids = shownOf(collectedList('alpha', keyword));
    for (let at = 0; at < ids.length; at += PAGE_ITEMS) {
      const about = { path: COLLECT_PATH, keyword, atS: atS++ };
      books.pay(COLLECTION, `c-${COLLECTION}-${page++}`, about, ids.slice(at, at + PAGE_ITEMS));
    }
  }
  const { calls, charged } = books.paidFor(COLLECT_PATH);
  const items = itemsOf(books.evidence.ledger.gathered, COLLECTION).length;
  return {
    ...{ id: COLLECTION, accountId: 'g', keyId: 'key_g', requestId: 'make-1', pages: calls, items },
    questions: KEYWORDS.map((keyword) => ({ path: COLLECTED_PATHS.alpha, query: { keyword } })),
    ...{
      itemsMax: 5_000,
      charged,
      reserved: 0,
      budget: charged,
      untilMs: BEGAN_MS + 60_000,
      endedMs: BEGAN_MS + 50_000,
      state: 'done',
      waitingFor: null,
      end: 'exhausted',
    },
  };
}

function watch(books: Books): LedgerWatch {
  const { gathered } = books.evidence.ledger;
  for (const [i, atS] of RUNS_AT_S.entries()) {
    const requestId = `w-${WATCH}-${i + 1}`;
    const ids = shownOf(newsAt(NEWS, atS * S));
    const before = books.paidFor(WATCH_PATH).charged;
    const about = { path: WATCH_PATH, keyword: NEWS, atS };
    const first = books.pay(WATCH, requestId, about, ids.slice(0, RUN_PAGE_ITEMS));
    const further = books.pay(WATCH, `${requestId}.2`, about, ids.slice(RUN_PAGE_ITEMS), requestId);
    const items = first.items + further.items;
    const charged = books.paidFor(WATCH_PATH).charged - before;
    const run = { watchId: WATCH, number: i + 1, requestId, atMs: BEGAN_MS + atS * 1_000 };
    gathered.runs.push({ ...run, pages: 2, items, charged, gap: false, failure: null });
  }
  return {
    ...{ id: WATCH, accountId: 'g', keyId: 'key_g', requestId: 'make-2', keyword: NEWS, baseline: 'deliver' },
    ...{
      spent: books.paidFor(WATCH_PATH).charged,
      reserved: 0,
      totalBudget: 50_000,
      state: 'active',
      pausedFor: null,
    },
    ...{ runs: RUNS_AT_S.length, items: itemsOf(gathered, WATCH).length },
  };
}

const itemsOf = ({ found }: Gathered, owner: string): string[] =>
  found.filter((page) => page.owner === owner).flatMap(({ records }) => records.map(([, id]) => id));

export function gatheredEvidence(): Evidence {
  const books = new Books();
  const { evidence } = books;
  const { ledger, faults } = evidence;
  faults[0]!.wallMs = BEGAN_MS;
  books.say(
    900,
    { op: 'topup', id: 'pay-90', amount: FUNDS },
    { status: 201, duplicate: false, balance: money(FUNDS) },
  );
  ledger.keys.push({ id: 'key_g', accountId: 'g', status: 'active' });
  ledger.entries.push({
    ...{ id: 190, accountId: 'g', seq: 1, kind: 'topup', amount: FUNDS, balanceAfter: FUNDS, callSeq: null },
    ...{ reference: 'pay-90', actor: 'token:t', reason: null },
  });
  ledger.gathered.collections.push(collect(books));
  ledger.gathered.watches.push(watch(books));
  for (const owner of [COLLECTION, WATCH])
    ledger.gathered.seen[owner] = [...books.seen].filter((one) => one.startsWith(`${owner} `)).length;
  const entrySeq = ledger.entries.filter(({ accountId }) => accountId === 'g').length;
  ledger.accounts.push({ id: 'g', name: ACCOUNT, balance: books.balance, held: 0, owed: 0, entrySeq });
  for (const path of [COLLECT_PATH, WATCH_PATH]) {
    ledger.usage.push({ accountId: 'g', keyId: 'key_g', path, ...books.paidFor(path) });
    const { unitPrice, minimum } = termsOf(path);
    for (const { rules } of ledger.catalogs)
      rules[path] = { unit: 'item', unitPrice, minimum, freePerDay: 0 };
  }
  ledger.events = [...eventsOf(ledger.entries), ...gatheredEvents(ledger.gathered)];
  tell(books);
  return evidence;
}

/** After the event of the top-up. */
function gatheredEvents({ runs }: Gathered): LedgerEvent[] {
  const told = runs.filter(({ items }) => items > 0);
  const events = [
    { type: 'collection.done', owner: COLLECTION, run: null },
    ...told.map(({ number }) => ({ type: 'watch.items', owner: WATCH, run: number })),
  ];
  return events.map((event, i) => ({ stream: 'g', seq: 2 + i, entrySeq: null, ...event }));
}

function tell(books: Books): void {
  const ids = itemsOf(books.evidence.ledger.gathered, COLLECTION);
  books.say(901, { op: 'collect', id: 'make-1' }, { status: 201, owner: COLLECTION, state: 'queued' });
  books.say(902, { op: 'watch', id: 'make-2' }, { status: 201, owner: WATCH, state: 'active' });
  const shown = ids.slice(5, 9).map((id, i): [number, string] => [6 + i, id]);
  books.say(903, { op: 'items', owner: COLLECTION, after: 5 }, { items: shown });
  books.say(
    904,
    { op: 'export', owner: COLLECTION },
    { exported: { count: ids.length, digest: digestOfIds(ids) } },
  );
  const { budget } = collectionIn(books.evidence);
  books.say(906, { op: 'rebudget', owner: COLLECTION, amount: budget + 5 }, { owner: COLLECTION });
  books.say(907, { op: 'rebudget', owner: COLLECTION, amount: budget }, { owner: COLLECTION });
  books.say(908, { op: 'rebudget', owner: COLLECTION, amount: 1 }, { status: 409, code: 'CONFLICT' }, 'fail');
  books.say(905, { op: 'peek', owner: COLLECTION, account: 'acct-1' }, { code: 'NOT_FOUND' }, 'fail');
}

/** The watch misses the item that the list had at the top at this moment. */
export function missTop(evidence: Evidence, atS: number): void {
  const { id } = newsAt(NEWS, atS * S)[0]!;
  for (const page of pagesIn(evidence, WATCH))
    page.records = page.records.filter(([, record]) => record !== id);
}

/** The first run that ended after this moment has read its first page at this moment. */
export function readFirstAt({ upstream }: Evidence, atS: number): void {
  upstream.find(({ keyword, t }) => keyword === NEWS && t > atS * S)!.t = atS * S;
}

const collectionIn = ({ ledger }: Evidence) => ledger.gathered.collections[0]!;
const watchIn = ({ ledger }: Evidence) => ledger.gathered.watches[0]!;
const pagesIn = ({ ledger }: Evidence, owner: string) =>
  ledger.gathered.found.filter((page) => page.owner === owner);
const endOf = ({ client }: Evidence, op: string) =>
  client.find((event) => event.op === op && event.type !== 'invoke')!;

export const PLANTED_GATHERED: Planted[] = [
  [
    'a collection that says less than its calls cost',
    'G1',
    (evidence) => void collectionIn(evidence).charged--,
  ],
  ['a collection above its budget', 'G1', (evidence) => void collectionIn(evidence).budget--],
  [
    'a reservation that is never cleared',
    'G1',
    (evidence) => void Object.assign(collectionIn(evidence), { reserved: 1, budget: 1e6 }),
  ],
  ['a watch above its budget', 'G1', (evidence) => void Object.assign(watchIn(evidence), { totalBudget: 1 })],
  ['a page that is paid and not counted', 'G2', (evidence) => void collectionIn(evidence).pages--],
  [
    'a page that is paid twice',
    'G2',
    ({ ledger }) => {
      const page = ledger.calls.find(({ requestId }) => requestId === `c-${COLLECTION}-0`)!;
      ledger.calls.push({ ...page, seq: 990 });
    },
  ],
  [
    'a page paid by another account',
    'G2',
    (evidence) => void Object.assign(collectionIn(evidence), { accountId: 'a1' }),
  ],
  [
    'a run without its call',
    'G2',
    ({ ledger }) => void ledger.gathered.runs.push({ ...ledger.gathered.runs[0]!, number: 77 }),
  ],
  [
    'a run of two pages that paid for one',
    'G2',
    (evidence) => void evidence.ledger.gathered.runs[0]!.pages--,
  ],
  [
    'a page of a run that is paid twice in place of another',
    'G2',
    ({ ledger }) =>
      void Object.assign(ledger.calls.find(({ requestId }) => requestId === `w-${WATCH}-1.2`)!, {
        requestId: `w-${WATCH}-1`,
      }),
  ],
  [
    'a run that says less than its pages cost',
    'G2',
    (evidence) => void evidence.ledger.gathered.runs[0]!.charged--,
  ],
  [
    'an item of a further page that is charged and not delivered',
    'G3',
    ({ ledger }) => {
      ledger.calls.find(({ requestId }) => requestId === `w-${WATCH}-1.2`)!.items!++;
    },
  ],
  [
    'a duplicate that is charged',
    'G3',
    ({ ledger }) => {
      ledger.calls.find(({ requestId }) => requestId === `c-${COLLECTION}-0`)!.items!++;
    },
  ],
  [
    'items without a call',
    'G3',
    (evidence) => void Object.assign(pagesIn(evidence, WATCH)[0]!, { requestId: 'w-x-1' }),
  ],
  [
    'numbers that start again',
    'G4',
    (evidence) => void Object.assign(pagesIn(evidence, COLLECTION)[1]!, { firstNumber: 1 }),
  ],
  [
    'an item that is delivered twice',
    'G4',
    (evidence) => {
      const [first] = pagesIn(evidence, WATCH);
      first!.records[1] = first!.records[0]!;
    },
  ],
  [
    'ids that are not marked as seen',
    'G4',
    ({ ledger }) => void Object.assign(ledger.gathered.seen, { [WATCH]: 0 }),
  ],
  [
    'an item that was lost after a checkpoint',
    'G5',
    (evidence) => {
      evidence.checkpoints.push({ ...structuredClone(evidence.ledger), taken: 'running' });
      pagesIn(evidence, COLLECTION)[0]!.records.reverse();
    },
  ],
  ['an item that changed its number', 'G5', (evidence) => void endOf(evidence, 'items').items!.reverse()],
  ['a list of items with a hole', 'G5', (evidence) => void endOf(evidence, 'items').items!.splice(1, 1)],
  [
    'a record of another question',
    'G6',
    ({ upstream }) => {
      upstream.find(({ keyword }) => keyword === KEYWORDS[0])!.keyword = collectedLabel('other', 0);
    },
  ],
  [
    'a record of an answer that failed',
    'G6',
    ({ upstream }) => {
      upstream.find(({ keyword }) => keyword === NEWS)!.good = false;
    },
  ],
  [
    'an item that was never in the list of a watch',
    'G6',
    (evidence) => void Object.assign(pagesIn(evidence, WATCH)[0]!.records[0]!, { 1: 'x' }),
  ],
  [
    'a second collection under one request id',
    'G7',
    (evidence) => void Object.assign(endOf(evidence, 'collect'), { owner: 'col_2' }),
  ],
  [
    'a collection that another account reads',
    'G7',
    (evidence) => void Object.assign(endOf(evidence, 'peek'), { type: 'ok', status: 200 }),
  ],
  [
    'a new budget that was acknowledged and lost',
    'G11',
    (evidence) => void Object.assign(collectionIn(evidence), { budget: collectionIn(evidence).budget + 5 }),
  ],
  [
    'a collection that ended by its time before that',
    'G11',
    (evidence) => void Object.assign(collectionIn(evidence), { end: 'time' }),
  ],
  [
    'the end of a collection that was told twice',
    'E2',
    ({ ledger }) => {
      const end = ledger.events.find(({ type }) => type === 'collection.done')!;
      ledger.events.push({ ...end, seq: ledger.events.length });
    },
  ],
  [
    'items of a run that were never told',
    'E2',
    ({ ledger }) => void Object.assign(ledger.events.at(-1)!, { type: 'watch.paused' }),
  ],
  [
    'a private video that was collected',
    'X1',
    (evidence) => void Object.assign(pagesIn(evidence, COLLECTION)[0]!.records[0]!, { 1: HIDDEN_ID }),
  ],
  [
    'a private video in the items of a watch',
    'X1',
    (evidence) => void Object.assign(endOf(evidence, 'items').items![0]!, { 1: HIDDEN_ID }),
  ],
  ['an export with an item less', 'G8', (evidence) => void endOf(evidence, 'export').exported!.count--],
  [
    'an export in another order',
    'G8',
    (evidence) => void Object.assign(endOf(evidence, 'export').exported!, { digest: digestOfIds([]) }),
  ],
  [
    'a collection that ended before its lists did',
    'G9',
    (evidence) => {
      pagesIn(evidence, COLLECTION).at(-1)!.records.pop();
    },
  ],
  [
    'a collection that ended by its items with fewer',
    'G9',
    (evidence) => void Object.assign(collectionIn(evidence), { end: 'items' }),
  ],
  [
    'an item that stayed and was missed',
    'G10',
    (evidence) => {
      const pages = pagesIn(evidence, WATCH);
      for (const page of pages.slice(0, 2)) page.records.splice(3);
    },
  ],
];
