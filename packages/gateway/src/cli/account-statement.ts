// Owns `account statement`: the ledger of one account, newest first, as a table, JSON or CSV.

import { ENTRY_KINDS, type EntryKind } from '../domain/account.ts';
import { accountEntries } from '../features/accounts/account.admin.ts';
import { entriesCsv } from '../features/accounts/account-views.ts';
import { ENTRY_COLUMNS, entryCells, type ShownEntry } from './account-view.ts';
import { day, wholeNumber } from './arguments.ts';
import { type CliCommand, given, type Invocation } from './command.ts';
import { show, tableText } from './output.ts';
import { type PageQuery, readAllPages, readPages } from './pages.ts';
import { type Session, withSession } from './session.ts';
import { CliError, EXIT } from './world.ts';

interface Options {
  from?: string;
  to?: string;
  kind?: EntryKind;
  limit?: number;
  csv?: boolean;
}
type Call = Invocation<[string], Options>;

const ROWS_SHOWN = 100;

function pageReader(session: Session, { args, options }: Call) {
  const { from, to, kind } = options;
  return async (page: PageQuery) => {
    const query = { ...page, ...given({ from, to, kind }) };
    const answer = await session.run(accountEntries, { params: { account: args[0] }, query });
    const { entries, next_cursor } = answer as { entries: ShownEntry[]; next_cursor: string | null };
    return { rows: entries, next: next_cursor };
  };
}

/** Page by page, so that a ledger of any length can be written to a file. */
async function writeCsv(session: Session, call: Call): Promise<void> {
  let isFirst = true;
  for await (const rows of readPages(pageReader(session, call), call.options.limit)) {
    const csv = entriesCsv(rows);
    call.world.out(isFirst ? csv : csv.slice(csv.indexOf('\r\n') + 2));
    isFirst = false;
    if ((await call.world.outputLoss()) !== null) return;
  }
}

export const accountStatementCommand: CliCommand<[string], Options> = {
  name: 'account statement',
  summary: 'Show the ledger of an account, newest first',
  arguments: [{ name: '<account>', summary: 'id or name' }],
  options: [
    { flags: '--from <DAY>', summary: 'first UTC day, included', parse: day },
    { flags: '--to <DAY>', summary: 'last UTC day, included', parse: day },
    { flags: '--kind <KIND>', summary: 'only entries of this kind', choices: ENTRY_KINDS },
    {
      flags: '--limit <N>',
      summary: `at most so many entries (default: ${ROWS_SHOWN}, with --csv all)`,
      parse: wholeNumber(1, 1_000_000),
    },
    { flags: '--csv', summary: 'print CSV' },
  ],
  examples: [
    'account statement acme',
    'account statement acme --from 2026-11-01 --to 2026-11-30 --csv > november.csv',
  ],
  async run(call) {
    if (call.options.csv && call.json) throw new CliError('--csv and --json exclude each other', EXIT.usage);
    return withSession(call, async (session) => {
      if (call.options.csv) {
        await writeCsv(session, call);
        return EXIT.ok;
      }
      const entries = await readAllPages(pageReader(session, call), call.options.limit ?? ROWS_SHOWN);
      show(call, { entries }, () =>
        tableText(call, ENTRY_COLUMNS, entries.map(entryCells), 'There are no entries.'),
      );
      return EXIT.ok;
    });
  },
};
