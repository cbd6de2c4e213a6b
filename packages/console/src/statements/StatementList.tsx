// The table of statements, for console and portal.

import type { StatementSummary } from '../api/api-types.ts';
import { useList } from '../api/use-list.ts';
import { Listed } from '../parts/Listed.tsx';
import type { Column } from '../parts/Table.tsx';
import { useFormat } from '../shell/use-format.ts';
import { useCommonText } from '../text/common.ts';
import type { StatementSource } from './StatementCsv.tsx';
import { StatementCsv } from './StatementCsv.tsx';
import { useStatementsText } from './text.ts';

const PAGE = 24;

function useColumns(source: StatementSource): Column<StatementSummary>[] {
  const text = useStatementsText();
  const common = useCommonText();
  const format = useFormat();
  return [
    [
      'month',
      text.month,
      '',
      ({ number, month }) => <a href={`#/statements/${number}`}>{format.time.month(month)}</a>,
    ],
    ['number', text.number, 'right wide', ({ number }) => number],
    ['opening', text.before, 'right wide'],
    ['movements', text.moved, 'right'],
    ['closing', text.after, 'right'],
    [
      'file',
      common.csv,
      'right hidden',
      ({ number }) => <StatementCsv source={source} number={number} kind="bare" />,
    ],
  ];
}

export function StatementList({ source }: { source: StatementSource }) {
  const text = useStatementsText();
  const columns = useColumns(source);
  const statements = useList(['statements', source.name], (cursor) => source.list({ cursor, limit: PAGE }));
  return (
    <Listed
      of={statements}
      label={text.title}
      columns={columns}
      rows={(page) => page.statements}
      rowKey={({ number }) => String(number)}
      empty={text.none}
    />
  );
}
