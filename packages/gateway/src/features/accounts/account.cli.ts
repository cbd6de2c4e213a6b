// Commands on accounts and their money.
import type { Static } from 'typebox';
import { ACCOUNT_FIELDS, ENTRY_KINDS, type EntryKind } from '../../domain/account.ts';
import { givenProperties } from '../../domain/field-table.ts';
import { ACCOUNT_NAME_TEXT } from '../../domain/text/text-patterns.ts';
import { amount, day, rate, rateText, wholeNumber } from '../../terminal/arguments.ts';
import { type AnyCommand, type CliCommand, given, type Invocation } from '../../terminal/command.ts';
import { type ControlPlane, withControlPlane } from '../../terminal/control-plane.ts';
import { show, tableText } from '../../terminal/output.ts';
import { type PageQuery, readAllPages, readPages } from '../../terminal/pages.ts';
import { andOtherFields, type Columns, long, right } from '../../terminal/table.ts';
import { type VerbCall, verbCommand } from '../../terminal/verb-command.ts';
import { CliError, EXIT } from '../../terminal/world.ts';
import {
  accountAdjust,
  accountClose,
  accountCreate,
  accountEntries,
  accountList,
  accountRead,
  accountRefund,
  accountReopen,
  accountTopup,
  accountUpdate,
} from './account.admin.ts';
import { AccountView, type AdminEntryView, entriesCsv } from './account-views.ts';

type Account = Static<typeof AccountView>;
type Entry = Static<typeof AdminEntryView>;

const ACCOUNT = andOtherFields<Account>(
  {
    id: 'id',
    name: 'name',
    status: 'status',
    balance: ({ balance, currency }) => `${balance} ${currency}`,
    held: ({ held, currency }) => `${held} ${currency}`,
    available: ({ available, currency }) => `${available} ${currency}`,
    rate: (account) => rateText(account.rate),
    title: 'title',
    contact: 'contact',
    'billing address': 'billing_address',
    'tax id': 'tax_id',
    'low balance': 'low_balance',
    created: 'created_at',
    closed: 'closed_at',
  },
  AccountView,
  ['balance', 'held', 'available', 'rate', 'currency'],
);
const ACCOUNT_ROW: Columns<Account> = {
  id: 'id',
  name: long('name'),
  status: 'status',
  balance: right('balance'),
  held: { cell: 'held', align: 'right', isExtra: true },
  available: right('available'),
  currency: 'currency',
};
const ENTRY_ROW: Columns<Entry> = {
  seq: right('seq'),
  at: 'at',
  kind: 'kind',
  amount: right('amount'),
  balance: { cell: 'balance_after', align: 'right', isExtra: true },
  'request id': long('request_id'),
  reference: long('reference'),
  reason: long('reason'),
  by: { cell: 'actor', canShrink: true, isExtra: true },
};

const account = { account: 'id or name' } as const;
const GIVEN = givenProperties(ACCOUNT_FIELDS);

function showsMoney({ entry, duplicate }: { entry: Entry; duplicate: boolean }): string {
  // The balance of an entry is the one when it was posted; calls may have been charged since.
  const done = duplicate ? 'was posted before; nothing was added. Balance at that time' : 'posted. Balance';
  return `${entry.kind} of ${entry.amount} ${entry.currency} ${done}: ${entry.balance_after} ${entry.currency}\n`;
}

/** Account and payment are two steps: when the payment is refused, the account stays and the message says so. */
async function payIn(made: { account: Account }, { options }: VerbCall, control: ControlPlane) {
  const params = { account: made.account.id };
  const body = { amount: String(options.topUp), reference: String(options.reference) };
  const paid =
    options.topUp === undefined
      ? null
      : await control.run(accountTopup, { params, body }).catch((error: unknown) => {
          if (!(error instanceof CliError)) throw error;
          throw new CliError(`the account was created, but not topped up: ${error.message}`, error.exitCode);
        });
  return { ...(await control.run(accountRead, { params })), entry: paid?.entry ?? null };
}

/** The money of a closed account cannot be spent until an operator opens the account again. */
async function warnOfClosed({ args, world }: VerbCall, control: ControlPlane): Promise<void> {
  const [name] = args as [string];
  const { account: paid } = await control.run(accountRead, { params: { account: name } });
  if (paid.status === 'closed')
    world.err(
      `Warning: ${name} is closed, so this money cannot be spent. "account reopen ${name}" opens it.\n`,
    );
}

interface StatementOptions {
  from?: string;
  to?: string;
  kind?: EntryKind;
  limit?: number;
  csv?: boolean;
}
type StatementCall = Invocation<[string], StatementOptions>;

const ROWS_SHOWN = 100;
const ROWS_MAX = 1_000_000;

function entryPages(control: ControlPlane, { args, options }: StatementCall) {
  const { from, to, kind } = options;
  return async (page: PageQuery) => {
    const query = { ...page, ...given({ from, to, kind }) };
    const { entries, next_cursor } = await control.run(accountEntries, {
      params: { account: args[0] },
      query,
    });
    return { rows: entries, next: next_cursor };
  };
}

/** Written page by page, so that a ledger of any length fits into memory. */
async function writeCsv(control: ControlPlane, call: StatementCall): Promise<void> {
  let isFirst = true;
  for await (const rows of readPages(entryPages(control, call), call.options.limit)) {
    const csv = entriesCsv(rows);
    call.world.out(isFirst ? csv : csv.slice(csv.indexOf('\r\n') + 2));
    isFirst = false;
    if ((await call.world.outputLoss()) !== null) return;
  }
}

const statement: CliCommand<[string], StatementOptions> = {
  name: 'account statement',
  summary: 'Show the ledger of an account, newest first',
  arguments: [{ name: '<account>', summary: 'id or name' }],
  options: [
    { flags: '--from <DAY>', summary: 'first UTC day, included', parse: day },
    { flags: '--to <DAY>', summary: 'last UTC day, included', parse: day },
    { flags: '--kind <KIND>', summary: 'only entries of this kind', choices: ENTRY_KINDS },
    {
      flags: '--limit <N>',
      summary: `at most this many entries (default: ${ROWS_SHOWN}, with --csv all)`,
      parse: wholeNumber(1, ROWS_MAX),
    },
    { flags: '--csv', summary: 'print CSV' },
  ],
  examples: [
    'account statement acme',
    'account statement acme --from 2026-11-01 --to 2026-11-30 --csv > november.csv',
  ],
  async run(call) {
    if (call.options.csv && call.json) throw new CliError('--csv and --json exclude each other', EXIT.usage);
    return withControlPlane(call, async (control) => {
      if (call.options.csv) await writeCsv(control, call);
      else {
        const entries = await readAllPages(entryPages(control, call), call.options.limit ?? ROWS_SHOWN);
        show(call, { entries }, () => tableText(call, ENTRY_ROW, entries, 'There are no entries.'));
      }
      return EXIT.ok;
    });
  },
};

export const accountCommands: AnyCommand[] = [
  verbCommand({
    words: 'account create',
    summary: 'Create an account',
    verb: accountCreate,
    arguments: { name: ACCOUNT_NAME_TEXT.words },
    own: [
      { flags: '--top-up <AMOUNT>', summary: 'pay this in at once', parse: amount },
      {
        flags: '--reference <REF>',
        summary: 'names the payment; the same reference is never credited twice',
      },
    ],
    flags: { rate: ['--rate <N/SECONDS[:CONCURRENT]>', 'limit of all keys of the account together', rate] },
    otherFlags: GIVEN,
    examples: [
      'account create acme',
      'account create acme --top-up 25.00 --reference inv-1',
      'account create acme --rate 600/60:50',
    ],
    before({ options }) {
      if ((options.topUp === undefined) !== (options.reference === undefined))
        throw new CliError('--top-up and --reference go together', EXIT.usage);
    },
    second: payIn,
    fields: ['account', ACCOUNT],
    mayCreate: true,
  }),
  verbCommand({
    words: 'account list',
    summary: 'List accounts with their balances',
    verb: accountList,
    examples: ['account list', 'account list --json'],
    lists: ['accounts', ACCOUNT_ROW, 'There are no accounts yet.'],
  }),
  verbCommand({
    words: 'account show',
    summary: 'Show one account',
    verb: accountRead,
    arguments: account,
    examples: ['account show acme'],
    fields: ['account', ACCOUNT],
  }),
  verbCommand({
    words: 'account topup',
    summary: 'Pay into an account',
    verb: accountTopup,
    arguments: { ...account, amount: 'a decimal such as 25.00' },
    flags: {
      reference: ['--reference <REF>', 'names the payment; the same reference is never credited twice'],
      reason: ['--reason <TEXT>', 'a note for the ledger'],
    },
    examples: ['account topup acme 25.00 --reference inv-2'],
    shows: showsMoney,
    afterwards: warnOfClosed,
  }),
  verbCommand({
    words: 'account refund',
    summary: 'Give back what a call was charged',
    verb: accountRefund,
    arguments: account,
    flags: {
      request_id: ['--request-id <ID>', 'the call'],
      amount: ['--amount <AMOUNT>', 'part of the charge; without it, all that is left'],
      reference: ['--reference <TEXT>', 'your reference; repeating it does not refund twice'],
      reason: ['--reason <TEXT>', 'for the ledger'],
    },
    examples: ['account refund acme --request-id r-17 --reason "empty page"'],
    shows: showsMoney,
  }),
  verbCommand({
    words: 'account adjust',
    summary: 'Correct a balance up or down',
    verb: accountAdjust,
    arguments: { ...account, amount: 'a decimal; negative takes money away' },
    flags: {
      reference: ['--reference <TEXT>', 'your reference; repeating it changes nothing', { isRequired: true }],
      reason: ['--reason <TEXT>', 'for the ledger'],
    },
    examples: [
      'account adjust acme -1.50 --reference inv-7-wrong --reason "wrong invoice"',
      'account adjust acme 3 --reference goodwill-2026-11 --reason goodwill',
    ],
    shows: showsMoney,
  }),
  statement,
  verbCommand({
    words: 'account update',
    summary: 'Change the name, owner, contact, billing data or low-balance limit of an account',
    verb: accountUpdate,
    arguments: account,
    flags: {
      name: ['--name <NAME>', `its new name: ${ACCOUNT_NAME_TEXT.words}`],
      low_balance: [
        '--low-balance <AMOUNT>',
        'report a balance below this; 0 turns it off, "none" uses the limit of the settings',
      ],
    },
    otherFlags: GIVEN,
    examples: ['account update acme --title "Acme Ltd." --contact billing@acme.example --low-balance 5'],
    fields: ['account', ACCOUNT],
  }),
  verbCommand({
    words: 'account enable',
    summary: 'Let a disabled account call again',
    verb: accountUpdate,
    arguments: account,
    sends: { status: 'active' },
    examples: ['account enable acme'],
    fields: ['account', ACCOUNT],
  }),
  verbCommand({
    words: 'account disable',
    summary: 'Stop all keys of an account',
    verb: accountUpdate,
    arguments: account,
    sends: { status: 'disabled' },
    examples: ['account disable acme'],
    fields: ['account', ACCOUNT],
  }),
  verbCommand({
    words: 'account close',
    summary: 'Close an account: its keys stop, its balance stays',
    verb: accountClose,
    arguments: account,
    examples: ['account close acme'],
    fields: ['account', ACCOUNT],
  }),
  verbCommand({
    words: 'account reopen',
    summary: 'Open a closed account again',
    verb: accountReopen,
    arguments: account,
    examples: ['account reopen acme'],
    fields: ['account', ACCOUNT],
  }),
];
