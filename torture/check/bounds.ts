// Owns the invariants of what callers say about prices: no call holds more than its caller would pay, a price that was told stands for its
// time, whatever the list says meanwhile, and a dry run leaves no trace.
import { type Call, type Case, isOk, isUnknown, microsOf, type Operation } from './evidence.ts';
import { subjectOf } from './platform.ts';
import type { Findings } from './verdict.ts';

const NS_PER_S = 1e9;
/** A price that was told stands for 15 minutes. */
const QUOTE_NS = 15 * 60 * NS_PER_S;

export function checkBounds(found: Findings, kase: Case): void {
  for (const call of kase.calls) {
    checkCeiling(found, call);
    checkQuotes(found, call);
  }
  checkRefusals(found, kase);
  checkInvalidQuotes(found, kase);
  checkDryRuns(found, kase);
}

/** B1: whoever opened the call would pay that much. Of an answer sold as new it is known who that was. */
function checkCeiling(found: Findings, { account, id, uses, rows }: Call): void {
  if (uses.every(({ begin }) => begin.ceiling === undefined)) return;
  const most = Math.max(...uses.map(({ begin }) => begin.ceiling ?? Number.POSITIVE_INFINITY));
  for (const { price } of rows)
    found.expect('B1', price <= most, () => `held ${price}, nobody would pay more than ${most}`, account, id);
  for (const { begin, end } of uses.filter(isOk)) {
    const { ceiling } = begin;
    if (ceiling === undefined || end?.replayed === true) continue;
    const held = rows[0]?.price ?? 0;
    const charged = microsOf(end?.charged) ?? Number.POSITIVE_INFINITY;
    const seen = () => `held ${held} and charged ${end?.charged} above a ceiling of ${ceiling}`;
    found.expect('B1', held <= ceiling && charged <= ceiling, seen, account, id);
  }
}

/** B1: who is refused for a ceiling is told a price above it. */
function checkRefusals(found: Findings, { operations, evidence: { ledger } }: Case): void {
  const ceilings = new Map(ledger.budgets.map(({ id, caps }) => [id, caps.call]));
  for (const { begin, end } of operations) {
    if (end?.code !== 'PRICE_CEILING') continue;
    const least = Math.min(
      begin.ceiling ?? Number.POSITIVE_INFINITY,
      ceilings.get(begin.key ?? '') ?? Number.POSITIVE_INFINITY,
    );
    const price = microsOf(end.price) ?? 0;
    found.expect('B1', price > least, () => `refused at ${end.price} under a ceiling of ${least}`, begin.id);
  }
}

/** B2: a call under a price that was told is of that version. */
function checkQuotes(found: Findings, { account, id, uses, rows }: Call): void {
  for (const { begin, end } of uses.filter(isOk)) {
    if (begin.quotedVersion === undefined || end?.replayed === true) continue;
    const versions = [end?.version, rows[0]?.catalogVersion];
    const isTold = versions.every((version) => version === begin.quotedVersion);
    found.expect(
      'B2',
      isTold,
      () => `told ${begin.quotedVersion}, billed ${versions.join(', ')}`,
      account,
      id,
    );
  }
}

/** B2: a price is good for whom it was told, from the moment of the telling, on every node; and for nobody else. */
function checkInvalidQuotes(found: Findings, { operations }: Case): void {
  const told = operations.filter(({ begin, end }) => begin.op === 'quote' && end?.type === 'ok');
  for (const operation of operations) {
    const { begin, end } = operation;
    if (begin.quotedVersion === undefined || isUnknown(operation)) continue;
    const isInvalid = end?.code === 'INVALID_QUOTE';
    if (begin.op === 'stolen') {
      found.expect('B2', end?.type === 'fail', () => "served at another account's price", begin.id);
      continue;
    }
    const mayBeLate = told.some((each) => isOf(each, operation) && begin.t - each.begin.t >= QUOTE_NS);
    const seen = () => `${begin.node} does not know version ${begin.quotedVersion}, which was told`;
    if (!mayBeLate) found.expect('B2', !isInvalid, seen, begin.id);
  }
}

function isOf(quote: Operation, { begin }: Operation): boolean {
  const isSame = quote.begin.account === begin.account && quote.begin.path === begin.path;
  return isSame && quote.end?.version === begin.quotedVersion;
}

/** B3: an id that was only ever tried out is unknown to the ledger, and its words to the platform. */
function checkDryRuns(found: Findings, { operations, evidence: { ledger, upstream } }: Case): void {
  const rows = new Set(ledger.calls.map(({ requestId }) => requestId));
  const asked = new Set(upstream.map(({ keyword }) => subjectOf(keyword)));
  for (const { begin, end } of operations.filter(({ begin: { op } }) => op === 'dry')) {
    found.expect('B3', !rows.has(begin.id ?? ''), () => 'a dry run left a call', begin.id);
    found.expect('B3', !asked.has(subjectOf(begin.keyword)), () => 'a dry run asked the platform', begin.id);
    const price = microsOf(end?.price);
    if (end?.type !== 'ok' || begin.ceiling === undefined) continue;
    const seen = () => `says ${end.price} under a ceiling of ${begin.ceiling}`;
    found.expect('B3', price !== null && price <= begin.ceiling, seen, begin.id);
  }
}
