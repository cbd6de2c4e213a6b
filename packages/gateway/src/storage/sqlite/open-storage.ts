// The SQLite backend as a whole: prepares the database, starts one writing and one reading thread, and builds the storage port. The main
// thread touches the database while it is opened, and for verbs of calls while few are under way (place.ts).
import { existsSync } from 'node:fs';
import path from 'node:path';
import { base62 } from '../../domain/access/key.ts';
import { type Clock, type RandomBytes, systemIntervals } from '../../domain/clock.ts';
import { READ_QUEUE_MAX, WRITE_QUEUE_MAX } from '../../domain/limits.ts';
import { makeFolder } from '../../process/make-folder.ts';
import { buildPort, closeOnce, type Untyped } from '../port.ts';
import { LongReads } from '../steps/long-reads.ts';
import {
  LedgerMissing,
  type LedgerReport,
  type OnBehalf,
  type OnCommit,
  type OnVerified,
  type Storage,
  type VerifyInput,
} from '../storage.ts';
import { verbs } from '../verbs.ts';
import { SqliteConnection } from './connection.ts';
import { assertRoom, readOnlyName } from './disk.ts';
import { writeLibraryNote } from './library-note.ts';
import { listNodes, takeNodeLock } from './node-lock.ts';
import { type BatchPlace, PlaceByLoad } from './place.ts';
import { withRecentAnswers } from './recent-answers.ts';
import { ReportThreads } from './report-threads.ts';
import { VerbThread } from './verb-thread.ts';

interface SqliteSettings {
  file: string;
  clock: Clock;
  random: RandomBytes;
  /** False for commands that only read or change the control plane: they open no calls, so they need no lock. */
  serves: boolean;
  /** For commands that must not create a ledger: opening throws `LedgerMissing` if there is none. */
  mustExist?: boolean;
  onCommit?: OnCommit;
  /** Where batches of writes run; by load unless given. */
  place?: BatchPlace;
  /** How long a verb waits for a lock of another process; five seconds unless given. Tests need not wait that long. */
  busyMs?: number;
}

const NODE_ID_CHARS = 12;

export async function openSqliteStorage(settings: SqliteSettings): Promise<Storage> {
  const { file, clock, busyMs } = settings;
  if (settings.mustExist && !existsSync(file)) throw new LedgerMissing(`there is no ledger at ${file}`);
  makeFolder(path.dirname(file));
  const readOnly = settings.serves ? null : readOnlyName(file);
  prepareDatabase(file, settings.serves, readOnly);
  const node = base62(settings.random, NODE_ID_CHARS);
  const nodeDir = `${file}.nodes`;
  const lock = settings.serves ? takeNodeLock(nodeDir, node, process.pid) : null;
  const onThread = { file: readOnly ?? file, node, nodeDir, ...(busyMs && { busyMs }) };
  const thread = (mode: 'write' | 'read', queueMax: number, progress?: SharedArrayBuffer) =>
    new VerbThread({ ...onThread, mode, ...(progress && { progress }) }, clock, queueMax);
  const { onCommit, place = new PlaceByLoad() } = settings;
  const writer = new VerbThread({ ...onThread, mode: 'write' }, clock, WRITE_QUEUE_MAX, { onCommit, place });
  const reader = thread('read', READ_QUEUE_MAX);
  const longReads = new LongReads();
  const passing = new ReportThreads(() => thread('read', 1));
  const port = buildPort(verbs, (name, verb): Untyped => {
    // An account may have many calls; key look-ups must not wait behind them.
    if (verb.kind === 'longRead')
      return (input: OnBehalf) => longReads.run(input, () => passing.run(name, input));
    const thread = verb.mode === 'read' ? reader : writer;
    return (input, seen) => thread.run(name, input, seen);
  });
  return {
    ...port,
    calls: { ...port.calls, ...withRecentAnswers(port.calls) },
    ledger: {
      ...port.ledger,
      verify: (input, onVerified) =>
        longReads.verify(() =>
          verifyWatched((progress) => thread('read', 1, progress), input ?? { from: 'start' }, onVerified),
        ),
    },
    ...(readOnly !== null && { isReadOnly: true }),
    async ready() {
      await port.ready();
      await assertRoom(file);
    },
    node,
    nodes: async () => listNodes(nodeDir).map((node) => ({ ...node, host: null, silentMs: 0 })),
    close: closeOnce(async () => {
      await Promise.all([writer.close(), reader.close(), passing.close()]);
      lock?.release();
    }),
  };
}

function prepareDatabase(file: string, serves: boolean, readOnly: string | null): void {
  const connection = new SqliteConnection(readOnly ?? file, { readOnly: readOnly !== null });
  try {
    if (readOnly !== null) connection.assertUpToDate();
    else connection.migrate();
    // Once a backup is served, it is not a backup any more.
    if (serves) writeLibraryNote(connection, null);
  } finally {
    connection.close();
  }
}

const PROGRESS_MS = 200;

/** Checking ten million entries takes a while. It runs on a thread of its own, which reports progress. */
async function verifyWatched(
  start: (progress: SharedArrayBuffer) => VerbThread,
  input: VerifyInput,
  onVerified: OnVerified | undefined,
): Promise<LedgerReport> {
  const shared = new SharedArrayBuffer(2 * BigInt64Array.BYTES_PER_ELEMENT);
  const progress = new BigInt64Array(shared);
  const report = () => onVerified?.(Number(Atomics.load(progress, 0)), Number(Atomics.load(progress, 1)));
  const stopReports = onVerified === undefined ? () => {} : systemIntervals(PROGRESS_MS, report);
  try {
    return await runOnOwnThread(start(shared), input);
  } finally {
    stopReports();
  }
}

async function runOnOwnThread(thread: VerbThread, input: VerifyInput): Promise<LedgerReport> {
  try {
    // Results from a thread are untyped; this is the result of `verifyLedger`.
    return (await thread.run('ledger.verify', input)) as LedgerReport;
  } finally {
    await thread.close();
  }
}
