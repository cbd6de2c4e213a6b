// One page of a collection as a paid call: opened under its derived id, charged for the items that the collection has not seen, and settled
// in the commit that moves the collection on.
import { isFailure } from '../../domain/failure.ts';
import { PAGE_ITEMS_DEFAULT } from '../../domain/limits.ts';
import { linksUntilMs } from '../../domain/retention.ts';
import { NO_MORE } from '../../operations/page-answer.ts';
import type { CallDeps } from '../call-deps.ts';
import { type CallFacts, noteObtained, noteTime } from '../call-facts.ts';
import type { CollectRequest, GatherOutcome, PageRead } from './gathered.ts';
import { type GatheredAnswer, gatheredRecords, packRecords, unseenOf } from './gathered-records.ts';
import { findAtHand, obtainGathered } from './obtain-gathered.ts';
import {
  askAgain,
  billPage,
  endGathered,
  observed,
  openGathered,
  releaseFailed,
  settlePages,
} from './open-gathered.ts';
import { type GatheredCall, readGathered } from './read-gathered.ts';

export function collectPage(deps: CallDeps, request: CollectRequest): Promise<GatherOutcome> {
  return observed(deps, request.requestId, async (facts, reads) => {
    const { query: given, itemsLeft } = request;
    const query = forItemsLeft(given, itemsLeft);
    const trace = facts?.trace ?? null;
    const read = await readGathered(deps, { ...request, query, delivered: request.seen, trace }, 'collect');
    if (isFailure(read)) return read;
    reads(read);
    return payForPage(deps, request, read, facts);
  });
}

async function payForPage(
  deps: CallDeps,
  request: CollectRequest,
  gathered: GatheredCall,
  facts: CallFacts | null,
): Promise<GatherOutcome> {
  const { call, billed } = gathered;
  const found = await findAtHand(deps, call);
  if (isFailure(found)) return found;
  const { paid, itemsLeft } = request;
  const read = async () => {
    const obtained = await obtainGathered(deps, call, found);
    noteObtained(facts, obtained);
    if (obtained.kind === 'failed') return obtained;
    const { source, attempts, by, ageMs, answered = 0 } = obtained;
    const answer = gatheredRecords(call, obtained);
    const unseen = await unseenOf(answer.records, request.seen);
    const fresh = unseen.slice(0, Math.min(itemsLeft, paid?.items ?? itemsLeft));
    const left = new Set(unseen.slice(fresh.length).map(({ key }) => key));
    const page: PageRead = {
      ...(await packRecords(fresh)),
      ...positionOf(call.task.kind, answer),
      ...(paid !== undefined && { unpaid: Math.min(unseen.length, itemsLeft) - fresh.length }),
      linksUntilMs: linksUntilMs(by?.connector.facts, deps.clock.nowMs() - ageMs),
      seen: answer.records.map(({ key }) => key).filter((key) => !left.has(key)),
    };
    const kind = 'gathered' as const;
    return { kind, found: request.foundOf(page), items: fresh.length, source, attempts, answered };
  };
  if (paid !== undefined) return askAgain(deps, paid, read);
  noteTime(deps, facts, 'holdMs');
  const opened = await openGathered(deps, billed, request.ceilingMicros);
  if (opened.kind !== 'opened') return opened;
  const work = async () => {
    noteTime(deps, facts, 'workMs');
    const done = await read();
    noteTime(deps, facts, 'endMs');
    if (done.kind === 'failed') return releaseFailed(deps, opened, done);
    return settlePages(deps, [billPage(deps, gathered, opened, done)], done.found);
  };
  return endGathered(deps, opened, work, () => [opened]);
}

/** A list is asked for no more than the items that are left, and a batch for no more ids. */
export function forItemsLeft(
  query: CollectRequest['query'],
  itemsLeft: number,
): Readonly<Record<string, string>> {
  if (query.ids !== undefined) return { ...query, ids: query.ids.split(',').slice(0, itemsLeft).join(',') };
  // A count that cannot be read is refused with the other parameters.
  const count = Number(query.count ?? PAGE_ITEMS_DEFAULT);
  return itemsLeft >= count ? query : { ...query, count: String(itemsLeft) };
}

function positionOf(
  kind: 'page' | 'batch',
  { after }: GatheredAnswer,
): Pick<PageRead, 'pcursor' | 'end' | 'unanswered'> {
  if (kind === 'batch') {
    const failed = (after.failed ?? []) as { id: string }[];
    return { pcursor: null, end: 'exhausted', unanswered: failed.map(({ id }) => id) };
  }
  const pcursor = after.pcursor as string;
  return { pcursor: pcursor === NO_MORE ? null : pcursor, end: after.end as PageRead['end'], unanswered: [] };
}
