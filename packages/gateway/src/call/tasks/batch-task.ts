// The task of several look-ups in one call. Ids that are remembered as absent are not asked for; the rest takes as few exchanges
// as the provider allows. The next provider is asked only about ids that the one before could not answer. An id without an answer
// is never reported as absent.

import type {
  Absent,
  AttemptFailure,
  AttemptFailureKind,
  FoundRecord,
  Lookup,
  ParsedRecord,
  Question,
  SeveralFound,
} from '../../connectors/connector.ts';
import type { Attempt } from '../../domain/call.ts';
import type { AbsenceReason, Failure } from '../../domain/failure.ts';
import { ZERO } from '../../domain/money.ts';
import { partsOf } from '../../domain/text/parts-of.ts';
import type { About } from '../../domain/thing-names.ts';
import { BatchAnswer } from '../../operations/batch-answer.ts';
import { type Asked, canonicalBatch, type RecordOperation } from '../../operations/operation.ts';
import {
  batchResults,
  type ItemsOrigin,
  restoreResults,
  type SavedAnswer,
} from '../../operations/results.ts';
import { findRejection, rememberRejection } from '../answers/answer-memory.ts';
import { aboutRecords, forgetThings } from '../answers/answered-things.ts';
import type { CallDeps } from '../call-deps.ts';
import type { OperationAddress } from '../reading/operation-target.ts';
import type { AttemptOutcome, AttemptTime, BatchTask, Good } from '../task.ts';
import { type AttemptMade, answerOrigin, attempt, type Exchanged } from '../trying/attempt.ts';
import { absence } from '../trying/attempt-failure.ts';
import type { ConnectedProvider } from '../trying/connected-provider.ts';
import { recordKey } from './record-task.ts';

/** Concurrent exchanges of one attempt: quick enough for fifty ids, and no flood for a provider. */
const EXCHANGES_AT_ONCE = 4;

/** Failures that the next exchange would meet as well. All others concern the ids that were asked for. */
const OF_THE_PROVIDER: ReadonlySet<AttemptFailureKind> = new Set([
  'timeout',
  'unavailable',
  'rate_limited',
  'refused',
]);

type Found = {
  kind: 'found';
  item: FoundRecord<ParsedRecord>;
  source: ItemsOrigin['source'];
  by: ConnectedProvider;
};
type Known = Found | { kind: 'absent'; reason: AbsenceReason };

/** The ids of one batch, and what is known of them so far. */
interface Batch extends OperationAddress {
  operation: RecordOperation;
  asked: Asked;
  ids: readonly string[];
  /** Answers by id. Attempts add to it and never remove anything. */
  known: Map<string, Known>;
}

export function createBatchTask(
  deps: CallDeps,
  operation: RecordOperation,
  { asked, ids, formless }: { asked: Asked; ids: readonly string[]; formless: readonly string[] },
  address: OperationAddress,
): BatchTask {
  const { group, platform, variant, path } = address;
  const providers = variant === 'economy' ? address.providers.slice(0, 1) : address.providers;
  const unknown = { kind: 'absent', reason: 'unknown' } as const;
  const known = new Map<string, Known>(formless.map((id) => [id, unknown]));
  const batch: Batch = { ...address, providers, operation, asked, ids, known };
  const cacheName = JSON.stringify([operation.name, group, platform, ids, asked.includeRaw]);
  return {
    kind: 'batch',
    operation: operation.name,
    canonical: canonicalBatch(path, ids, asked),
    variant,
    providers,
    itemsMax: ids.length,
    pagesAt: (by) => Math.ceil(portionsOf(batch, by).length / EXCHANGES_AT_ONCE) || 1,
    attempt: (by, time) => attemptBatch(deps, batch, by, time),
    salvage: (reason) => salvage(deps, batch, reason),
    cacheKey: (by) => `${by.provider.name} ${cacheName}`,
    restore: (saved) => restored(deps, batch, saved),
    missesMax: () => openIds(deps, batch).length,
    maxAgeSeconds: asked.maxAgeSeconds,
  };
}

// The types of an operation and its implementations match by construction.
function lookupOf({ operation }: Batch, { connector }: ConnectedProvider): Lookup {
  return connector.operations[operation.name] as unknown as Lookup;
}

/** The ids that are not answered yet, in portions of one exchange each. */
function portionsOf(batch: Batch, by: ConnectedProvider): string[][] {
  const { several } = lookupOf(batch, by);
  const open = batch.ids.filter((id) => !batch.known.has(id));
  const together = several === undefined ? [] : open.filter((id) => several.takes(id));
  const alone = open.filter((id) => !together.includes(id)).map((id) => [id]);
  return [...(several === undefined ? [] : partsOf(together, several.idsMax)), ...alone];
}

/** The result of the exchanges of one attempt. */
interface Work {
  bytes: number;
  pages: number;
  requests: number;
  waitedMs: number;
  misses: number;
  failure: AttemptFailure | null;
}

async function attemptBatch(
  deps: CallDeps,
  batch: Batch,
  by: ConnectedProvider,
  time: AttemptTime,
): Promise<AttemptOutcome> {
  openIds(deps, batch);
  const portions = portionsOf(batch, by);
  const deadlineMs = deps.clock.monotonicMs() + time.leftMs;
  const work: Work = { bytes: 0, pages: 0, requests: 0, waitedMs: 0, misses: 0, failure: null };
  const workOff = async () => {
    for (;;) {
      const isOver = work.failure !== null && OF_THE_PROVIDER.has(work.failure.kind);
      const ids = isOver ? undefined : portions.shift();
      if (ids === undefined) return;
      work.pages++;
      const leftMs = deadlineMs - deps.clock.monotonicMs();
      await exchange(deps, batch, by, { ids, time: { ...time, leftMs }, work });
    }
  };
  await Promise.all(Array.from({ length: EXCHANGES_AT_ONCE }, workOff));
  const { failure: failed, ...rest } = work;
  const isWhole = batch.ids.every((id) => batch.known.has(id));
  const done = { ...rest, pages: Math.max(1, rest.pages) };
  if (isWhole) return { result: written(deps, batch, null), outcome: 'ok', ...done };
  const result = failed ?? { kind: 'bad_response', detail: 'some ids were left without an answer' };
  return { result, outcome: result.kind, ...done };
}

/**
 * The ids to ask for. An id that was absent a moment ago, for any account, is not asked for again: some sellers charge for it.
 */
function openIds(deps: CallDeps, batch: Batch): string[] {
  for (const id of batch.ids) {
    if (batch.known.has(id)) continue;
    const reason = findRejection(deps, alone(batch, id))?.failure.reason;
    if (reason !== undefined) batch.known.set(id, { kind: 'absent', reason });
  }
  return batch.ids.filter((id) => !batch.known.has(id));
}

/** One of the ids, with the cache key of a single look-up. */
function alone({ operation, group, platform, providers, asked }: Batch, id: string) {
  const cacheKey = (by: ConnectedProvider) =>
    recordKey(by, operation, { group, platform }, { ...asked, ask: { id } });
  return { providers, cacheKey, maxAgeSeconds: asked.maxAgeSeconds };
}

/** Asks for one portion and stores its answer or its failure. */
async function exchange(
  deps: CallDeps,
  batch: Batch,
  by: ConnectedProvider,
  { ids, time, work }: { ids: string[]; time: AttemptTime; work: Work },
): Promise<void> {
  const alarms = deps.upstream.alarms();
  const beganMs = deps.clock.monotonicMs();
  const made = await ask(deps, batch, by, ids, time);
  work.bytes += made.bytes;
  work.requests += made.requests;
  work.waitedMs = Math.max(work.waitedMs, made.waitedMs);
  const { result } = made;
  if (result.kind !== 'exchanged') {
    // The platform rejected the form of this id, so no video has it.
    if (result.kind === 'input_rejected' && ids.length === 1) {
      work.misses++;
      put(batch, ids[0]!, { kind: 'absent', reason: 'unknown' });
    } else work.failure = worse(work.failure, result);
    return;
  }
  const source = answerOrigin(deps, result);
  const isInDoubt = deps.upstream.alarms() !== alarms;
  const gone: number[] = [];
  const attempt = () => absentAttempt(by, Math.round(deps.clock.monotonicMs() - beganMs), made.bytes);
  for (const [id, said] of result.said.found) {
    if (said.kind === 'record') put(batch, id, { kind: 'found', item: said, source, by });
    else {
      work.misses++;
      put(batch, id, { kind: 'absent', reason: said.reason });
      const { failure: reason } = absence(batch.operation.absent, said, {
        platform: batch.platform,
        ask: { id },
      });
      if (isInDoubt) continue;
      rememberRejection(deps, { task: alone(batch, id), path: batch.path, account: null }, reason, [
        attempt(),
      ]);
      gone.push(deps.things.numberOf('video', batch.platform, id));
    }
  }
  forgetThings(deps, batch.platform, gone);
}

/** What a later call for one of the ids is told of this exchange. */
function absentAttempt({ provider }: ConnectedProvider, durationMs: number, bytes: number): Attempt {
  const { name } = provider;
  return { provider: name, startedMs: 0, durationMs, outcome: 'not_found', bytes, costMicros: ZERO };
}

/** A concurrent attempt may have been faster; the first answer stays. */
function put({ known }: Batch, id: string, said: Known): void {
  if (!known.has(id)) known.set(id, said);
}

/**
 * A provider's own failure outranks one about single ids. The latter is reported as `bad_response`, because `not_found` would end
 * the call.
 */
function worse(before: AttemptFailure | null, now: AttemptFailure): AttemptFailure {
  if (before !== null && OF_THE_PROVIDER.has(before.kind)) return before;
  return OF_THE_PROVIDER.has(now.kind) ? now : { ...now, kind: 'bad_response' };
}

type Said = FoundRecord<ParsedRecord> | Absent;

async function ask(
  deps: CallDeps,
  batch: Batch,
  by: ConnectedProvider,
  ids: readonly string[],
  time: AttemptTime,
): Promise<AttemptMade<SeveralFound<ParsedRecord>>> {
  const lookup = lookupOf(batch, by);
  const shared: Question = { platform: batch.platform, wantsRaw: batch.asked.includeRaw };
  const [first] = ids as [string];
  if (lookup.several?.takes(first)) return attempt(deps, by, lookup.several, { ...shared, ids }, time);
  const made = await attempt<Question, Said>(deps, by, lookup, { ...shared, ...{ id: first } }, time);
  const { result } = made;
  if (result.kind !== 'exchanged') return { ...made, result };
  return { ...made, result: asSeveral(result, first) };
}

function asSeveral(result: Exchanged<Said>, id: string): Exchanged<SeveralFound<ParsedRecord>> {
  return { ...result, said: { kind: 'records', found: new Map([[id, result.said]]) } };
}

/** When every provider has failed: the answers so far, if there is anything to deliver; otherwise null. */
function salvage(
  deps: CallDeps,
  batch: Batch,
  reason: Failure,
): { good: Good; by: ConnectedProvider } | null {
  const first = [...batch.known.values()].find((one) => one.kind === 'found');
  return first === undefined ? null : { good: written(deps, batch, reason), by: first.by };
}

/** In the order asked. Two ids of one video give it once. */
function written(deps: CallDeps, batch: Batch, reason: Failure | null): Good {
  const { platform, operation, asked, ids, known } = batch;
  const found = new Map<string, Found>();
  const notFound: { id: string; reason: AbsenceReason }[] = [];
  const failed: { id: string; code: string }[] = [];
  for (const id of ids) {
    const one = known.get(id);
    if (one === undefined) failed.push({ id, code: reason?.code ?? 'UPSTREAM_ERROR' });
    else if (one.kind === 'absent') notFound.push({ id, reason: one.reason });
    else if (!found.has(one.item.record.id)) found.set(one.item.record.id, one);
  }
  const items = [...found.values()].map(({ item, source }) => ({ ...item, source }));
  const after = JSON.stringify({ not_found: notFound, failed }).slice(1, -1);
  const results = batchResults({ platform, form: operation.record }, items, {
    includeRaw: asked.includeRaw,
    keeper: deps.pages,
    after: `,${after}`,
  });
  return new BatchAnswer({ platform, ask: asked.ask }, results, {
    items: items.length,
    isPartial: failed.length > 0,
    about: ids.flatMap((id) => aboutFound(deps, batch, id)),
  });
}

function aboutFound(deps: CallDeps, { platform, operation, known }: Batch, id: string): About {
  const one = known.get(id);
  if (one?.kind !== 'found') return [];
  return aboutRecords(deps, { platform, ask: { id } }, operation.record, [one.item.record]);
}

/** Restores a batch that another node saved. Only complete ones are saved. */
function restored(
  deps: CallDeps,
  { platform, operation, asked }: Batch,
  { items, about, results: saved }: SavedAnswer,
): Good | null {
  const results = restoreResults(saved, operation.record, deps.pages);
  return (
    results && new BatchAnswer({ platform, ask: asked.ask }, results, { items, isPartial: false, about })
  );
}
