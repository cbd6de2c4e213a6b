// Owns `ledger verify`: adds the ledger up again, since the last clean check or from the start. It repairs nothing.
import { ledgerVerify } from '../features/ledger/ledger.admin.ts';
import { type CliCommand, given, type Invocation } from './command.ts';
import { show } from './output.ts';
import { comparePayments, paymentsText } from './payments-compared.ts';
import { ProgressShown } from './progress-shown.ts';
import { Session, withSession } from './session.ts';
import { type Column, renderFields, renderTable } from './table.ts';
import { EXIT } from './world.ts';

interface Options {
  full?: boolean;
  payments?: boolean;
}

export interface LedgerAnswer {
  clean: boolean;
  /** null: from the start. */
  since: string | null;
  checked_entries: number;
  checked_calls: number;
  accounts: number;
  entries: number;
  calls: number;
  balance: string;
  held: string;
  currency: string;
  difference_count: number;
  differences: { account_id: string; check: string; expected: string; found: string }[];
}

const COLUMNS: Column[] = [
  { title: 'account' },
  { title: 'check' },
  { title: 'expected', align: 'right' },
  { title: 'found', align: 'right' },
];

function checkedText({ since, checked_entries, checked_calls }: LedgerAnswer): string {
  if (since === null) return 'everything';
  return `${checked_entries} entries and ${checked_calls} calls since the check of ${since}; --full looks at all`;
}

function reportText({ world }: Invocation, report: LedgerAnswer): string {
  const head = renderFields([
    ['ledger', report.clean ? 'clean' : `${report.difference_count} differences`],
    ['checked', checkedText(report)],
    ['accounts', report.accounts],
    ['entries', report.entries],
    ['calls', report.calls],
    ['balance', `${report.balance} ${report.currency}`],
    ['held', `${report.held} ${report.currency}`],
  ]);
  if (report.clean) return head;
  const rows = report.differences.map((one) => [one.account_id, one.check, one.expected, one.found]);
  return `${head}\n${renderTable(COLUMNS, rows, world.columns)}`;
}

/** The same session; whoever waits sees how far the check is. */
function watched(session: Session, shown: ProgressShown): Session {
  const { storage } = session.deps;
  const verify: typeof storage.ledger.verify = (input) =>
    storage.ledger.verify(input, (done, total) => shown.tell({ done, total, count: done, unit: 'rows' }));
  const deps = { ...session.deps, storage: { ...storage, ledger: { ...storage.ledger, verify } } };
  return new Session(session.config, deps, session.caller);
}

async function checkLedger(call: Invocation<[], Options>, session: Session): Promise<LedgerAnswer> {
  const shown = new ProgressShown(call.world);
  const input = { body: given({ full: call.options.full }) };
  return (watched(session, shown).run(ledgerVerify, input) as Promise<LedgerAnswer>).finally(() =>
    shown.clear(),
  );
}

export const ledgerVerifyCommand: CliCommand<[], Options> = {
  name: 'ledger verify',
  summary: 'Check the ledger; exit code 1 on any difference',
  options: [
    { flags: '--full', summary: 'from the first entry on, and not only what came since the last check' },
    { flags: '--payments', summary: 'also compare the payments of three days with their provider' },
  ],
  notes:
    'A clean check leaves a checkpoint, and the next one goes on from there: seconds a day, however large the ledger is. --full\n' +
    'reads everything again and also notices what was changed behind the checkpoint. It may run while the gateway serves. With --payments\n' +
    'and a provider of payments that cannot be asked, the ledger is checked all the same, and the exit code is 3.',
  examples: ['ledger verify', 'ledger verify --full', 'ledger verify --payments'],
  run: (call) =>
    withSession(call, async (session) => {
      const report = await checkLedger(call, session);
      const payments = call.options.payments === true ? await comparePayments(session) : null;
      const shown = payments === null ? report : { ...report, payments: payments.shown };
      show(
        call,
        shown,
        () => reportText(call, report) + (payments === null ? '' : paymentsText(call, payments)),
      );
      return report.clean ? (payments?.exitCode ?? EXIT.ok) : EXIT.no;
    }),
};
