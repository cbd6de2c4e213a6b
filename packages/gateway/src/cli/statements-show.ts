// Owns `statements show`.

import { statementRead } from '../features/statements/statement.admin.ts';
import type { ShownStatement } from '../features/statements/statement-views.ts';
import type { CliCommand, Invocation } from './command.ts';
import { show } from './output.ts';
import { withSession } from './session.ts';
import { renderFields, renderTable } from './table.ts';
import { EXIT } from './world.ts';

function statementText({ world }: Invocation, statement: ShownStatement): string {
  const { seller, buyer, currency } = statement;
  const head = renderFields([
    ['number', String(statement.number)],
    ['month', statement.month],
    ['from', seller.name],
    ['to', buyer.title ?? buyer.name],
    ['opening', `${statement.opening} ${currency}`],
    ['closing', `${statement.closing} ${currency}`],
    ['entries', `${statement.first_entry} to ${statement.last_entry}`],
    ['digest', statement.digest],
  ]);
  const columns = [
    { title: 'kind' },
    { title: 'path', canShrink: true },
    { title: 'prices', align: 'right' as const },
    { title: 'tier', align: 'right' as const },
    { title: 'count', align: 'right' as const },
    { title: `amount (${currency})`, align: 'right' as const },
  ];
  const cells = statement.lines.map((line) => [
    line.kind,
    line.path,
    line.catalog_version,
    line.tier === null ? null : `after ${line.tier}`,
    line.count,
    line.amount,
  ]);
  return `${head}\n${renderTable(columns, cells, world.columns)}`;
}

export const statementsShowCommand: CliCommand<[string], object> = {
  name: 'statements show',
  summary: 'Show a statement',
  arguments: [{ name: '<number>', summary: 'of the statement' }],
  examples: ['statements show 12', 'statements show 12 --json'],
  run: (call) =>
    withSession(call, async (session) => {
      const answer = await session.run(statementRead, { params: { statement: call.args[0] } });
      show(call, answer, () => statementText(call, (answer as { statement: ShownStatement }).statement));
      return EXIT.ok;
    }),
};
