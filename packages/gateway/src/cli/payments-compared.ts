// Owns the part of `ledger verify` that is about payments: what their provider has of the last days against the ledger. A provider that cannot
// be asked is a result too, so that the ledger's own is still shown.
import { paymentsVerify } from '../features/payments/payment.admin.ts';
import type { Invocation } from './command.ts';
import type { Session } from './session.ts';
import { type Column, renderFields, renderTable } from './table.ts';
import { CliError, EXIT } from './world.ts';

interface PaymentsAnswer {
  clean: boolean;
  days: number;
  payments: number;
  differences: { account_id: string; reference: string; check: string; expected: string; found: string }[];
}

/** Nothing is known of the payments, and why. */
interface PaymentsUnread {
  clean: null;
  unread: string;
}

export interface PaymentsCompared {
  shown: PaymentsAnswer | PaymentsUnread;
  exitCode: number;
}

const COLUMNS: Column[] = [
  { title: 'account' },
  { title: 'check' },
  { title: 'expected', align: 'right' },
  { title: 'found', align: 'right' },
];

export async function comparePayments(session: Session): Promise<PaymentsCompared> {
  try {
    const answer = (await session.run(paymentsVerify)) as unknown as PaymentsAnswer;
    const { clean, days, payments, differences } = answer;
    return { shown: { clean, days, payments, differences }, exitCode: clean ? EXIT.ok : EXIT.no };
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return { shown: { clean: null, unread: error.message }, exitCode: error.exitCode };
  }
}

export function paymentsText({ world }: Invocation, { shown }: PaymentsCompared): string {
  if (shown.clean === null) return renderFields([['payments', `not compared: ${shown.unread}`]]);
  const { clean, days, payments, differences } = shown;
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
