// Invariants about the platform behind the gateway: no charge without a good answer, a body belongs to its call, one execution per id,
// attempts and time within their limits, and no storm of retries.
import { isGathered } from '../gather-offers.ts';
import { IN_PASSING, type UpstreamEvent } from '../journal.ts';
import { isOverAll, LEGS } from '../walk-offers.ts';
import { isShared } from '../workload.ts';
import { type Call, type Case, groupBy } from './evidence.ts';
import type { Findings } from './verdict.ts';
import { isWalkCall } from './walks.ts';

const NS_PER_S = 1e9;
const ATTEMPTS_MAX = 3;
/** A call may wait for its twin until the deadline and then run until the next deadline; plus one second for the machine. */
const CALL_NS_MAX = 31 * NS_PER_S;
const WINDOW_NS = 10 * NS_PER_S;
/** Below this number of calls, the minimum number of retry tokens is a large share of the calls. */
const WINDOW_CALLS_MIN = 300;
const RETRY_SHARE = 0.2;
/** Per provider and node: the minimum number of retry tokens in a window. */
const RETRY_FLOOR = 3;

export function checkPlatform(found: Findings, kase: Case): void {
  const upstream = kase.evidence.upstream.filter(isQuestion);
  const byNonce = new Map(upstream.map((event) => [event.nonce, event]));
  const byKeyword = groupBy(upstream, ({ keyword }) => subjectOf(keyword));
  const heard = groupBy(upstream.filter(wasHeard(kase)), ({ keyword }) => subjectOf(keyword));
  for (const call of kase.calls) {
    checkMismatch(found, call, byKeyword);
    // Legs have their own checks.
    if (isWalkCall(call)) continue;
    checkAttribution(found, call, byNonce);
    checkGoodAnswer(found, call, byNonce);
    checkExecutions(found, call, heard);
  }
  checkTime(found, kase, byKeyword);
  checkAmplification(found, kase);
}

/**
 * A look-up that belongs to a journaled question is part of the same attempt. Collections and watches ask without a caller, and have checks
 * of their own.
 */
const isQuestion = ({ keyword }: UpstreamEvent): boolean =>
  !keyword.startsWith(IN_PASSING) && !isGathered(keyword);

/** The first of several ids: it always exists, so it is part of every request. Others may be known to be absent. */
export function subjectOf(words: string | undefined): string {
  return words?.split(',')[0] ?? '';
}

/** Whether an answer of the platform is to this question, or to the rest of it. */
function isAbout(source: UpstreamEvent | undefined, words: string | undefined): boolean {
  const ids = new Set(words?.split(','));
  return source?.keyword.split(',').every((id) => ids.has(id)) === true;
}

function platformIn(path: string | undefined): string {
  return path?.split('/')[4] ?? '';
}

/** U5: the mark in a body is one that the platform gave to this question. */
function checkAttribution(found: Findings, call: Call, byNonce: Map<string, UpstreamEvent>): void {
  for (const { begin, end } of call.uses) {
    if (end?.type !== 'ok') continue;
    const source = byNonce.get(end.nonce ?? '');
    const isOwn = isAbout(source, begin.keyword) && source?.platform === platformIn(begin.path);
    const seen = () =>
      `asked for ${begin.keyword}, got ${end.nonce}, made for ${source?.keyword ?? 'no question'}`;
    found.expect('U5', isOwn, seen, call.account, call.id);
  }
}

/** U1, U2: a charge requires a complete answer of the provider whose attempt won. */
function checkGoodAnswer(found: Findings, call: Call, byNonce: Map<string, UpstreamEvent>): void {
  const row = call.rows.find(({ state }) => state === 'settled');
  if (row === undefined) return;
  const source = byNonce.get(call.answer?.nonce ?? '');
  found.expect(
    'U1',
    source?.good === true,
    () => `charged for ${source === undefined ? 'no answer' : `a failed one (${source.fault})`}`,
    call.account,
    call.id,
  );
  const keywords = new Set(call.uses.map(({ begin }) => begin.keyword));
  found.expect(
    'U5',
    [...keywords].some((keyword) => isAbout(source, keyword)),
    () => `the stored answer was made for ${source?.keyword}`,
    call.account,
    call.id,
  );
  found.expect(
    'U2',
    row.attempts.length <= ATTEMPTS_MAX,
    () => `${row.attempts.length} attempts`,
    call.account,
    call.id,
  );
  if (row.source !== 'live' || isShared(source?.keyword)) return;
  const winners = row.attempts.filter(({ outcome }) => outcome === 'ok').map(({ provider }) => provider);
  found.expect(
    'U2',
    winners.length === 1 && winners[0] === source?.provider,
    () => `won by ${winners.join(', ') || 'nobody'}, answer of ${source?.provider}`,
    call.account,
    call.id,
  );
}

/**
 * Whether the gateway can know that the platform got the request. A kept connection that is cut before the first byte of the answer may
 * have been dead before, so such a request may be sent again within its attempt.
 */
function wasHeard(kase: Case): (event: UpstreamEvent) => boolean {
  const spans = cutSpans(kase);
  return ({ fault, provider, t }) =>
    fault !== 'reset_before_head' &&
    !spans.some(([link, start, end]) => link === `upstream-${provider}` && t >= start && t <= end);
}

/** Time spans in which a link was broken, plus one second for requests that were running. */
function cutSpans({ evidence: { faults } }: Case): [string, number, number][] {
  return faults.flatMap(({ kind, name, link, t }, i) => {
    if (kind !== 'toxic' || name !== 'on' || link === undefined) return [];
    const off = faults
      .slice(i)
      .find((later) => later.kind === 'toxic' && later.name === 'off' && later.link === link);
    return [
      [link, t - NS_PER_S, (off?.t ?? Number.POSITIVE_INFINITY) + NS_PER_S] as [string, number, number],
    ];
  });
}

/** R4: the platform is asked only while a claim is held, and at most the attempts of one call per opening. */
function checkExecutions(found: Findings, call: Call, byKeyword: Map<string, UpstreamEvent[]>): void {
  const keywords = [...new Set(call.uses.map(({ begin }) => begin.keyword))].filter(
    (each) => !isShared(each),
  );
  const asked = keywords.reduce((sum, keyword) => sum + (byKeyword.get(subjectOf(keyword))?.length ?? 0), 0);
  const epochs = call.rows[0]?.epoch ?? 0;
  found.expect(
    'R4',
    asked <= ATTEMPTS_MAX * epochs,
    () => `the platform was asked ${asked} times in ${epochs} openings`,
    call.account,
    call.id,
  );
}

/** R3: an id is bound to its first parameters for ever, so the platform gets only one set of them. */
function checkMismatch(found: Findings, call: Call, byKeyword: Map<string, UpstreamEvent[]>): void {
  const groups = groupBy(call.uses, ({ begin }) => begin.keyword);
  const reached = [...groups.keys()].filter(
    (keyword) => !isShared(keyword) && byKeyword.has(subjectOf(keyword)),
  );
  if (groups.size > 1)
    found.expect(
      'R3',
      reached.length <= 1,
      () => `the platform heard ${reached.join(' and ')}`,
      call.account,
      call.id,
    );
  for (const [keyword, uses] of groups) {
    if (isShared(keyword) || !uses.every(({ end }) => end?.status === 422)) continue;
    found.expect(
      'R3',
      !byKeyword.has(subjectOf(keyword)),
      () => `refused, but asked ${keyword}`,
      call.account,
      call.id,
    );
  }
}

/** Time spans in which a process was stopped, when no deadline can be kept. */
function stoppedSpans(kase: Case): [number, number][] {
  const spans: [number, number][] = [];
  const { faults } = kase.evidence;
  for (const [i, { kind, node, t }] of faults.entries()) {
    if (kind !== 'stop') continue;
    const end = faults.slice(i).find((later) => later.kind === 'continue' && later.node === node);
    spans.push([t, end?.t ?? Number.POSITIVE_INFINITY]);
  }
  return spans;
}

/** U3: answers arrive and attempts begin before the deadline. Slow links and stopped processes are excluded. */
function checkTime(found: Findings, kase: Case, byKeyword: Map<string, UpstreamEvent[]>): void {
  const spans = stoppedSpans(kase);
  const isFair = (from: number, to: number) => !spans.some(([start, end]) => start < to && end > from);
  for (const operation of kase.operations) {
    const { begin, end } = operation;
    if (!kase.isBilled(operation) || isShared(begin.keyword)) continue;
    if (end !== null && end.type !== 'info' && isFair(begin.t, end.t)) {
      const seconds = (end.t - begin.t) / NS_PER_S;
      found.expect('U3', end.t - begin.t <= CALL_NS_MAX, () => `took ${seconds.toFixed(1)} s`, begin.id);
    }
  }
  const asked = groupBy(
    kase.operations.filter((operation) => kase.isBilled(operation)),
    ({ begin }) => subjectOf(begin.keyword),
  );
  for (const [keyword, events] of byKeyword) {
    if (events.some((event) => isShared(event.keyword))) continue;
    const begins = (asked.get(keyword) ?? []).map(({ begin }) => begin.t);
    for (const { t } of events) {
      const last = Math.max(...begins.filter((begin) => begin <= t));
      if (!isFair(last, t)) continue;
      const late = () => `asked ${((t - last) / NS_PER_S).toFixed(1)} s after the last caller came`;
      found.expect('U3', t - last <= CALL_NS_MAX, late, keyword);
    }
  }
}

/** U4: while the platform fails every request, it gets hardly more requests than there are calls. */
function checkAmplification(found: Findings, kase: Case): void {
  const { faults } = kase.evidence;
  const upstream = kase.evidence.upstream.filter(isQuestion);
  const nodes = new Set(faults.flatMap(({ node }) => (node === undefined ? [] : [node]))).size || 1;
  const providers = new Set(upstream.map(({ provider }) => provider)).size;
  const billed = kase.operations.filter((operation) => kase.isBilled(operation));
  for (const [i, { kind, level, t }] of faults.entries()) {
    if (kind !== 'upstream' || level !== 1) continue;
    const end = faults.slice(i + 1).find((later) => later.kind === 'upstream')?.t ?? t;
    for (let from = t; from + WINDOW_NS / 2 <= end; from += WINDOW_NS) {
      const to = Math.min(end, from + WINDOW_NS);
      const within = billed.filter(({ begin }) => begin.t >= from && begin.t < to);
      const calls = within.reduce((sum, { begin }) => sum + (isOverAll(begin.path) ? LEGS.length : 1), 0);
      const asked = upstream.filter((event) => event.t >= from && event.t < to).length;
      if (calls < WINDOW_CALLS_MIN) continue;
      const most = calls * (1 + RETRY_SHARE) + RETRY_FLOOR * nodes * providers;
      found.expect('U4', asked <= most, () => `${asked} requests for ${calls} calls while all fail`);
    }
  }
}
