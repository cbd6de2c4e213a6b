// `storage archive` appends charges and credits to files elsewhere every few seconds while the gateway serves; it only reads the ledger.
// `storage catch-up` replays those files into a restored ledger before the first start, so that ids charged after the backup are refused
// from the first call on.
import { resolve } from 'node:path';
import { formatMoney, type Micros } from '../../domain/money.ts';
import { Archive, BrokenArchive } from '../../storage/archive/archive-files.ts';
import { type Archived, Archiver } from '../../storage/archive/archiver.ts';
import { catchUpArchive } from '../../storage/archive/catch-up-archive.ts';
import { type CaughtUp, type MissingEntry, StorageUnavailable } from '../../storage/storage.ts';
import { wholeNumber } from '../../terminal/arguments.ts';
import type { AnyCommand, CliCommand, Invocation } from '../../terminal/command.ts';
import { type ControlPlane, withControlPlane } from '../../terminal/control-plane.ts';
import { show, tableText } from '../../terminal/output.ts';
import { type Columns, right } from '../../terminal/table.ts';
import { CliError, EXIT } from '../../terminal/world.ts';

interface ArchiveOptions {
  once?: boolean;
  every?: number;
}

type ArchiveCall = Invocation<[string], ArchiveOptions>;

/** The most that can be lost together with the database's machine. */
const EVERY_SECONDS = 5;

/** Turns refusals of the archive into errors of the command. */
async function orBroken<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw error instanceof BrokenArchive ? new CliError(error.message, EXIT.no) : error;
  });
}

/** For metrics, which report how long the archive has been behind. One commit a minute is enough for an alarm after five. */
const NOTED_MS = 60_000;

/** Notes the time of a look after which the archive had everything. */
async function archiveOnce(
  call: ArchiveCall,
  { deps: { storage } }: ControlPlane,
  archiver: Archiver,
  noted = { atMs: Number.NEGATIVE_INFINITY },
): Promise<Archived> {
  const atMs = call.world.clock.nowMs();
  const archived = await orBroken(archiver.archiveNew(storage.ledger, () => call.world.clock.nowMs()));
  if (storage.isReadOnly !== true && atMs >= noted.atMs + NOTED_MS) {
    await storage.ledger.noteArchive({ atMs });
    noted.atMs = atMs;
  }
  return archived;
}

/** A database that cannot be reached is retried; meanwhile there is nothing to archive. */
async function follow(call: ArchiveCall, control: ControlPlane, archiver: Archiver): Promise<void> {
  const everyMs = (call.options.every ?? EVERY_SECONDS) * 1_000;
  const noted = { atMs: Number.NEGATIVE_INFINITY };
  do {
    try {
      await archiveOnce(call, control, archiver, noted);
    } catch (error) {
      if (!(error instanceof StorageUnavailable)) throw error;
      call.world.err(`${error.message}; trying again\n`);
    }
  } while (await call.world.goesOn(everyMs));
}

const storageArchive: CliCommand<[string], ArchiveOptions> = {
  name: 'storage archive',
  summary: 'Append entries and charged ids to an archive every few seconds, while the gateway serves',
  arguments: [{ name: '<folder>', summary: 'where the segments lie; on another machine than the database' }],
  options: [
    { flags: '--once', summary: 'archive what there is, and end' },
    {
      flags: '--every <SECONDS>',
      summary: `seconds between two looks (default: ${EVERY_SECONDS})`,
      parse: wholeNumber(1, 3_600),
    },
  ],
  notes:
    'Segments only ever grow. Each batch carries the digest of the one before it, so nothing can be changed or cut out unnoticed. The\n' +
    'first run archives all entries that there are. It is about money alone: a backup holds the library. After a restore run\n' +
    '"storage catch-up" on it, before the gateway serves again.',
  examples: ['storage archive /archive/reelgate', 'storage archive /archive/reelgate --once'],
  run: (call) =>
    withControlPlane(call, async (control) => {
      const archiver = await orBroken(Archiver.open(resolve(call.args[0])));
      if (call.options.once !== true) {
        await follow(call, control, archiver);
        return EXIT.ok;
      }
      const archived = { ...(await archiveOnce(call, control, archiver)), digest: archiver.digest };
      show(call, archived, () => `${archived.entries} new entries are in the archive.\n`);
      return EXIT.ok;
    }),
};

type CatchUpCall = Invocation<[string], { dryRun?: boolean }>;

/** Further entries are counted and written, but not listed: too many for a terminal. */
const SHOWN_MAX = 1_000;

interface Report {
  batches: number;
  known: number;
  missing: number;
  diverged: number;
  /** Collections and watches whose charged pages and runs are asked again. */
  gathered: number;
  written: boolean;
  clean: boolean | null;
  entries: ReturnType<typeof viewOf>[];
}

function viewOf(entry: MissingEntry, state: 'missing' | 'diverged') {
  return {
    ...{ state, account: entry.accountId, sequence: entry.seq, kind: entry.kind },
    amount: formatMoney(entry.amountMicros as Micros),
    at: new Date(entry.atMs).toISOString(),
    ...{ request_id: entry.requestId, reference: entry.reference },
  };
}

function add(report: Report, { known, missing, diverged }: CaughtUp): void {
  report.batches++;
  report.known += known;
  report.missing += missing.length;
  report.diverged += diverged.length;
  for (const entry of missing)
    if (report.entries.length < SHOWN_MAX) report.entries.push(viewOf(entry, 'missing'));
  for (const entry of diverged)
    if (report.entries.length < SHOWN_MAX) report.entries.push(viewOf(entry, 'diverged'));
}

async function catchUpAll(call: CatchUpCall, { deps, caller }: ControlPlane): Promise<Report> {
  const writes = call.options.dryRun !== true;
  const counts = { batches: 0, known: 0, missing: 0, diverged: 0, gathered: 0 };
  const report: Report = { ...counts, written: writes, clean: null, entries: [] };
  const ledger = deps.storage.ledger;
  const archive = new Archive(resolve(call.args[0]));
  const gathered = new Set<string>();
  for await (const found of catchUpArchive(archive, ledger, { writes, actor: caller.actor })) {
    add(report, found);
    for (const id of found.gathered) gathered.add(id);
  }
  report.gathered = gathered.size;
  if (writes) report.clean = (await ledger.verify({ from: 'checkpoint' })).differenceCount === 0;
  // What is still missing now is in no archive, so waiting for it would be in vain.
  if (report.clean === true && report.diverged === 0) await ledger.acceptLoss({ actor: caller.actor });
  return report;
}

const ENTRY_ROW: Columns<Report['entries'][number]> = {
  state: 'state',
  account: 'account',
  entry: right('sequence'),
  kind: 'kind',
  amount: right('amount'),
  at: 'at',
  'request id or reference': ({ request_id, reference }) => request_id ?? reference,
};

function textOf(call: CatchUpCall, report: Report): string {
  const { known, missing, diverged, gathered, written, clean, entries } = report;
  const found = tableText(call, ENTRY_ROW, entries, 'The ledger has every entry of the archive.');
  const now = missing === 0 ? 'The' : 'They are in it now; the';
  const end = written ? ` ${now} ledger is ${clean ? 'clean' : 'not clean: run ledger verify'}.` : '';
  const again =
    gathered === 0
      ? ''
      : `${gathered} collections and watches were charged for some of them. When the gateway serves, they ask these pages and runs again, ` +
        'free, and what they do not get is refunded.\n';
  return `${found}${known} entries were there, ${missing} were missing, ${diverged} do not follow.${end}\n${again}`;
}

const storageCatchUp: CliCommand<[string], { dryRun?: boolean }> = {
  name: 'storage catch-up',
  summary: 'Bring a restored ledger forward from its archive, and list what it lacked',
  arguments: [{ name: '<folder>', summary: 'of "storage archive"' }],
  options: [{ flags: '--dry-run', summary: 'only list what is missing' }],
  notes:
    'Run it after a restore and before the gateway serves. Entries that the ledger lacks are put behind those that it has, with the calls\n' +
    'that they charged: their ids are refused from then on, and never charged again. Stored answers are not in an archive. Collections and\n' +
    'watches ask again, free, what they had paid after the backup, and what they do not get is refunded. Accounts and\n' +
    'keys that are newer than the backup come back without their secrets: "key rotate" gives a key another one. An account that has gone\n' +
    'on otherwise since the restore is left as it is, its entries are listed as "diverged", and the exit code is 1. When the ledger is\n' +
    'clean and nothing diverged, nodes that refused it because it lacked calls serve it again, as after "storage accept-loss".',
  examples: ['storage catch-up /archive/reelgate --dry-run', 'storage catch-up /archive/reelgate'],
  run: (call) =>
    withControlPlane(call, async (control) => {
      const report = await orBroken(catchUpAll(call, control));
      show(call, report, () => textOf(call, report));
      return report.diverged > 0 || report.clean === false ? EXIT.no : EXIT.ok;
    }),
};

const storageAcceptLoss: CliCommand<[], object> = {
  name: 'storage accept-loss',
  summary: 'Let nodes serve a database that lacks calls which they had acknowledged',
  notes:
    'A node on PostgreSQL refuses a database that lacks a call which was charged and answered: a primary that lost commits, or a restored\n' +
    'backup. First look for the database that has it, and use "storage catch-up" if there is an archive. After this command every node\n' +
    'serves what there is, without a restart: what is missing was answered, is not charged, and its ids can be charged again. It is audited.',
  examples: ['storage accept-loss'],
  run: (call) =>
    withControlPlane(call, async ({ deps, caller }) => {
      await deps.storage.ledger.acceptLoss({ actor: caller.actor });
      show(call, { accepted: true }, () => 'Nodes serve the ledger as it is.\n');
      return EXIT.ok;
    }),
};

export const archiveCommands: AnyCommand[] = [storageArchive, storageCatchUp, storageAcceptLoss];
