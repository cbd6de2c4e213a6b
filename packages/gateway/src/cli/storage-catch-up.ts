// Owns `storage catch-up`: a restored ledger is brought forward from its archive, and told is what it lacked. It comes before the first
// start: then every id that was charged after the backup is refused from the first call on.
import { resolve } from 'node:path';
import { formatMoney, type Micros } from '../domain/money.ts';
import { Archive } from '../storage/archive/archive-files.ts';
import { catchUpArchive } from '../storage/archive/catch-up-archive.ts';
import type { CaughtUp, MissingEntry } from '../storage/storage.ts';
import type { CliCommand, Invocation } from './command.ts';
import { show, tableText } from './output.ts';
import { type Session, withSession } from './session.ts';
import { orBroken } from './storage-archive.ts';
import type { Column } from './table.ts';
import { EXIT } from './world.ts';

interface Options {
  dryRun?: boolean;
}

type Call = Invocation<[string], Options>;

/** More are counted, and in the ledger; nobody reads them in a terminal. */
const SHOWN_MAX = 1_000;

interface Report {
  batches: number;
  known: number;
  missing: number;
  diverged: number;
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

async function catchUpAll(call: Call, { deps, caller }: Session): Promise<Report> {
  const writes = call.options.dryRun !== true;
  const counts = { batches: 0, known: 0, missing: 0, diverged: 0 };
  const report: Report = { ...counts, written: writes, clean: null, entries: [] };
  const ledger = deps.storage.ledger;
  const archive = new Archive(resolve(call.args[0]));
  for await (const found of catchUpArchive(archive, ledger, { writes, actor: caller.actor }))
    add(report, found);
  if (writes) report.clean = (await ledger.verify({ from: 'checkpoint' })).differenceCount === 0;
  return report;
}

const COLUMNS: Column[] = [
  { title: 'state' },
  { title: 'account' },
  { title: 'entry', align: 'right' },
  { title: 'kind' },
  { title: 'amount', align: 'right' },
  { title: 'at' },
  { title: 'request id or reference' },
];

function textOf(call: Call, { known, missing, diverged, written, clean, entries }: Report): string {
  const rows = entries.map((one) => [
    ...[one.state, one.account, one.sequence, one.kind, one.amount, one.at],
    one.request_id ?? one.reference,
  ]);
  const found = tableText(call, COLUMNS, rows, 'The ledger has every entry of the archive.');
  const now = missing === 0 ? 'The' : 'They are in it now; the';
  const end = written ? ` ${now} ledger is ${clean ? 'clean' : 'not clean: run ledger verify'}.` : '';
  return `${found}${known} entries were there, ${missing} were missing, ${diverged} do not follow.${end}\n`;
}

export const storageCatchUpCommand: CliCommand<[string], Options> = {
  name: 'storage catch-up',
  summary: 'Bring a restored ledger forward from its archive, and list what it lacked',
  arguments: [{ name: '<folder>', summary: 'of "storage archive"' }],
  options: [{ flags: '--dry-run', summary: 'only list what is missing' }],
  notes:
    'Run it after a restore and before the gateway serves. Entries that the ledger lacks are put behind those that it has, with the calls\n' +
    'that they charged: their ids are refused from then on, and never charged again. Stored answers are not in an archive. Accounts and\n' +
    'keys that are newer than the backup come back without their secrets: "key rotate" gives a key another one. An account that has gone\n' +
    'on otherwise since the restore is left as it is, its entries are listed as "diverged", and the exit code is 1.',
  examples: ['storage catch-up /archive/reelgate --dry-run', 'storage catch-up /archive/reelgate'],
  run: (call) =>
    withSession(call, async (session) => {
      const report = await orBroken(catchUpAll(call, session));
      show(call, report, () => textOf(call, report));
      return report.diverged > 0 || report.clean === false ? EXIT.no : EXIT.ok;
    }),
};
