// Usage and margin by one or two dimensions: a chart if one of them is time, a table with the sum, and CSV.
import { useQuery } from '@tanstack/react-query';
import type { AdminSliceUsageAnswer, UsageSlice } from '../../api/api-types.ts';
import { downloadCsv, type QueryOf } from '../../api/typed-ask.ts';
import { parseMicros } from '../../money/money.ts';
import { Empty } from '../../parts/Empty.tsx';
import { SelectField } from '../../parts/Field.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Page } from '../../parts/Page.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { Row } from '../../parts/Row.tsx';
import { Segments } from '../../parts/Segments.tsx';
import { type Column, Table } from '../../parts/Table.tsx';
import { useFormat } from '../../shell/use-format.ts';
import { useUrlState } from '../../shell/use-url-state.ts';
import { useCommonText } from '../../text/common.ts';
import { daysAgo } from '../../time/days.ts';
import { admin, CONSOLE } from '../api.ts';
import { CsvButton } from '../CsvButton.tsx';
import { DAYS, DIMENSIONS, type DimensionName, readUsage } from './dimensions.ts';
import { TimeChart } from './TimeChart.tsx';
import { useUsageText } from './text.ts';

function useColumns(
  by: readonly DimensionName[],
  { totals, currency }: AdminSliceUsageAnswer,
): Column<UsageSlice>[] {
  const text = useUsageText();
  const common = useCommonText();
  const format = useFormat();
  const sum = (decimal: string) => format.sum(decimal, currency);
  const group = (at: number) => (slice: UsageSlice) => slice.names[at] ?? (slice.groups[at] || common.none);
  const money = (id: 'charged' | 'cost' | 'margin', head: string): Column<UsageSlice> => ({
    id,
    head,
    right: true,
    cell: (slice) => sum(slice[id]),
    order: (slice) => parseMicros(slice[id]),
    total: sum(totals[id]),
  });
  const count = (id: 'calls' | 'failures', head: string): Column<UsageSlice> => ({
    id,
    head,
    right: true,
    cell: (slice) => format.count(slice[id]),
    order: (slice) => slice[id],
    total: format.count(totals[id]),
  });
  return [
    ...by.map((name, at) => ({
      id: name,
      head: text.bys[name],
      cell: group(at),
      order: group(at),
      total: '',
    })),
    count('calls', common.calls),
    count('failures', common.failures),
    money('charged', text.earned),
    money('cost', text.cost),
    money('margin', text.margin),
  ];
}

interface SlicesProps {
  answer: AdminSliceUsageAnswer;
  by: readonly DimensionName[];
  query: QueryOf<'/admin/v1/usage/by'>;
}

function Slices({ answer, by, query }: SlicesProps) {
  const text = useUsageText();
  const columns = useColumns(by, answer);
  const [first] = by;
  return (
    <Panel
      title={by.map((name) => text.bys[name]).join(' · ')}
      way={<CsvButton save={() => downloadCsv(CONSOLE, '/admin/v1/usage/by', { query }, 'usage.csv')} />}
    >
      {(first === 'day' || first === 'hour') && by.length === 1 && <TimeChart answer={answer} by={first} />}
      <Table
        label={text.title}
        columns={columns}
        rows={answer.rows}
        rowKey={({ groups }) => groups.join(' ')}
        empty={<Empty>{text.empty}</Empty>}
      />
      {answer.is_cut && <p>{text.cut}</p>}
    </Panel>
  );
}

export function Usage() {
  const text = useUsageText();
  const [{ by, second, days, account }, change] = useUrlState(readUsage);
  const dimensions = second === undefined || second === by ? [by] : [by, second];
  const from = daysAgo(Number(days) - 1);
  const query = { by: dimensions.join(','), from, account };
  const usage = useQuery({
    queryKey: ['usage', dimensions, from, account],
    queryFn: () => admin('/usage/by', { query }),
  });
  const choices = DIMENSIONS.map((value) => ({ value, label: text.bys[value] }));
  return (
    <Page
      title={text.title}
      sub={account}
      actions={
        <Row end>
          <SelectField
            label={text.by}
            value={by}
            choices={choices}
            onPick={(value) => change({ by: value as DimensionName })}
          />
          <SelectField
            label={text.second}
            value={second ?? ''}
            choices={[{ value: '', label: text.nothing }, ...choices.filter(({ value }) => value !== by)]}
            onPick={(value) => change({ second: value === '' ? undefined : (value as DimensionName) })}
          />
          <Segments
            label={text.days}
            value={days}
            choices={DAYS.map((value) => ({ value, label: text.lastDays(value) }))}
            onPick={(value) => change({ days: value })}
          />
        </Row>
      }
    >
      <Loaded of={usage}>{(answer) => <Slices answer={answer} by={dimensions} query={query} />}</Loaded>
    </Page>
  );
}
