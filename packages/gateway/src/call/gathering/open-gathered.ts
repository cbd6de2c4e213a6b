// What every gathered call shares: it is counted and logged like any call, opened under its derived id, tracked until it ends, and ends in
// a settlement, a release, or, after a bug, in a release that no caller waits for.
import type { Attempt, Source } from '../../domain/call.ts';
import { type Failure, isFailure } from '../../domain/failure.ts';
import { formatMoney, type Micros, toMicros, ZERO } from '../../domain/money.ts';
import type { OpenCall, PageFound, PaidUnit, RunFound } from '../../storage/storage.ts';
import { StorageUnavailable } from '../../storage/storage.ts';
import type { CallDeps } from '../call-deps.ts';
import { type CallFacts, collectFacts } from '../call-facts.ts';
import { countCall } from '../gateway-calls.ts';
import { keptQuestion, ledgerRefusal, type Opened, openInput, RUNNING_RETRY_MS } from '../open.ts';
import type { ReadCall } from '../reading/read-call.ts';
import { abandon } from '../run-call.ts';
import { asHeld, chargeFor, isInVain, stored } from '../settle.ts';
import type { Obtained } from '../task.ts';
import type { GatherOutcome } from './gathered.ts';
import type { GatheredCall } from './read-gathered.ts';

type Moved = Extract<GatherOutcome, { kind: 'moved' }>;
type Failed = Extract<Obtained, { kind: 'failed' }>;

/** Claims the id and holds the most that the call may cost. */
export async function openGathered(
  deps: CallDeps,
  billed: ReadCall,
  ceilingMicros: Micros,
): Promise<Opened | Moved | Failure> {
  const input = { ...openInput(deps, billed), ...keptQuestion(deps, billed), ceilingMicros };
  const result = await deps.storage.calls.open(input);
  switch (result.kind) {
    case 'opened':
      return result;
    case 'running':
      return { kind: 'moved', retryAfterMs: RUNNING_RETRY_MS };
    case 'replay':
    case 'expired':
    case 'refunded':
      return chargedBefore(deps, input);
    case 'twin':
      throw new Error('a gathered call has no twins');
    default:
      return ledgerRefusal(result, input);
  }
}

/** Another node may have settled it a moment ago. If its owner stands before it, the ledger was restored since it was charged. */
async function chargedBefore(deps: CallDeps, { accountId, requestId }: OpenCall): Promise<Moved> {
  const { noted } = await deps.storage.gathered.noteFound({ accountId, requestId });
  if (noted)
    deps.log.warn({ request_id: requestId }, 'a page or run is charged already, and is asked again, free');
  return { kind: 'moved', retryAfterMs: null };
}

/**
 * Asks again what was charged before the ledger was restored, under its own id. A failure leaves it as it is. What the answer lacks is
 * refunded.
 */
export async function askAgain(
  deps: CallDeps,
  { requestId, accountId }: PaidUnit,
  work: () => Promise<Gathered | Failed | Moved>,
): Promise<GatherOutcome> {
  const done = await work();
  if (done.kind === 'moved') return done;
  if (done.kind === 'failed') return done.failure;
  const { found } = done;
  const redone = await deps.storage.gathered.redo({ accountId, requestId, found, failure: null });
  if (redone.kind === 'lost') return { kind: 'moved', retryAfterMs: null };
  const detail = { request_id: requestId, items: found.items, refunded: formatMoney(redone.refundedMicros) };
  deps.log.info(
    detail,
    'a page or run that was charged before the ledger was restored was asked again, free',
  );
  return { kind: 'settled', items: found.items, chargedMicros: ZERO };
}

/** A page that was read. */
export interface GatheredPage {
  /** New records. */
  items: number;
  source: Source;
  attempts: readonly Attempt[];
  /** Requests that providers answered for it. They count for its account when nothing is charged. */
  answered: number;
}

/** What a gathered call has found, once it was read. */
export interface Gathered {
  kind: 'gathered';
  found: PageFound | RunFound;
}

/** Runs the work between the hold and its end. A bug costs nothing: what is held by then is released. */
export function endGathered(
  deps: CallDeps,
  { hold }: Opened,
  work: () => Promise<GatherOutcome>,
  held: () => readonly Opened[],
): Promise<GatherOutcome> {
  const ending = async (): Promise<GatherOutcome> => {
    try {
      return await work();
    } catch (bug) {
      for (const opened of held()) abandon(deps, opened);
      throw bug;
    }
  };
  return deps.running.track(hold, ending());
}

/** A page that failed costs nothing. */
export async function releaseFailed(
  deps: CallDeps,
  { hold }: Opened,
  { failure, attempts }: Failed,
): Promise<Failure> {
  await deps.storage.calls.release({ hold, failureCode: failure.code, attempts });
  return failure;
}

/** A page with what it costs and the hold that pays for it. */
export interface BilledPage extends GatheredPage {
  held: ReadCall;
  bill: ReturnType<typeof chargeFor>;
  hold: Opened['hold'];
}

export function billPage(
  deps: CallDeps,
  { call, billed }: Pick<GatheredCall, 'call' | 'billed'>,
  opened: Opened,
  page: GatheredPage,
): BilledPage {
  const held = asHeld(billed, opened);
  const { items, source } = page;
  // The share that a stored answer costs is a setting of the interactive route.
  const priced = { terms: held.terms, path: call.path };
  return {
    ...page,
    held,
    hold: opened.hold,
    bill: chargeFor(deps, priced, { good: { delivered: { items } }, source }),
  };
}

/** Counts what platforms answered for pages that are not charged. */
export function countMissed({ misses }: CallDeps, pages: readonly BilledPage[]): void {
  for (const { held, answered } of pages) misses.note(held.holder.account.id, answered);
}

/** Charges the pages in the commit that writes what was found. */
export async function settlePages(
  deps: CallDeps,
  pages: readonly BilledPage[],
  found: PageFound | RunFound,
): Promise<GatherOutcome> {
  const [settle, ...further] = pages.map(({ held, bill, hold, source, attempts }) => ({
    hold,
    attempts: [...attempts],
    ...stored(held, { ...bill, source, content: null }),
  }));
  const input = { settle: settle!, ...(further.length > 0 && { further }), found };
  const settled = await deps.storage.gathered.settle(input).catch((error: unknown) => {
    // The owner was removed: its account does not pay, and could have platforms asked for nothing again and again.
    if (!(error instanceof StorageUnavailable)) countMissed(deps, pages);
    throw error;
  });
  countMissed(deps, settled.kind === 'lost' ? pages : pages.filter(({ held, bill }) => isInVain(held, bill)));
  if (settled.kind === 'lost') return { kind: 'moved', retryAfterMs: null };
  const chargedMicros = toMicros(pages.reduce((sum, { bill }) => sum + bill.chargedMicros, 0));
  return { kind: 'settled', items: found.items, chargedMicros };
}

/** Counts, logs and traces a gathered call like any other; pages of memory that it reads stay until it has ended. */
export async function observed(
  deps: CallDeps,
  requestId: string,
  run: (facts: CallFacts | null, reads: (gathered: GatheredCall) => void) => Promise<GatherOutcome>,
): Promise<GatherOutcome> {
  const beganMs = deps.clock.monotonicMs();
  const facts = collectFacts(deps, {}, beganMs);
  const generation = deps.pages.enter();
  let read: GatheredCall | null = null;
  const end = (ended: Parameters<typeof countCall>[2]) => {
    if (read !== null) countCall(deps, { requestId, target: read.target }, ended, { beganMs, facts });
  };
  try {
    const outcome = await run(facts, (gathered) => {
      read = gathered;
      if (facts !== null) Object.assign(facts, { call: gathered.billed, holder: gathered.call.holder });
    });
    if (outcome.kind === 'settled') end({ kind: 'gathered', chargedMicros: outcome.chargedMicros });
    else if (isFailure(outcome)) end(outcome);
    return outcome;
  } catch (error) {
    end({ kind: 'broke', code: error instanceof StorageUnavailable ? 'STORAGE_UNAVAILABLE' : 'INTERNAL' });
    throw error;
  } finally {
    deps.pages.leave(generation);
  }
}
