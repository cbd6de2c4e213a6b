// What every gathered call shares: it is counted and logged like any call, opened under its derived id, tracked until it ends, and ends in
// a settlement, a release, or, after a bug, in a release that no caller waits for.
import type { Attempt, Source } from '../../domain/call.ts';
import { type Failure, isFailure } from '../../domain/failure.ts';
import { formatMoney, type Micros, ZERO } from '../../domain/money.ts';
import type { OpenCall, PageFound, PaidUnit, RunFound } from '../../storage/storage.ts';
import { StorageUnavailable } from '../../storage/storage.ts';
import type { CallDeps } from '../call-deps.ts';
import { type CallFacts, collectFacts, noteTime } from '../call-facts.ts';
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
  work: () => Promise<Gathered | Failed>,
): Promise<GatherOutcome> {
  const done = await work();
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

/** What a gathered call has found, once it was read. */
export interface Gathered {
  kind: 'gathered';
  found: PageFound | RunFound;
  /** New records. */
  items: number;
  source: Source;
  attempts: readonly Attempt[];
  /** Requests that providers answered for it. They count for its account when nothing is charged. */
  answered: number;
}

/** Runs the work between the hold and its end. A bug costs nothing: the hold is released. */
export function endGathered(
  deps: CallDeps,
  { call, billed }: GatheredCall,
  opened: Opened,
  work: () => Promise<Gathered | Failed>,
  facts: CallFacts | null,
): Promise<GatherOutcome> {
  const ending = async (): Promise<GatherOutcome> => {
    try {
      noteTime(deps, facts, 'workMs');
      const done = await work();
      noteTime(deps, facts, 'endMs');
      if (done.kind === 'gathered') return await settle(deps, { call, billed }, opened, done);
      const { failure, attempts } = done;
      await deps.storage.calls.release({ hold: opened.hold, failureCode: failure.code, attempts });
      return failure;
    } catch (bug) {
      abandon(deps, opened);
      throw bug;
    }
  };
  return deps.running.track(opened.hold, ending());
}

async function settle(
  deps: CallDeps,
  { call, billed }: Pick<GatheredCall, 'call' | 'billed'>,
  opened: Opened,
  { found, items, source, attempts, answered }: Gathered,
): Promise<GatherOutcome> {
  const held = asHeld(billed, opened);
  // The share that a stored answer costs is a setting of the interactive route.
  const bill = chargeFor(
    deps,
    { terms: held.terms, path: call.path },
    { good: { delivered: { items } }, source },
  );
  const settle = {
    hold: opened.hold,
    attempts: [...attempts],
    ...stored(held, { ...bill, source, content: null }),
  };
  const missed = () => deps.misses.note(billed.holder.account.id, answered);
  const settled = await deps.storage.gathered.settle({ settle, found }).catch((error: unknown) => {
    // The owner was removed: its account does not pay, and could have platforms asked for nothing again and again.
    if (!(error instanceof StorageUnavailable)) missed();
    throw error;
  });
  if (settled.kind === 'lost' || isInVain(held, bill)) missed();
  if (settled.kind === 'lost') return { kind: 'moved', retryAfterMs: null };
  return { kind: 'settled', items: found.items, chargedMicros: bill.chargedMicros };
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
