// One figure over days or hours, stacked by the chosen dimension.
import type { AdminSliceUsageAnswer } from '../../api/api-types.ts';
import { StackedChart } from '../../parts/StackedChart.tsx';
import { useFormat } from '../../shell/use-format.ts';
import { useCommonText } from '../../text/common.ts';
import { shortId } from '../../text/names.ts';
import type { DimensionName, Measure, Time } from './dimensions.ts';
import { type Series, seriesOf } from './series.ts';
import { useUsageText } from './text.ts';

/** One cent, or four calls: the least top of the scale, so that a chart without usage has one. */
const LEAST_MICROS = 10_000;
const LEAST_COUNT = 4;

interface UsageChartProps {
  answer: AdminSliceUsageAnswer;
  time: Time;
  second: DimensionName | undefined;
  measure: Measure;
}

function useWrite(measure: Measure, currency: string) {
  const format = useFormat();
  if (measure === 'calls' || measure === 'failures') return { short: format.count, sum: format.count };
  const money = format.money(currency);
  return { short: money.tick, sum: (micros: number) => money.sum(BigInt(micros)) };
}

export function UsageChart({ answer, time, second, measure }: UsageChartProps) {
  const text = useUsageText();
  const common = useCommonText();
  const format = useFormat();
  const write = useWrite(measure, answer.currency);
  const { from, to } = answer;
  const { steps, series } = seriesOf(answer.rows, { time, measure, from, to, nowMs: Date.now() });
  const nameOf = ({ group, name, groups }: Series) => {
    if (second === undefined) return text.measures[measure];
    if (group === null) return text.rest(format.count(groups));
    return name ?? (group || text.without[second]);
  };
  const names = series.map(nameOf);
  // Keys of two accounts may have the same name.
  const named = names.map((name, at) =>
    names.indexOf(name) === names.lastIndexOf(name) ? name : `${name} · ${shortId(series[at]!.group ?? '')}`,
  );
  return (
    <StackedChart
      label={`${text.measures[measure]} · ${text.bys[time]}`}
      tableLabel={common.asTable}
      least={measure === 'calls' || measure === 'failures' ? LEAST_COUNT : LEAST_MICROS}
      labels={steps.map(time === 'day' ? format.time.ledgerDay : format.time.moment)}
      stacks={series.map((one, at) => ({
        name: named[at]!,
        total: write.sum(one.total),
        isRest: one.group === null,
        values: one.values,
      }))}
      write={write.short}
      writeExactly={write.sum}
    />
  );
}
