// The queues of verbs for PostgreSQL: calls in batches, look-ups of keys together, every other verb alone. Their lengths and the number
// of concurrent batches are set here.
import type { Clock } from '../../../domain/clock.ts';
import { READ_QUEUE_MAX, WRITE_BATCH_MAX, WRITE_QUEUE_MAX } from '../../../domain/limits.ts';
import type { CallVerb } from '../../ledger/call-verbs.ts';
import type { OnCommit } from '../../storage.ts';
import { findKeysByHash } from '../ledger/keys-find.ts';
import { runRead, runWrite, type SingleVerb } from '../single-verbs.ts';
import { type BatchContext, failedVerb, runBatch } from './batch.ts';
import { CallQueue } from './call-queue.ts';
import { type VerbOutcome, VerbQueue } from './verb-queue.ts';

export interface QueuesSettings {
  clock: Clock;
  onCommit?: OnCommit;
  /** Verbs per batch, and concurrent batches. Only for measurements. */
  batches?: { max: number; parallel: number };
}

/** Look-ups of keys only wait for each other. With two batches at a time, one slow answer does not delay all. */
const LOOKUPS_PARALLEL = 2;
const READS_PARALLEL = 4;

interface Single {
  verb: SingleVerb;
  input: unknown;
}

interface QueuedCall {
  accountId: string;
  /** Resolves when the answer has been compressed. */
  verb: Promise<CallVerb>;
}

/** Measures the two round trips to the database, without the time that the batch waited before them. */
async function runTimed<T>({ clock, onCommit }: QueuesSettings, verbs: number, run: () => Promise<T>) {
  const beganMs = clock.monotonicMs();
  const outcomes = await run();
  onCommit?.(verbs, clock.monotonicMs() - beganMs);
  return outcomes;
}

export type Queues = ReturnType<typeof createQueues>;

export function createQueues(settings: QueuesSettings, context: BatchContext) {
  const { clock, batches } = settings;
  const one = <V>(parallel: number, queueMax: number, run: (verb: V) => Promise<VerbOutcome>) =>
    new VerbQueue<V>({ clock, queueMax, batchMax: 1, parallel, run: async ([verb]) => [await run(verb!)] });
  return {
    calls: new CallQueue<QueuedCall>({
      clock,
      queueMax: WRITE_QUEUE_MAX,
      batchMax: batches?.max ?? WRITE_BATCH_MAX,
      parallel: batches?.parallel ?? 1,
      run: async (queued, waitFor) => {
        const verbs = await Promise.all(queued.map(({ verb }) => verb));
        return runTimed(settings, verbs.length, () => runBatch(context, verbs, waitFor));
      },
    }),
    lookups: new VerbQueue<string>({
      clock,
      queueMax: READ_QUEUE_MAX,
      batchMax: WRITE_BATCH_MAX,
      parallel: LOOKUPS_PARALLEL,
      run: (hashes) => lookUp(context, hashes),
    }),
    writes: one<Single>(1, WRITE_QUEUE_MAX, ({ verb, input }) => runWrite(context, verb, input)),
    reads: one<Single>(READS_PARALLEL, READ_QUEUE_MAX, ({ verb, input }) => runRead(context, verb, input)),
  };
}

async function lookUp({ database }: BatchContext, hashes: string[]): Promise<VerbOutcome[]> {
  try {
    const found = await database.read((connection) => findKeysByHash(connection, hashes));
    return found.map((value) => ({ ok: true, value }));
  } catch (error) {
    return hashes.map(() => failedVerb(error));
  }
}
