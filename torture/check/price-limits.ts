// Invariants of price limits: no call holds more than its caller allows, a quoted price stays valid for its time even if the price list
// changes, and a dry run leaves no trace.
import { type Call, type Case, isOk, isUnknown, microsOf, type Operation } from './evidence.ts';
import { subjectOf } from './platform.ts';
import type { Findings } from './verdict.ts';

const NS_PER_S = 1e9;
/** A quoted price is valid for 15 minutes. */
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

/** B1: the caller that opened the call allowed that much. For an answer sold as new, it is known which caller that was. */
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

/** B1: a refusal for a ceiling states a price above the ceiling. */
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

/** B2: a call with a quote uses the quoted catalog version. */
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

/** B2: a quote is valid on every node for the account that got it, from that moment on, and for no other account. */
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

/** B3: the ledger has no row for an id that was only used in dry runs, and the platform was never asked its keyword. */
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
