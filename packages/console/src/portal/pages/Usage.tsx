// Usage of the account by day, path or key: a chart, a table and the sum.
import { useQuery } from '@tanstack/react-query';
import type { UsageRow } from '../../api/api-types.ts';
import { getUsageByChoices } from '../../api/bounds.ts';
import { parseMicros } from '../../money/money.ts';
import { Chart } from '../../parts/Chart.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Page } from '../../parts/Page.tsx';
import { Panel, Row } from '../../parts/Panel.tsx';
import { Segments } from '../../parts/Segments.tsx';
import { Table } from '../../parts/Table.tsx';
import { useFormat } from '../../shell/use-format.ts';
import { textIn, useUrlState } from '../../shell/use-url-state.ts';
import { useCommonText } from '../../text/common.ts';
import { daysAgo } from '../../time/time.ts';
import { portal } from '../api.ts';
import { usePortalText } from '../text.ts';

type By = (typeof getUsageByChoices)[number];
const DAYS = ['7', '30', '90'] as const;
type Days = (typeof DAYS)[number];

function readUsage(search: Record<string, unknown>): { by: By; days: Days } {
  const by = textIn(search, 'by') as By;
  const days = textIn(search, 'days') as Days;
  return { by: getUsageByChoices.includes(by) ? by : 'day', days: DAYS.includes(days) ? days : '30' };
}

function DayChart({ rows, days, currency }: { rows: readonly UsageRow[]; days: number; currency: string }) {
  const text = usePortalText();
  const common = useCommonText();
  const format = useFormat();
  const by = new Map(rows.map((row) => [row.group.slice(0, 10), Number(parseMicros(row.charged))]));
  const all = Array.from({ length: days }, (_, at) => daysAgo(days - 1 - at));
  const money = format.money(currency);
  return (
    <Chart
      label={text.chargedByDay}
      tableLabel={common.asTable}
      least={10_000}
      labels={all.map(format.time.ledgerDay)}
      lines={[
        { name: common.charged, look: 'accent', area: true, values: all.map((day) => by.get(day) ?? 0) },
      ]}
      write={money.tick}
    />
  );
}

const nameOf = ({ name, group }: UsageRow) => name ?? group;

export function Usage() {
  const text = usePortalText();
  const common = useCommonText();
  const [{ by, days }, change] = useUrlState(readUsage);
  const from = daysAgo(Number(days) - 1);
  const usage = useQuery({
    queryKey: ['usage', by, from],
    queryFn: () => portal('/account/v1/usage', { query: { by, from } }),
  });
  return (
    <Page
      title={text.usage}
      sub={text.lastDays(Number(days))}
      actions={
        <Row>
          <Segments
            label={text.by}
            value={by}
            choices={getUsageByChoices.map((value) => ({ value, label: text.bys[value] }))}
            onPick={(value) => change({ by: value })}
          />
          <Segments
            label={common.day}
            value={days}
            choices={DAYS.map((value) => ({ value, label: text.days(value) }))}
            onPick={(value) => change({ days: value })}
          />
        </Row>
      }
    >
      <Loaded of={usage}>
        {({ rows, totals, currency }) => (
          <Panel title={text.usage}>
            {by === 'day' && <DayChart rows={rows} days={Number(days)} currency={currency} />}
            <Table<UsageRow>
              label={text.usage}
              rows={by === 'day' ? rows.toReversed() : rows}
              totals={totals}
              currency={currency}
              rowKey={({ group }) => group}
              empty={text.noUsage}
              columns={[
                ['group', text.bys[by], '', nameOf, { order: nameOf, total: common.total }],
                ['calls', common.answered, 'right sorted'],
                ['failures', common.failures, 'right sorted'],
                ['charged', common.charged, 'right sorted'],
              ]}
            />
          </Panel>
        )}
      </Loaded>
    </Page>
  );
}
