// Owns `audit`: who changed what, newest first.
import { auditList } from '../features/audit/audit.admin.ts';
import { wholeNumber } from './arguments.ts';
import { type CliCommand, given } from './command.ts';
import { show, tableText } from './output.ts';
import { readAllPages } from './pages.ts';
import { withSession } from './session.ts';
import type { Column } from './table.ts';
import { EXIT } from './world.ts';

interface Row {
  at: string;
  actor: string;
  action: string;
  subject: string;
  detail: Record<string, unknown>;
}

const ROWS_SHOWN = 50;
const COLUMNS: Column[] = [
  { title: 'at' },
  { title: 'by', canShrink: true },
  { title: 'action' },
  { title: 'subject' },
  { title: 'detail', canShrink: true },
];

export const auditCommand: CliCommand<[], { subject?: string; limit?: number }> = {
  name: 'audit',
  summary: 'Show changes made by operators, newest first',
  options: [
    { flags: '--subject <ID>', summary: 'only changes of this account, key, token or catalog' },
    {
      flags: '--limit <N>',
      summary: `at most so many (default: ${ROWS_SHOWN})`,
      parse: wholeNumber(1, 100_000),
    },
  ],
  examples: ['audit', 'audit --subject key_4fQ2 --limit 5'],
  run: (call) =>
    withSession(call, async (session) => {
      const only = given({ subject: call.options.subject });
      const rows = await readAllPages(async (page) => {
        const answer = await session.run(auditList, { query: { ...page, ...only } });
        const { rows: found, next_cursor } = answer as { rows: Row[]; next_cursor: string | null };
        return { rows: found, next: next_cursor };
      }, call.options.limit ?? ROWS_SHOWN);
      const cells = rows.map((row) => [
        row.at,
        row.actor,
        row.action,
        row.subject,
        JSON.stringify(row.detail),
      ]);
      show(call, { rows }, () => tableText(call, COLUMNS, cells, 'Nothing was changed yet.'));
      return EXIT.ok;
    }),
};
