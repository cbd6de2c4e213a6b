// Invariants of searches over many platforms: no item is repeated in a walk or left out, every item comes from its own platform, and
// exactly the legs that delivered are paid. A walk is followed from page to page by its cursors.
import type { ClientEvent, ShownItem, ToldLeg, UpstreamEvent } from '../journal.ts';
import type { LedgerCall } from '../ledger.ts';
import { isHidden, PROVIDERS } from '../offers.ts';
import { isOverAll, LEGS, type Listed, legItemsOf, listOf } from '../walk-offers.ts';
import { type Call, type Case, groupBy, isOk, microsOf } from './evidence.ts';
import type { Findings } from './verdict.ts';

/** Most attempts of one leg. */
const ATTEMPTS_MAX = 3;
const NO_MORE = 'no_more';
const DELIVERED = ['ok', 'empty', 'ended'];

/** One page that a caller got, with its row in the ledger. */
interface Page {
  call: Call;
  answer: ClientEvent & { walk: NonNullable<ClientEvent['walk']> };
  row: LedgerCall;
}

export function checkWalks(found: Findings, kase: Case): void {
  const byNonce = new Map(kase.evidence.upstream.map((event) => [event.nonce, event]));
  const asked = groupBy(kase.evidence.upstream, ({ keyword }) => keyword);
  const calls = kase.calls.filter(isWalkCall);
  for (const [keyword, own] of groupBy(calls, ({ uses }) => uses[0]!.begin.keyword ?? '')) {
    const pages = own.flatMap(pageOf);
    for (const page of pages) {
      checkLegCharges(found, page);
      checkOrigins(found, page, keyword, byNonce);
    }
    for (const { rows, account, id } of own) for (const row of rows) checkAttempts(found, row, account, id);
    checkExecutions(found, keyword, own, asked.get(keyword)?.length ?? 0);
    followWalk(found, keyword, chainOf(pages));
  }
}

export function isWalkCall({ uses }: Call): boolean {
  return isOverAll(uses[0]?.begin.path);
}

function pageOf(call: Call): Page[] {
  const answer = call.uses.find(isOk)?.end;
  const row = call.rows.find(({ state }) => state === 'settled');
  return answer?.walk === undefined || row === undefined
    ? []
    : [{ call, answer: answer as Page['answer'], row }];
}

/** Starts with the page without a cursor; each page leads to the next. */
function chainOf(pages: readonly Page[]): Page[] {
  const byCursor = new Map(pages.map((page) => [page.answer.pcursor ?? '', page]));
  const chain: Page[] = [];
  for (let page = byCursor.get(''); page !== undefined && !chain.includes(page); ) {
    chain.push(page);
    page = byCursor.get(page.answer.walk.next);
  }
  return chain;
}

/** W3: the charge is the sum of the legs that delivered, in the answer and in the ledger, and no other leg is charged. */
function checkLegCharges(found: Findings, { call, answer, row }: Page): void {
  const { account, id } = call;
  const told = answer.walk.legs.map(({ charged }) => microsOf(charged) ?? Number.NaN);
  const sum = told.reduce((total, each) => total + each, 0);
  found.expect('W3', sum === row.charged, () => `legs of ${sum}, charged ${row.charged}`, account, id);
  for (const [i, { platform, status }] of answer.walk.legs.entries()) {
    const entry = row.legs?.find(({ name }) => name === platform);
    const seen = () => `${platform}, ${status}: told ${told[i]}, the ledger has ${entry?.charged}`;
    found.expect('W3', told[i] === (entry?.charged ?? 0), seen, account, id);
    const mayCost = DELIVERED.includes(status);
    found.expect('W3', mayCost || entry === undefined, () => `${platform} is paid as ${status}`, account, id);
  }
}

/** W4: every item is one that its platform gave to this question, unchanged. */
function checkOrigins(
  found: Findings,
  { call, answer }: Page,
  keyword: string,
  byNonce: ReadonlyMap<string, UpstreamEvent>,
): void {
  for (const [platform, id, nonce] of answer.walk.shown) {
    const source = byNonce.get(nonce);
    const isOwn = source?.good === true && source.platform === platform && source.keyword === keyword;
    const seen = () => `${id} of ${platform} is from ${source?.platform ?? 'nobody'}, ${source?.keyword}`;
    found.expect('W4', isOwn, seen, call.account, call.id);
  }
}

/** U2: no leg uses more attempts than a single call may, is won twice, or is won by a provider of another platform. */
function checkAttempts(found: Findings, { attempts }: LedgerCall, account: string, id: string): void {
  for (const [leg, own] of groupBy(attempts, (attempt) => attempt.leg ?? '')) {
    const won = own.filter(({ outcome }) => outcome === 'ok');
    const isOwn = own.every(({ provider }) =>
      PROVIDERS.some((one) => one.name === provider && one.platform === leg),
    );
    const isRight = own.length <= ATTEMPTS_MAX && won.length <= 1 && isOwn;
    const seen = () => `${leg}: ${own.map(({ provider, outcome }) => `${provider} ${outcome}`).join(', ')}`;
    found.expect('U2', isRight, seen, account, id);
  }
}

/** R4: platforms are asked only while a claim is held, and per opening and leg at most the attempts of one call. */
function checkExecutions(found: Findings, keyword: string, calls: readonly Call[], asked: number): void {
  const openings = calls.reduce((sum, { rows }) => sum + (rows[0]?.epoch ?? 0), 0);
  const most = ATTEMPTS_MAX * LEGS.length * openings;
  found.expect('R4', asked <= most, () => `asked ${asked} times in ${openings} openings`, keyword);
}

/** The state of one platform while its walk is followed. */
interface Progress {
  list: Listed[];
  /** Most items on one of its pages. */
  pageItems: number;
  /** Position of its last item that was shown; -1 before the first. */
  last: number;
  shown: number;
  /** Number of its pages that were charged. */
  paid: number;
}

function followWalk(found: Findings, keyword: string, pages: readonly Page[]): void {
  const legs = new Map<string, Progress>(
    LEGS.map((name) => [
      name,
      { list: listOf(name, keyword), pageItems: legItemsOf(keyword), last: -1, shown: 0, paid: 0 },
    ]),
  );
  const addresses = new Set<string>();
  let resumed = 0;
  for (const { call, answer, row } of pages) {
    resumed += answer.walk.resumed ? 1 : 0;
    for (const [name, leg] of legs) leg.paid += (row.legs ?? []).filter((paid) => paid.name === name).length;
    for (const item of answer.walk.shown) show(found, call, legs.get(item[0]), item, addresses);
    for (const [name, leg] of legs) checkPaidFor(found, call, name, leg, resumed);
  }
  const last = pages.at(-1);
  if (last?.answer.walk.next === NO_MORE) checkEnd(found, last, legs, addresses);
}

/** W1, W2: an item is shown once, and after everything before it in its list. */
function show(
  found: Findings,
  { account, id: call }: Call,
  leg: Progress | undefined,
  [platform, id]: ShownItem,
  addresses: Set<string>,
): void {
  const place = leg?.list.findIndex((one) => one.id === id) ?? -1;
  found.expect('W4', place >= 0, () => `${platform} has no ${id}`, account, call);
  if (leg === undefined || place < 0) return;
  const { address } = leg.list[place]!;
  found.expect('W1', !addresses.has(address), () => `${address} is shown twice`, account, call);
  const missing = leg.list.slice(0, place).filter((one) => isMissing(one, addresses));
  const seen = () =>
    `${platform} shows place ${place} before ${missing.map((one) => one.address).join(', ')}`;
  found.expect('W2', missing.length === 0 && place > leg.last, seen, account, call);
  addresses.add(address);
  leg.last = place;
  leg.shown += 1;
}

/** A private video must be missing. */
const isMissing = ({ id, address }: Listed, addresses: ReadonlySet<string>): boolean =>
  !addresses.has(address) && !isHidden(id);

/** W3: no item is shown without a paid page, and no page of a platform is paid twice. A resumed walk may cut pages differently. */
function checkPaidFor(
  found: Findings,
  { account, id }: Call,
  name: string,
  { list, pageItems, shown, paid }: Progress,
  resumed: number,
): void {
  found.expect(
    'W3',
    shown <= paid * pageItems,
    () => `${name}: ${shown} shown, ${paid} pages paid`,
    account,
    id,
  );
  // An empty list is a page too.
  const most = Math.max(1, Math.ceil(list.length / pageItems)) + resumed;
  found.expect('W3', paid <= most, () => `${name}: ${paid} pages paid of ${list.length} items`, account, id);
}

/** W2: if a platform's list was reported as read to its end, every item was shown. */
function checkEnd(
  found: Findings,
  { call, answer }: Page,
  legs: ReadonlyMap<string, Progress>,
  addresses: ReadonlySet<string>,
): void {
  const isEnded = ({ end }: ToldLeg) => end === 'exhausted';
  for (const { platform } of answer.walk.legs.filter(isEnded)) {
    const missing = legs.get(platform)?.list.filter((one) => isMissing(one, addresses)) ?? [];
    const seen = () => `${platform} ended without ${missing.map(({ address }) => address).join(', ')}`;
    found.expect('W2', missing.length === 0, seen, call.account, call.id);
  }
}
