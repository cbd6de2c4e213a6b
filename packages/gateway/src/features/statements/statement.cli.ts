// Commands on statements: the movements of each closed month.

import type { AnyCommand, Invocation } from '../../terminal/command.ts';
import { type Columns, fieldsOf, long, right, tableOf } from '../../terminal/table.ts';
import { verbCommand } from '../../terminal/verb-command.ts';
import { statementList, statementRead } from './statement.admin.ts';
import type { ShownStatement } from './statement-views.ts';

const STATEMENT: Columns<ShownStatement> = {
  number: 'number',
  month: 'month',
  from: ({ seller }) => seller.name,
  to: ({ buyer }) => buyer.title ?? buyer.name,
  opening: ({ opening, currency }) => `${opening} ${currency}`,
  closing: ({ closing, currency }) => `${closing} ${currency}`,
  entries: ({ first_entry, last_entry }) => `${first_entry} to ${last_entry}`,
  digest: 'digest',
};

function statementText({ statement }: { statement: ShownStatement }, { world }: Invocation): string {
  const lines: Columns<ShownStatement['lines'][number]> = {
    kind: 'kind',
    path: long('path'),
    prices: right('catalog_version'),
    tier: right(({ tier }) => (tier === null ? null : `after ${tier}`)),
    count: right('count'),
    [`amount (${statement.currency})`]: right('amount'),
  };
  return `${fieldsOf(STATEMENT, statement, world.columns)}\n${tableOf(lines, statement.lines, world.columns)}`;
}

export const statementCommands: AnyCommand[] = [
  verbCommand({
    words: 'statements list',
    summary: 'List statements of closed months, the newest first',
    verb: statementList,
    flags: {
      account: ['--account <ACCOUNT>', 'only this account (default: all)'],
      month: ['--month <MONTH>', 'only this UTC month, as 2026-10 (default: all)'],
    },
    examples: ['statements list', 'statements list --account acme', 'statements list --month 2026-10'],
    lists: [
      'statements',
      {
        number: right('number'),
        month: 'month',
        account: 'account_id',
        opening: right('opening'),
        movements: right('movements'),
        closing: right('closing'),
      },
      'There are no such statements.',
    ],
  }),
  verbCommand({
    words: 'statements show',
    summary: 'Show a statement',
    verb: statementRead,
    arguments: { statement: { name: 'number', text: 'of the statement' } },
    examples: ['statements show 12', 'statements show 12 --json'],
    shows: statementText,
  }),
];
