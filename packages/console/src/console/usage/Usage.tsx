// Owns the page of usage: by day, path or key, as a chart and a table with the sum.
import { useQuery } from '@tanstack/react-query';
import type { AdminGetUsageAnswer, UsageRow } from '../../api/api-types.ts';
import { parseMicros } from '../../money/money.ts';
import { Chart } from '../../parts/Chart.tsx';
import { Empty } from '../../parts/Empty.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Page } from '../../parts/Page.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { Row } from '../../parts/Row.tsx';
import { Segments } from '../../parts/Segments.tsx';
import { Table } from '../../parts/Table.tsx';
import { useFormat } from '../../shell/use-format.ts';
import { textIn, useUrlState } from '../../shell/use-url-state.ts';
import { useCommonText } from '../../text/common.ts';
import { daysAgo } from '../../time/days.ts';
import { admin } from '../api.ts';
import { useUsageText } from './text.ts';

const BYS = ['day', 'path', 'key'] as const;
type By = (typeof BYS)[number];
const DAYS = ['7', '30', '90'] as const;
type Days = (typeof DAYS)[number];

function readUsage(search: Record<string, unknown>) {
  const by = textIn(search, 'by') as By;
  const days = textIn(search, 'days') as Days;
  return {
    by: BYS.includes(by) ? by : ('day' as By),
    days: DAYS.includes(days) ? days : ('30' as Days),
    account: textIn(search, 'account'),
  };
}

export function Usage() {
  const text = useUsageText();
  const common = useCommonText();
  const format = useFormat();
  const [{ by, days, account }, change] = useUrlState(readUsage);
  const from = daysAgo(Number(days) - 1);
  const usage = useQuery({
    queryKey: ['usage', by, from, account],
    queryFn: () => admin<AdminGetUsageAnswer>('/usage', { query: { by, from, account } }),
  });
  const all = Array.from({ length: Number(days) }, (_, at) => daysAgo(Number(days) - 1 - at));
  return (
    <Page
      title={text.title}
      sub={account}
      actions={
        <Row>
          <Segments
            label={text.by}
            value={by}
            choices={BYS.map((value) => ({ value, label: text.bys[value] }))}
            onPick={(value) => change({ by: value })}
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
      <Loaded of={usage}>
        {({ rows, totals, currency }) => {
          const money = format.money(currency);
          const charged = new Map(
            rows.map((row) => [row.group.slice(0, 10), Number(parseMicros(row.charged))]),
          );
          return (
            <Panel title={text.title}>
              {by === 'day' && (
                <Chart
                  label={text.earned}
                  tableLabel={common.asTable}
                  least={10_000}
                  labels={all.map((day) => format.time.day(`${day}T12:00:00Z`))}
                  lines={[
                    {
                      name: text.earned,
                      look: 'accent',
                      area: true,
                      values: all.map((day) => charged.get(day) ?? 0),
                    },
                  ]}
                  write={money.tick}
                />
              )}
              <Table<UsageRow>
                label={text.title}
                rows={by === 'day' ? rows.toReversed() : rows}
                rowKey={({ group }) => group}
                empty={<Empty>{text.empty}</Empty>}
                columns={[
                  {
                    id: 'group',
                    head: text.bys[by],
                    cell: ({ group, name }) => name ?? group,
                    order: ({ group, name }) => name ?? group,
                    total: '',
                  },
                  {
                    id: 'calls',
                    head: common.calls,
                    right: true,
                    cell: ({ calls }) => format.count(calls),
                    order: ({ calls }) => calls,
                    total: format.count(totals.calls),
                  },
                  {
                    id: 'failures',
                    head: common.failures,
                    right: true,
                    cell: ({ failures }) => format.count(failures),
                    order: ({ failures }) => failures,
                    total: format.count(totals.failures),
                  },
                  {
                    id: 'charged',
                    head: text.earned,
                    right: true,
                    cell: (row) => money.sum(parseMicros(row.charged)),
                    order: (row) => parseMicros(row.charged),
                    total: money.sum(parseMicros(totals.charged)),
                  },
                ]}
              />
            </Panel>
          );
        }}
      </Loaded>
    </Page>
  );
}
