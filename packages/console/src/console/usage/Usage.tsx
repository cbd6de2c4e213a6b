// Usage and margin by one or two dimensions: totals, a chart over time stacked by the second dimension, the same rows as a table, and CSV.
import { useQuery } from '@tanstack/react-query';
import type { AdminSliceUsageAnswer, UsageSlice } from '../../api/api-types.ts';
import { downloadCsv, type QueryOf } from '../../api/typed-ask.ts';
import { parseMicros } from '../../money/money.ts';
import { Figure, Figures } from '../../parts/Facts.tsx';
import { SelectField } from '../../parts/Field.tsx';
import { FilterChips } from '../../parts/FilterChips.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Page } from '../../parts/Page.tsx';
import { Panel, Row } from '../../parts/Panel.tsx';
import { Segments } from '../../parts/Segments.tsx';
import { type Column, Table } from '../../parts/Table.tsx';
import { useFormat } from '../../shell/use-format.ts';
import { useUrlState } from '../../shell/use-url-state.ts';
import { useCommonText } from '../../text/common.ts';
import { daysAgo } from '../../time/time.ts';
import { admin, CONSOLE } from '../api.ts';
import { CsvButton } from '../CsvButton.tsx';
import {
  DAYS,
  DIMENSIONS,
  type DimensionName,
  dimensionsOf,
  isTime,
  MEASURES,
  readUsage,
  type UsageChoice,
} from './dimensions.ts';
import { useUsageText } from './text.ts';
import { UsageChart } from './UsageChart.tsx';

/** Writes one value of a dimension: a step of time, a name, or an id without a name. */
function useGroup() {
  const text = useUsageText();
  const format = useFormat();
  return (dimension: DimensionName, group: string, name: string | null) => {
    if (dimension === 'day') return format.time.ledgerDay(group);
    if (dimension === 'hour') return format.time.moment(group);
    return name ?? (group || text.without[dimension]);
  };
}

function useColumns(by: readonly DimensionName[]): Column<UsageSlice>[] {
  const text = useUsageText();
  const common = useCommonText();
  const written = useGroup();
  const group = (at: number) => (slice: UsageSlice) =>
    written(by[at]!, slice.groups[at]!, slice.names[at] ?? null);
  const { measures } = text;
  return [
    ...by.map((name, at): Column<UsageSlice> => {
      const total = at === 0 ? common.total : '';
      const stepOf = (slice: UsageSlice) => slice.groups[at]!;
      if (!isTime(name)) return [name, text.bys[name], 'wraps', group(at), { order: group(at), total }];
      const step = (slice: UsageSlice) => <time dateTime={stepOf(slice)}>{group(at)(slice)}</time>;
      // Times are sorted as the gateway writes them.
      return [name, text.bys[name], '', step, { order: stepOf, total }];
    }),
    ['calls', measures.calls, 'right sorted'],
    ['failures', measures.failures, 'right wide sorted'],
    ['charged', measures.charged, 'right sorted'],
    ['cost', measures.cost, 'right wide sorted'],
    ['margin', measures.margin, 'right sorted'],
  ];
}

function Totals({ totals, currency }: AdminSliceUsageAnswer) {
  const text = useUsageText();
  const format = useFormat();
  const earned = Number(parseMicros(totals.charged));
  const opened = totals.calls + totals.failures;
  const { measures } = text;
  return (
    <Figures>
      <Figure label={measures.calls} value={format.count(totals.calls)} />
      <Figure label={measures.charged} value={format.sum(totals.charged, currency)} />
      <Figure label={measures.cost} value={format.sum(totals.cost, currency)} />
      <Figure
        label={measures.margin}
        value={format.sum(totals.margin, currency)}
        note={earned !== 0 && format.percent(Number(parseMicros(totals.margin)) / earned)}
      />
      <Figure
        label={measures.failures}
        value={format.count(totals.failures)}
        note={opened > 0 && format.percent(totals.failures / opened)}
      />
    </Figures>
  );
}

interface SlicesProps {
  answer: AdminSliceUsageAnswer;
  choice: UsageChoice;
  change: (change: Partial<UsageChoice>) => void;
  query: QueryOf<'/admin/v1/usage/by'>;
}

function Slices({ answer, choice, change, query }: SlicesProps) {
  const text = useUsageText();
  const by = dimensionsOf(choice);
  const columns = useColumns(by);
  const [first, second] = by;
  return (
    <>
      <Totals {...answer} />
      {isTime(first!) && answer.rows.length > 0 && (
        <Panel
          title={text.measures[choice.show]}
          way={
            <Segments
              label={text.show}
              value={choice.show}
              choices={MEASURES.map((value) => ({ value, label: text.measures[value] }))}
              onPick={(show) => change({ show })}
            />
          }
        >
          <UsageChart answer={answer} time={first} second={second} measure={choice.show} />
        </Panel>
      )}
      <Panel
        title={by.map((name) => text.bys[name]).join(' · ')}
        way={<CsvButton save={() => downloadCsv(CONSOLE, '/admin/v1/usage/by', { query }, 'usage.csv')} />}
      >
        <Table
          label={text.title}
          columns={columns}
          totals={answer.totals}
          currency={answer.currency}
          rows={isTime(first!) ? answer.rows.toReversed() : answer.rows}
          rowKey={({ groups }) => groups.join(' ')}
          empty={text.empty}
        />
        {answer.is_cut && <p>{text.cut}</p>}
      </Panel>
    </>
  );
}

function Choices({ choice, change }: Pick<SlicesProps, 'choice' | 'change'>) {
  const text = useUsageText();
  const { by, second, days } = choice;
  const [first] = dimensionsOf(choice);
  const others = DIMENSIONS.filter((name) => name !== first).map((value) => ({
    value,
    label: text.bys[value],
  }));
  const pick = (value: string) => (value === '' ? undefined : (value as DimensionName));
  return (
    <Row end>
      <SelectField
        label={text.by}
        value={by ?? ''}
        choices={[
          { value: '', label: text.time },
          ...[...(by !== undefined && isTime(by) ? [by] : []), ...DIMENSIONS].map((value) => ({
            value,
            label: text.bys[value],
          })),
        ]}
        onPick={(value) => change({ by: pick(value) })}
      />
      <SelectField
        label={isTime(first!) ? text.stacked : text.second}
        value={second === first ? '' : (second ?? '')}
        choices={[{ value: '', label: text.nothing }, ...others]}
        onPick={(value) => change({ second: pick(value) })}
      />
      <Segments
        label={text.days}
        value={days}
        choices={DAYS.map((value) => ({ value, label: text.lastDays[value] }))}
        onPick={(value) => change({ days: value })}
      />
    </Row>
  );
}

export function Usage() {
  const text = useUsageText();
  const [choice, change] = useUrlState(readUsage);
  const by = dimensionsOf(choice).join(',');
  const { account, days } = choice;
  const from = daysAgo(Number(days) - 1);
  const query = { by, from, account };
  const usage = useQuery({
    queryKey: ['usage', by, from, account],
    queryFn: () => admin('/usage/by', { query }),
  });
  return (
    <Page title={text.title} sub={text.sub} actions={<Choices choice={choice} change={change} />}>
      {account !== undefined && (
        <FilterChips
          filters={[{ name: 'account', label: text.bys.account, value: account }]}
          onRemove={() => change({ account: undefined })}
        />
      )}
      <Loaded of={usage}>
        {(answer) => <Slices answer={answer} choice={choice} change={change} query={query} />}
      </Loaded>
    </Page>
  );
}
