// Owns the end of a call: a good answer is written down and charged in one commit, anything else gives the hold back.
// Only what `settle` returns after that commit may be sent as a success.
import type { Page } from '../connectors/connector.ts';
import { formatTime } from '../domain/clock.ts';
import { type Failure, failure } from '../domain/failure.ts';
import { formatMoney, ZERO } from '../domain/money.ts';
import { NO_MORE, type SearchAnswer, writeSearchAnswer } from '../operations/video-search.ts';
import type { AnswerText } from '../storage/storage.ts';
import type { CallDeps } from './call-deps.ts';
import type { Dispatched } from './dispatch.ts';
import type { Opened } from './open.ts';
import type { ReadCall } from './read-call.ts';
import type { Answered } from './run-call.ts';

type Good = Extract<Dispatched, { kind: 'good' }>;
type Failed = Extract<Dispatched, { kind: 'failed' }>;

export async function settle(
  deps: CallDeps,
  call: ReadCall,
  opened: Opened,
  work: Good,
): Promise<Answered | Failure> {
  const chargedMicros = call.quote.unitPriceMicros;
  const answer = writeSearchAnswer(answerOf(deps, call, work));
  const settled = await deps.storage.calls.settle({
    hold: opened.hold,
    chargedMicros,
    source: 'live',
    attempts: work.attempts,
    answer: call.requestIdChosen ? answer : null,
  });
  if (settled.kind === 'lost') return outlivedItsHold();
  return answered(call, answer, { chargedMicros, balanceMicros: settled.balanceMicros, rate: opened.rate });
}

export async function release(deps: CallDeps, opened: Opened, work: Failed): Promise<Failure> {
  const { failure: reason, attempts } = work;
  await deps.storage.calls.release({ hold: opened.hold, failureCode: reason.code, attempts });
  return reason;
}

/** `pcursor=no_more`: the walk is over, so there is nothing to look up and nothing to pay. */
export async function endedPage(deps: CallDeps, call: ReadCall): Promise<Answered> {
  const account = await deps.storage.accounts.find({ idOrName: call.holder.account.id });
  const answer = writeSearchAnswer({
    ...envelope(call, formatMoney(ZERO)),
    items: [],
    rawBody: null,
    pcursor: NO_MORE,
    end: 'exhausted',
    total: null,
  });
  const balanceMicros = account?.balanceMicros ?? ZERO;
  return answered(call, answer, { chargedMicros: ZERO, balanceMicros, rate: null });
}

function answered(
  call: ReadCall,
  answer: AnswerText,
  paid: Pick<Answered, 'chargedMicros' | 'balanceMicros' | 'rate'>,
): Answered {
  return { kind: 'answered', ...answer, ...paid, deprecation: deprecationOf(call), ageSeconds: null };
}

export function deprecationOf({ quote }: ReadCall): Answered['deprecation'] {
  if (!quote.rule.deprecated) return null;
  const { deprecatedAtMs, sunsetAtMs, successor } = {
    deprecatedAtMs: quote.catalog.effectiveFromMs,
    ...quote.rule,
  };
  return { deprecatedAtMs, sunsetAtMs, successor };
}

/** Only after a pause longer than the hold's whole life; the money is back and the id may run again. */
function outlivedItsHold(): Failure {
  return failure('UPSTREAM_TIMEOUT', 'The call took too long. Nothing was charged.', {
    internal: 'the hold expired before it could be settled',
  });
}

function envelope(call: ReadCall, charged: string) {
  return {
    group: call.group,
    requestId: call.requestId,
    platform: call.platform,
    keyword: call.search.keyword,
    includeRaw: call.search.includeRaw,
    receipt: {
      unit_price: formatMoney(call.quote.unitPriceMicros),
      charged,
      currency: call.quote.catalog.currency,
      source: 'live' as const,
      catalog_version: call.quote.catalog.version,
    },
  };
}

function answerOf(deps: CallDeps, call: ReadCall, { good, by }: Good): SearchAnswer {
  const position = call.cursor?.position ?? 0;
  const paging = nextPage(deps, call, good.page, { provider: by.provider.name, position });
  return {
    ...envelope(call, formatMoney(call.quote.unitPriceMicros)),
    items: call.group === 'u1' ? unify(deps, call, good, by.connector, position) : [],
    rawBody: good.body,
    total: good.page.total,
    ...paging,
  };
}

/** A cursor too long to hand out ends the walk: better a short walk than one that cannot go on. */
function nextPage(
  deps: CallDeps,
  call: ReadCall,
  page: Page,
  at: { provider: string; position: number },
): Pick<SearchAnswer, 'pcursor' | 'end'> {
  if (page.end !== 'more' || page.cursor === null) return { pcursor: NO_MORE, end: page.end };
  const position = at.position + page.items.length;
  const pcursor = deps.cursors.seal({ provider: at.provider, upstream: page.cursor, position }, call.walk);
  return pcursor === null ? { pcursor: NO_MORE, end: 'upstream_cap' } : { pcursor, end: 'more' };
}

function unify(
  deps: CallDeps,
  call: ReadCall,
  good: Good['good'],
  connector: Good['by']['connector'],
  position: number,
): SearchAnswer['items'] {
  const source = {
    connector: connector.name,
    upstream_host: good.host,
    route: good.route,
    fetched_at: formatTime(deps.clock.nowMs()),
    cache: 'miss' as const,
    schema: 'reelgate.video.v1' as const,
  };
  return good.page.items.map(({ video, raw }, i) => ({
    video: { platform: call.platform, ...video, rank: position + i + 1, source },
    raw,
  }));
}
