// Owns `ledger verify`: adds the whole ledger up again. It repairs nothing.
import { ledgerVerify } from '../admin/ledger-verify.ts';
import type { CliCommand, Invocation } from './command.ts';
import { show } from './output.ts';
import { withSession } from './session.ts';
import { type Column, renderFields, renderTable } from './table.ts';
import { EXIT } from './world.ts';

export interface LedgerAnswer {
  clean: boolean;
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

function reportText({ world }: Invocation, report: LedgerAnswer): string {
  const head = renderFields([
    ['ledger', report.clean ? 'clean' : `${report.difference_count} differences`],
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

export const ledgerVerifyCommand: CliCommand<[], object> = {
  name: 'ledger verify',
  summary: 'Check the ledger; exit code 1 on any difference',
  notes: 'It reads only, and may run while the gateway serves.',
  examples: ['ledger verify'],
  run: (call) =>
    withSession(call, async (session) => {
      const report = (await session.run(ledgerVerify)) as LedgerAnswer;
      show(call, report, () => reportText(call, report));
      return report.clean ? EXIT.ok : EXIT.no;
    }),
};
