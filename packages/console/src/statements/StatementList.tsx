// The table of statements, for console and portal.
import type { StatementSummary } from '../api/api-types.ts';
import { useList } from '../api/use-list.ts';
import { MoreButton } from '../parts/Button.tsx';
import { Loaded } from '../parts/Loaded.tsx';
import { Empty } from '../parts/Notice.tsx';
import { type Column, Table } from '../parts/Table.tsx';
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
  const money = (id: 'opening' | 'movements' | 'closing', head: string, wide: boolean) => ({
    id,
    head,
    wide,
    right: true,
    cell: (row: StatementSummary) => format.exact(row[id], row.currency),
  });
  return [
    {
      id: 'month',
      head: text.month,
      cell: ({ number, month }) => <a href={`#/statements/${number}`}>{format.time.month(month)}</a>,
    },
    { id: 'number', head: text.number, right: true, wide: true, cell: ({ number }) => number },
    money('opening', text.before, true),
    money('movements', text.moved, false),
    money('closing', text.after, false),
    {
      id: 'file',
      head: <span className="hidden-visually">{common.csv}</span>,
      right: true,
      cell: ({ number }) => <StatementCsv source={source} number={number} kind="bare" />,
    },
  ];
}

export function StatementList({ source }: { source: StatementSource }) {
  const text = useStatementsText();
  const columns = useColumns(source);
  const statements = useList(['statements', source.name], (cursor) => source.list({ cursor, limit: PAGE }));
  return (
    <>
      <Loaded of={statements}>
        {({ pages }) => (
          <Table
            label={text.title}
            columns={columns}
            rows={pages.flatMap((page) => page.statements)}
            rowKey={({ number }) => String(number)}
            empty={<Empty>{text.none}</Empty>}
          />
        )}
      </Loaded>
      <MoreButton of={statements} />
    </>
  );
}
