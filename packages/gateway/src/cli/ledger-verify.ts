// Owns `ledger verify`: adds the ledger up again, since the last clean check or from the start. It repairs nothing.
import { ledgerVerify } from '../admin/ledger-verify.ts';
import { paymentsVerify } from '../admin/payments-verify.ts';
import { type CliCommand, given, type Invocation } from './command.ts';
import { show } from './output.ts';
import { LINE_START, progressLine } from './progress.ts';
import { Session, withSession } from './session.ts';
import { type Column, renderFields, renderTable } from './table.ts';
import { EXIT } from './world.ts';

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

interface PaymentsAnswer {
  clean: boolean;
  days: number;
  payments: number;
  differences: { account_id: string; reference: string; check: string; expected: string; found: string }[];
}

async function comparePayments(session: Session): Promise<PaymentsAnswer> {
  const { clean, days, payments, differences } = (await session.run(
    paymentsVerify,
  )) as unknown as PaymentsAnswer;
  return { clean, days, payments, differences };
}

function paymentsText({ world }: Invocation, { clean, days, payments, differences }: PaymentsAnswer): string {
  const state = clean ? `${payments} of ${days} days, clean` : `${differences.length} differences`;
  const head = renderFields([['payments', state]]);
  const rows = differences.map((one) => [
    one.account_id,
    `${one.check} (${one.reference})`,
    one.expected,
    one.found,
  ]);
  return clean ? head : `${head}\n${renderTable(COLUMNS, rows, world.columns)}`;
}

/** The same session, with a progress bar under the check. */
function watched(call: Invocation, session: Session): Session {
  const { storage } = session.deps;
  const startedMs = call.world.clock.monotonicMs();
  const onVerified = (done: number, total: number) => {
    const elapsedMs = call.world.clock.monotonicMs() - startedMs;
    call.world.err(LINE_START + progressLine({ done, total, count: done, unit: 'rows', elapsedMs }));
  };
  const verify: typeof storage.ledger.verify = (input) => storage.ledger.verify(input, onVerified);
  const deps = { ...session.deps, storage: { ...storage, ledger: { ...storage.ledger, verify } } };
  return new Session(session.config, deps, session.caller);
}

export const ledgerVerifyCommand: CliCommand<[], { full?: boolean; payments?: boolean }> = {
  name: 'ledger verify',
  summary: 'Check the ledger; exit code 1 on any difference',
  options: [
    { flags: '--full', summary: 'from the first entry on, and not only what came since the last check' },
    { flags: '--payments', summary: 'also compare the payments of three days with their provider' },
  ],
  notes:
    'A clean check leaves a checkpoint, and the next one goes on from there: seconds a day, however large the ledger is. --full\n' +
    'reads everything again and also notices what was changed behind the checkpoint. It may run while the gateway serves.',
  examples: ['ledger verify', 'ledger verify --full', 'ledger verify --payments'],
  run: (call) =>
    withSession(call, async (session) => {
      const isWatched = call.world.isTerminal;
      const input = { body: given({ full: call.options.full }) };
      const report = (await (isWatched ? watched(call, session) : session).run(
        ledgerVerify,
        input,
      )) as LedgerAnswer;
      if (isWatched) call.world.err(LINE_START);
      const payments = call.options.payments === true ? await comparePayments(session) : null;
      const shown = payments === null ? report : { ...report, payments };
      show(
        call,
        shown,
        () => reportText(call, report) + (payments === null ? '' : paymentsText(call, payments)),
      );
      return report.clean && (payments?.clean ?? true) ? EXIT.ok : EXIT.no;
    }),
};
