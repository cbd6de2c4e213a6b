// Invariants of collections and watches: what was charged adds up and stays within its budget, items are numbered 1, 2, 3 …, each is
// delivered once and is one that the platform gave to this question, and nothing that stayed in a list is missed.
import {
  type CollectedPlatform,
  collectedList,
  digestOfIds,
  isCollected,
  newsAt,
  newsUntil,
  startOfTick,
  tickAt,
} from '../gather-offers.ts';
import type { FoundRecord, Gathered, LedgerCollection, LedgerRun, LedgerWatch } from '../gathered.ts';
import type { UpstreamEvent } from '../journal.ts';
import type { Ledger, LedgerCall } from '../ledger.ts';
import { isHidden, isThere } from '../offers.ts';
import { type Case, groupBy, isOk } from './evidence.ts';
import type { Findings } from './verdict.ts';

const ENDED = ['done', 'stopped', 'failed'];
const NS_PER_MS = 1e6;
/** An answer may come from the cache, or be a stale one while the platform fails: both together, as the nodes are set. */
const CACHED_NS = 22e9;

export function checkGathered(found: Findings, kase: Case): void {
  const { ledger, checkpoints } = kase.evidence;
  for (const each of [...checkpoints, ledger]) {
    checkCollectionMoney(found, each);
    checkWatchMoney(found, each);
    checkNumbers(found, each);
  }
  for (const earlier of checkpoints) checkKept(found, earlier.gathered, ledger.gathered);
  checkOrigins(found, kase);
  checkCreated(found, kase);
  checkReads(found, kase);
  checkExports(found, kase);
  checkEnds(found, ledger);
  checkMissed(found, kase);
}

/** The settled calls of a collection or a watch, by the number of their page or run, with which their ids go on. */
function settledOf({ calls }: Ledger, prefix: string): Map<number, LedgerCall[]> {
  const own = calls.filter(({ requestId, state }) => requestId.startsWith(prefix) && state === 'settled');
  return groupBy(own, ({ requestId }) => Number(runIdOf(requestId).slice(prefix.length)));
}

/** The further pages of a run are `RUN.2`, `RUN.3` …, and what they found is delivered under the id of the run. */
const runIdOf = (requestId: string): string => requestId.replace(/\.\d+$/, '');

const foundOf = ({ found }: Gathered, owner: string) =>
  found.filter((page) => page.owner === owner).sort((a, b) => a.firstNumber - b.firstNumber);

const recordsOf = (gathered: Gathered, owner: string): FoundRecord[] =>
  foundOf(gathered, owner).flatMap(({ records }) => records);

const sum = <T>(list: readonly T[], read: (each: T) => number) =>
  list.reduce((total, each) => total + read(each), 0);

/** G1, G2: a collection has paid for its pages 0, 1, 2 … once each; their charges are what it says, and within its budget. */
function checkCollectionMoney(found: Findings, ledger: Ledger): void {
  const { gathered, taken } = ledger;
  for (const {
    id,
    accountId,
    keyId,
    pages,
    items,
    itemsMax,
    charged,
    reserved,
    budget,
    state,
  } of gathered.collections) {
    const settled = settledOf(ledger, `c-${id}-`);
    const calls = [...settled.values()].flat();
    const paid = sum(calls, (call) => call.charged);
    const told = () =>
      `says ${charged} of ${budget} with ${reserved} reserved, its calls cost ${paid} (${taken})`;
    found.expect('G1', paid === charged && charged + reserved <= budget && reserved >= 0, told, id);
    const isOnce = settled.size === pages && [...settled].every(([n, own]) => n < pages && own.length === 1);
    found.expect(
      'G2',
      isOnce,
      () => `${pages} pages, paid are ${[...settled.keys()].join(', ')} (${taken})`,
      id,
    );
    const isOwn = calls.every((call) => call.accountId === accountId && call.keyId === keyId);
    found.expect('G2', isOwn, () => 'a page was paid by another account or key', id);
    found.expect('G2', items <= itemsMax, () => `${items} items of at most ${itemsMax}`, id);
    if (ENDED.includes(state))
      found.expect('G1', reserved === 0, () => `${state} with ${reserved} reserved (${taken})`, id);
    checkItemsPaid(found, gathered, id, calls);
  }
}

/** G1, G2: every run that succeeded has paid once for each of its pages; the sum of them is what the watch has spent, within its budget. */
function checkWatchMoney(found: Findings, ledger: Ledger): void {
  const { gathered, taken } = ledger;
  for (const { id, accountId, spent, reserved, totalBudget } of gathered.watches) {
    const settled = settledOf(ledger, `w-${id}-`);
    const calls = [...settled.values()].flat();
    const paid = sum(calls, (call) => call.charged);
    const most = totalBudget ?? Number.POSITIVE_INFINITY;
    const told = () => `says ${spent} of ${most} with ${reserved} reserved, its runs cost ${paid} (${taken})`;
    found.expect('G1', paid === spent && spent + reserved <= most && reserved >= 0, told, id);
    const isOwn = calls.every((call) => call.accountId === accountId);
    found.expect('G2', isOwn, () => 'a run was paid by another account', id);
    const runs = gathered.runs.filter(({ watchId, failure }) => watchId === id && failure === null);
    for (const run of runs) {
      const own = settled.get(run.number) ?? [];
      const cost = sum(own, (call) => call.charged);
      const isPaid = arePagesOnce(own, run) && cost === run.charged;
      const seen = () =>
        `run ${run.number} says ${run.charged} for ${run.pages} pages, its ${own.length} calls ${cost} (${taken})`;
      found.expect('G2', isPaid, seen, id);
    }
    const pages = sum(runs, (run) => run.pages);
    found.expect('G2', pages === calls.length, () => `${pages} pages, ${calls.length} paid`, id);
    checkItemsPaid(found, gathered, id, calls);
  }
}

/** True when these calls are the pages 1, 2, 3 … of the run, once each. */
function arePagesOnce(calls: readonly LedgerCall[], { watchId, number, pages }: LedgerRun): boolean {
  const ids = new Set(calls.map(({ requestId }) => requestId));
  const first = `w-${watchId}-${number}`;
  const due = Array.from({ length: pages }, (_, i) => (i === 0 ? first : `${first}.${i + 1}`));
  return calls.length === pages && due.every((id) => ids.has(id));
}

/** G3: where the price is per item, exactly the delivered items are charged: those of the calls of a page or a run are what is under its id. */
function checkItemsPaid(
  found: Findings,
  gathered: Gathered,
  owner: string,
  calls: readonly LedgerCall[],
): void {
  const pages = groupBy(foundOf(gathered, owner), ({ requestId }) => requestId);
  const paid = groupBy(calls, ({ requestId }) => runIdOf(requestId));
  for (const [requestId, own] of paid) {
    const delivered = sum(pages.get(requestId) ?? [], (page) => page.items);
    const charged = sum(own, ({ items }) => items ?? 0);
    if (own.every(({ terms }) => terms?.unit === 'item'))
      found.expect(
        'G3',
        charged === delivered,
        () => `${charged} charged, ${delivered} delivered`,
        owner,
        requestId,
      );
  }
  for (const requestId of pages.keys())
    found.expect('G3', paid.has(requestId), () => 'items that no call has paid for', owner, requestId);
}

/** G4: items are numbered 1, 2, 3 … without a gap, as many as the row says, and no id is there twice. */
function checkNumbers(found: Findings, { gathered, taken }: Ledger): void {
  for (const { id, items } of [...gathered.collections, ...gathered.watches]) {
    let next = 1;
    for (const page of foundOf(gathered, id)) {
      const isNext = page.firstNumber === next && page.items === page.records.length;
      const seen = () => `page from ${page.firstNumber} with ${page.items}, expected ${next} (${taken})`;
      found.expect('G4', isNext, seen, id);
      next += page.records.length;
    }
    found.expect('G4', next - 1 === items, () => `says ${items} items, has ${next - 1} (${taken})`, id);
    const keys = recordsOf(gathered, id).map(([platform, item]) => `${platform}:${item}`);
    const twice = keys.filter((key, i) => keys.indexOf(key) !== i);
    found.expect('G4', twice.length === 0, () => `delivered twice: ${twice.slice(0, 5).join(', ')}`, id);
    found.expect(
      'G4',
      (gathered.seen[id] ?? 0) >= keys.length,
      () => 'a delivered item is not marked as seen',
      id,
    );
  }
}

/** G5: what was delivered at a checkpoint is still there, under the same numbers, and nothing that was counted goes back. */
function checkKept(found: Findings, earlier: Gathered, later: Gathered): void {
  const rows = new Map([...later.collections, ...later.watches].map((row) => [row.id, row]));
  for (const { id, items } of [...earlier.collections, ...earlier.watches]) {
    const before = recordsOf(earlier, id).map(([, item]) => item);
    const after = recordsOf(later, id).map(([, item]) => item);
    const isPrefix = before.every((item, i) => item === after[i]);
    found.expect(
      'G5',
      isPrefix && (rows.get(id)?.items ?? 0) >= items,
      () => 'items changed after a checkpoint',
      id,
    );
  }
}

/** G6: every record is one that its platform gave, in a good answer, to a question of this collection or watch. */
function checkOrigins(found: Findings, { evidence: { upstream, ledger } }: Case): void {
  const byNonce = new Map(upstream.map((event) => [event.nonce, event]));
  const { gathered } = ledger;
  const questions = new Map<string, readonly string[]>([
    ...gathered.collections.map((each) => [each.id, each.questions.map(wordsOf)] as const),
    ...gathered.watches.map((each) => [each.id, [each.keyword]] as const),
  ]);
  for (const { owner, records } of gathered.found) {
    const asked = questions.get(owner) ?? [];
    for (const [platform, id, nonce] of records) {
      const source = byNonce.get(nonce);
      const isOwn = source?.good === true && source.platform === platform && isOneOf(source, asked);
      found.expect('G6', isOwn, () => `${id} comes from ${source?.keyword ?? 'nobody'}`, owner);
    }
  }
}

const wordsOf = ({ query }: LedgerCollection['questions'][number]) => query.keyword ?? query.ids ?? '';

/** Of several ids some may be known to be absent, so that the platform is asked for fewer. */
function isOneOf({ keyword }: UpstreamEvent, asked: readonly string[]): boolean {
  if (isCollected(keyword) || asked.includes(keyword)) return asked.includes(keyword);
  const ids = new Set(asked.flatMap((words) => words.split(',')));
  return keyword.split(',').every((id) => ids.has(id));
}

/** G7: one request id makes one collection or watch, which every caller is told and which is still there. */
function checkCreated(found: Findings, kase: Case): void {
  const { gathered } = kase.evidence.ledger;
  const rows = new Map(
    [...gathered.collections, ...gathered.watches].map((row) => [
      `${row.accountId} ${row.requestId}`,
      row.id,
    ]),
  );
  const made = kase.operations.filter(({ begin }) => begin.op === 'collect' || begin.op === 'watch');
  for (const { begin, end } of made.filter(isOk)) {
    const id = rows.get(`${kase.accountIds.get(begin.account ?? '')} ${begin.id}`);
    found.expect(
      'G7',
      id === end?.owner,
      () => `made ${end?.owner}, the ledger has ${id}`,
      begin.account,
      begin.id,
    );
  }
  for (const { begin, end } of kase.operations.filter(({ begin: { op } }) => op === 'peek')) {
    if (end === null || end.type === 'info' || (end.status ?? 0) >= 500) continue;
    found.expect(
      'G7',
      end.status === 404,
      () => `another account reads it: ${end.status}`,
      begin.account,
      begin.owner,
    );
  }
}

/** G5: an item that a caller was given has the same number in the ledger, whenever and wherever it was read. */
function checkReads(found: Findings, { evidence: { ledger }, operations }: Case): void {
  const records = new Map<string, string[]>();
  const idsOf = (owner: string) => {
    if (!records.has(owner))
      records.set(
        owner,
        recordsOf(ledger.gathered, owner).map(([, id]) => id),
      );
    return records.get(owner)!;
  };
  const known = new Set([...ledger.gathered.collections, ...ledger.gathered.watches].map(({ id }) => id));
  for (const { begin, end } of operations.filter((each) => each.begin.op === 'items' && isOk(each))) {
    const owner = begin.owner ?? '';
    if (!known.has(owner)) continue;
    const wrong = (end?.items ?? []).find(([number, id]) => idsOf(owner)[number - 1] !== id);
    found.expect(
      'G5',
      wrong === undefined,
      () => `item ${wrong?.[0]} was ${wrong?.[1]} for its caller`,
      owner,
    );
    const numbers = (end?.items ?? []).map(([number]) => number);
    const after = begin.after ?? 0;
    const isInSequence = numbers.every((number, i) => number === after + 1 + i);
    found.expect('G5', isInSequence, () => `after ${after} came ${numbers.slice(0, 5).join(', ')}`, owner);
  }
}

/** G8: an export has exactly the delivered items, in their order, however often it is read. */
function checkExports(found: Findings, { evidence: { ledger }, operations }: Case): void {
  for (const { begin, end } of operations.filter((each) => each.begin.op === 'export' && isOk(each))) {
    const ids = recordsOf(ledger.gathered, begin.owner ?? '').map(([, id]) => id);
    const isSame = end?.exported?.count === ids.length && end.exported.digest === digestOfIds(ids);
    found.expect('G8', isSame, () => `exported ${end?.exported?.count} of ${ids.length} items`, begin.owner);
  }
}

/** G9: a collection that says that its lists are read to their ends has every item of them, and no other. */
function checkEnds(found: Findings, { gathered }: Ledger): void {
  for (const { id, questions, end, items, itemsMax } of gathered.collections) {
    if (end === 'items')
      found.expect('G9', items === itemsMax, () => `ended with ${items} of ${itemsMax}`, id);
    const due = new Set(questions.flatMap(listedBy));
    const have = recordsOf(gathered, id).map(([, item]) => item);
    const strange = have.filter((item) => !due.has(item));
    found.expect('G9', strange.length === 0, () => `not in its lists: ${strange.slice(0, 3).join(', ')}`, id);
    if (end !== 'exhausted') continue;
    found.expect('G9', have.length === due.size, () => `exhausted with ${have.length} of ${due.size}`, id);
  }
}

function listedBy({ path, query }: LedgerCollection['questions'][number]): string[] {
  const platform = path.split('/')[4] as CollectedPlatform;
  if (query.ids !== undefined) return query.ids.split(',').filter(isThere);
  const all = collectedList(platform, query.keyword ?? '').map(({ id }) => id);
  return all.filter((id) => !isHidden(id));
}

/**
 * G10: an item that stayed in the list during two whole runs was delivered, or counted as seen at the baseline, unless a run said that it may
 * have missed items. G6 for watches: nothing is delivered that the list never had.
 */
function checkMissed(found: Findings, { evidence: { ledger, faults, upstream } }: Case): void {
  const beganMs = faults.find(({ kind }) => kind === 'round')?.wallMs;
  if (beganMs === undefined) return;
  const nsOf = (ms: number) => (ms - beganMs) * NS_PER_MS;
  const { gathered } = ledger;
  for (const watch of gathered.watches) {
    const runs = gathered.runs.filter((run) => run.watchId === watch.id && run.failure === null);
    const last = runs.at(-1);
    if (last === undefined) continue;
    const news = newsUntil(watch.keyword, tickAt(nsOf(last.atMs)) + 1);
    const delivered = new Set(recordsOf(gathered, watch.id).map(([, id]) => id));
    const listed = new Set(news.map(({ id }) => id));
    const strange = [...delivered].filter((id) => !listed.has(id));
    found.expect(
      'G6',
      strange.length === 0,
      () => `never in its list: ${strange.slice(0, 3).join(', ')}`,
      watch.id,
    );
    const ends = runs.map(({ atMs, pages }) => ({ endNs: nsOf(atMs), pages }));
    const moved = movedItems(upstream, watch.keyword, ends);
    for (const { id, born, dies } of news) {
      if (isHidden(id) || moved.has(id)) continue;
      const span = { from: startOfTick(born), to: startOfTick(dies) };
      const pair = pairWithin(runs, span, nsOf);
      if (pair === null || isOfBaseline(watch, runs, span, nsOf)) continue;
      const seen = () => `${id} was there during runs ${pair} and was not delivered`;
      found.expect('G10', delivered.has(id), seen, watch.id);
    }
  }
}

/** Pages of a run overlap by one item. */
const OVERLAP = 1;

/**
 * Items that moved up by more places than pages overlap, between two pages of one run: they may have gone from a page that was not read yet to
 * one that was. Nobody can promise that such a run sees them, and later runs need not read as far as their place.
 */
function movedItems(
  upstream: readonly UpstreamEvent[],
  keyword: string,
  runs: readonly { endNs: number; pages: number }[],
): Set<string> {
  const asked = upstream.filter((event) => event.keyword === keyword && event.good).map(({ t }) => t);
  const lists = runs.flatMap(({ endNs, pages }, i) => {
    const own = asked.filter((t) => t > (runs[i - 1]?.endNs ?? 0) && t <= endNs).slice(-pages);
    return own.slice(1).map((t, k) => [newsAt(keyword, own[k]!), newsAt(keyword, t)] as const);
  });
  return new Set(lists.flatMap(([before, after]) => movedUp(before, after)));
}

function movedUp(before: readonly { id: string }[], after: readonly { id: string }[]): string[] {
  const places = new Map(after.map(({ id }, place) => [id, place]));
  return before.flatMap(({ id }, place) => (place - (places.get(id) ?? place) > OVERLAP ? [id] : []));
}

interface Span {
  from: number;
  to: number;
}

/** The number of a run for which this and the next one read a list that had the item; null when there is none, or when a run said `gap` while it was there. */
function pairWithin(
  runs: readonly LedgerRun[],
  { from, to }: Span,
  nsOf: (ms: number) => number,
): number | null {
  if (runs.some(({ gap, atMs }) => gap && from <= nsOf(atMs) && nsOf(atMs) < to)) return null;
  for (let i = 0; i + 2 < runs.length; i++) {
    // A run begins after the one before it has ended.
    const isThereBefore = from + CACHED_NS <= nsOf(runs[i]!.atMs);
    if (isThereBefore && nsOf(runs[i + 2]!.atMs) < to) return runs[i + 1]!.number;
  }
  return null;
}

/** With the baseline `mark`, what the first run read counts as seen. */
function isOfBaseline(
  { baseline }: LedgerWatch,
  [first]: readonly LedgerRun[],
  { from }: Span,
  nsOf: (ms: number) => number,
): boolean {
  return baseline === 'mark' && first !== undefined && from <= nsOf(first.atMs);
}
