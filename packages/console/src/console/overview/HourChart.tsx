// Revenue and margin of today by hour, with yesterday's revenue for comparison.
import type { AdminGetOverviewAnswer } from '../../api/api-types.ts';
import { parseMicros } from '../../money/money.ts';
import { Chart } from '../../parts/Chart.tsx';
import { useFormat } from '../../shell/use-format.ts';
import { useCommonText } from '../../text/common.ts';
import { useOverviewText } from './text.ts';

type Hour = AdminGetOverviewAnswer['hours'][number];

const HOURS = 24;
/** One cent: the least top of the scale, so that a chart without revenue has one. */
const LEAST_MICROS = 10_000;

interface HourChartProps {
  hours: readonly Hour[];
  now: string;
  currency: string;
}

/** One value for each of 24 hours; null for hours to come. */
function valuesOf(hours: readonly Hour[], name: 'earned' | 'margin'): (number | null)[] {
  return Array.from({ length: HOURS }, (_, at) => (hours[at] ? Number(parseMicros(hours[at][name])) : null));
}

export function HourChart({ hours, now, currency }: HourChartProps) {
  const text = useOverviewText();
  const common = useCommonText();
  const format = useFormat();
  const midnight = now.slice(0, 10);
  const today = hours.filter(({ hour }) => hour.startsWith(midnight));
  const yesterday = hours.filter(({ hour }) => !hour.startsWith(midnight));
  const money = format.money(currency);
  return (
    <Chart
      label={text.chart}
      tableLabel={common.asTable}
      least={LEAST_MICROS}
      labels={yesterday.map(({ hour }) => format.time.hour(hour))}
      lines={[
        { name: text.revenue, look: 'accent', area: true, values: valuesOf(today, 'earned') },
        { name: text.margin, look: 'good', values: valuesOf(today, 'margin') },
        { name: text.yesterday, look: 'before', values: valuesOf(yesterday, 'earned') },
      ]}
      write={money.tick}
    />
  );
}
