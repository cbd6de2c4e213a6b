// The task of one look-up: asks a provider, and writes the record or reports that there is none. operations/ decides how a record
// looks.
import type {
  Absent,
  FoundRecord,
  Implementation,
  NoTranscript,
  ParsedRecord,
  Question,
} from '../../connectors/connector.ts';
import type { Failure } from '../../domain/failure.ts';
import { type Asked, canonicalRecord, type RecordOperation, targetOf } from '../../operations/operation.ts';
import { RecordAnswer } from '../../operations/record-answer.ts';
import { itemResult, rawResults, restoreResults, type SavedAnswer } from '../../operations/results.ts';
import { aboutRecords } from '../answers/answered-things.ts';
import type { CallDeps } from '../call-deps.ts';
import type { OperationAddress } from '../reading/operation-target.ts';
import type { AskedThing, AttemptOutcome, AttemptTime, Good, RecordTask } from '../task.ts';
import { answerOrigin, attempt, type Exchanged } from '../trying/attempt.ts';
import { absence, transcriptAbsence } from '../trying/attempt-failure.ts';
import type { ConnectedProvider } from '../trying/connected-provider.ts';

type AnyLookup = Implementation<Question, FoundRecord<ParsedRecord> | Absent | NoTranscript>;

/** One thing, as the caller asked for it. */
interface Wanted extends OperationAddress {
  operation: RecordOperation;
  asked: Asked;
}

export function createRecordTask(
  deps: CallDeps,
  operation: RecordOperation,
  asked: Asked,
  address: OperationAddress,
): RecordTask {
  const { variant, path, providers } = address;
  const wanted: Wanted = { ...address, operation, asked };
  return {
    kind: 'record',
    operation: operation.name,
    canonical: canonicalRecord(path, asked),
    variant,
    providers: variant === 'economy' ? providers.slice(0, 1) : providers,
    itemsMax: 1,
    pagesAt: () => 1,
    attempt: (by, time) => attemptRecord(deps, wanted, by, time),
    asks: { platform: address.platform, ask: asked.ask },
    cacheKey: (by) => recordKey(by, operation, address, asked),
    restore: (saved) => restored(deps, wanted, saved),
    missesMax: () => 1,
    maxAgeSeconds: asked.maxAgeSeconds,
    ...(asked.shown !== undefined && { present: presenter(operation, asked.shown) }),
  };
}

/** Every kept answer of such a task is a `RecordAnswer`: it was written or restored here. */
function presenter({ present }: RecordOperation, shown: NonNullable<Asked['shown']>) {
  return (good: Good): Good | Failure => present!(good as RecordAnswer, shown);
}

/** The cache key of one record of one provider. */
export function recordKey(
  { provider }: ConnectedProvider,
  { name }: RecordOperation,
  { group, platform }: Pick<OperationAddress, 'group' | 'platform'>,
  { ask, includeRaw }: Asked,
): string {
  return `${provider.name} ${JSON.stringify([name, group, platform, ...targetOf(ask), includeRaw])}`;
}

function attemptRecord(
  deps: CallDeps,
  wanted: Wanted,
  by: ConnectedProvider,
  time: AttemptTime,
): Promise<AttemptOutcome> {
  const { platform, operation, asked } = wanted;
  // The types of an operation and its implementations match by construction.
  const lookup = by.connector.operations[operation.name] as unknown as AnyLookup;
  const question: Question = { platform, wantsRaw: asked.includeRaw, ...asked.ask };
  return attempt(deps, by, lookup, question, time).then(({ result, ...made }) => {
    const work = { ...made, pages: 1 };
    if (result.kind !== 'exchanged') return { result, outcome: result.kind, ...work };
    if (result.said.kind === 'absent')
      return {
        result: absent(operation, result.said, { platform, ask: asked.ask }),
        outcome: 'not_found',
        ...work,
      };
    const good = written(deps, wanted, result as Exchanged<FoundRecord<ParsedRecord>>);
    return { result: good, outcome: 'ok', ...work };
  });
}

function absent(operation: RecordOperation, said: Absent | NoTranscript, asked: AskedThing) {
  return said.what === 'transcript' ? transcriptAbsence(said, asked) : absence(operation.absent, said, asked);
}

function written(
  deps: CallDeps,
  { group, platform, operation, asked }: Wanted,
  found: Exchanged<FoundRecord<ParsedRecord>>,
): Good {
  const end = { keeper: deps.pages, after: '' };
  const origin = { platform, form: operation.record, source: answerOrigin(deps, found), position: 0 };
  const results =
    group === 'u2'
      ? rawResults(found.body, end)
      : itemResult(origin, found.said, { includeRaw: asked.includeRaw, ...end });
  const about = aboutRecords(deps, { platform, ask: asked.ask }, operation.record, [found.said.record]);
  return new RecordAnswer({ group, platform, ask: asked.ask }, results, about);
}

/** Restores a record that another node saved. */
function restored(
  deps: CallDeps,
  { group, platform, operation, asked }: Wanted,
  { results: saved, about }: SavedAnswer,
): Good | null {
  const results = restoreResults(saved, group === 'u2' ? null : operation.record, deps.pages);
  return results && new RecordAnswer({ group, platform, ask: asked.ask }, results, about);
}
