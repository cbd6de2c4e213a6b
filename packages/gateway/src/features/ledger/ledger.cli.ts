// The command that verifies the ledger, since the last clean check or from the start, and compares payments with the payment provider. It
// repairs nothing.
import type { Static } from 'typebox';
import { type AnyCommand, type CliCommand, given, type Invocation } from '../../terminal/command.ts';
import { ControlPlane, withControlPlane } from '../../terminal/control-plane.ts';
import { show } from '../../terminal/output.ts';
import { ProgressShown } from '../../terminal/progress.ts';
import { type Columns, fieldsOf, renderFields, right, tableOf } from '../../terminal/table.ts';
import { CliError, EXIT } from '../../terminal/world.ts';
import { paymentsVerify } from '../payments/payment.admin.ts';
import { ledgerVerify } from './ledger.admin.ts';

interface Options {
  full?: boolean;
  payments?: boolean;
}

type Report = Static<typeof ledgerVerify.result>;
type PaymentsReport = Static<typeof paymentsVerify.result>;

/** A payment provider that cannot be reached is a result, so that the ledger's own result is still printed. */
interface PaymentsUnread {
  clean: null;
  unread: string;
}

interface PaymentsCompared {
  shown: PaymentsReport | PaymentsUnread;
  exitCode: number;
}

const REPORT: Columns<Report> = {
  ledger: ({ clean, difference_count }) => (clean ? 'clean' : `${difference_count} differences`),
  checked: ({ since, checked_entries, checked_calls }) =>
    since === null
      ? 'everything'
      : `${checked_entries} entries and ${checked_calls} calls since the check of ${since}; --full looks at all`,
  accounts: 'accounts',
  entries: 'entries',
  calls: 'calls',
  balance: ({ balance, currency }) => `${balance} ${currency}`,
  held: ({ held, currency }) => `${held} ${currency}`,
};
const DIFFERENCE_ROW: Columns<Report['differences'][number]> = {
  account: 'account_id',
  check: 'check',
  expected: right('expected'),
  found: right('found'),
};
const PAYMENT_ROW: Columns<PaymentsReport['differences'][number]> = {
  account: 'account_id',
  check: ({ check, reference }) => `${check} (${reference})`,
  expected: right('expected'),
  found: right('found'),
};

function reportText({ world }: Invocation, report: Report): string {
  const head = fieldsOf(REPORT, report, world.columns);
  return report.clean ? head : `${head}\n${tableOf(DIFFERENCE_ROW, report.differences, world.columns)}`;
}

async function comparePayments(control: ControlPlane): Promise<PaymentsCompared> {
  try {
    const shown = await control.run(paymentsVerify);
    return { shown, exitCode: shown.clean ? EXIT.ok : EXIT.no };
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return { shown: { clean: null, unread: error.message }, exitCode: error.exitCode };
  }
}

function paymentsText({ world }: Invocation, { shown }: PaymentsCompared): string {
  if (shown.clean === null) return renderFields([['payments', `not compared: ${shown.unread}`]]);
  const { clean, days, payments, differences } = shown;
  const state = clean ? `${payments} of ${days} days, clean` : `${differences.length} differences`;
  const head = renderFields([['payments', state]]);
  return clean ? head : `${head}\n${tableOf(PAYMENT_ROW, differences, world.columns)}`;
}

/** The same control plane, with progress of the check on the terminal. */
function watched(control: ControlPlane, shown: ProgressShown): ControlPlane {
  const { storage } = control.deps;
  const verify: typeof storage.ledger.verify = (input) =>
    storage.ledger.verify(input, (done, total) => shown.tell({ done, total, count: done, unit: 'rows' }));
  const deps = { ...control.deps, storage: { ...storage, ledger: { ...storage.ledger, verify } } };
  return new ControlPlane(control.config, deps, control.caller);
}

async function checkLedger(call: Invocation<[], Options>, control: ControlPlane): Promise<Report> {
  const shown = new ProgressShown(call.world);
  const body = given({ full: call.options.full });
  return watched(control, shown)
    .run(ledgerVerify, { body })
    .finally(() => shown.clear());
}

const verify: CliCommand<[], Options> = {
  name: 'ledger verify',
  summary: 'Check the ledger; exit code 1 on any difference',
  options: [
    { flags: '--full', summary: 'from the first entry on, and not only what came since the last check' },
    { flags: '--payments', summary: 'also compare the payments of three days with their provider' },
  ],
  notes:
    'A clean check leaves a checkpoint, and the next one goes on from there: seconds a day, however large the ledger is. --full\n' +
    'reads everything again and also notices what was changed behind the checkpoint. It may run while the gateway serves. With --payments\n' +
    'and a payment provider that cannot be reached, the ledger is still checked, and the exit code is 3.',
  examples: ['ledger verify', 'ledger verify --full', 'ledger verify --payments'],
  run: (call) =>
    withControlPlane(call, async (control) => {
      const report = await checkLedger(call, control);
      const payments = call.options.payments === true ? await comparePayments(control) : null;
      const answer = payments === null ? report : { ...report, payments: payments.shown };
      const paid = () => (payments === null ? '' : paymentsText(call, payments));
      show(call, answer, () => reportText(call, report) + paid());
      return report.clean ? (payments?.exitCode ?? EXIT.ok) : EXIT.no;
    }),
};

export const ledgerCommands: AnyCommand[] = [verify];
