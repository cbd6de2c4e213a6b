// Revenue and margin over days or hours.
import type { AdminSliceUsageAnswer } from '../../api/api-types.ts';
import { parseMicros } from '../../money/money.ts';
import { Chart } from '../../parts/Chart.tsx';
import { useFormat } from '../../shell/use-format.ts';
import { useCommonText } from '../../text/common.ts';
import { useUsageText } from './text.ts';

const LEAST_MICROS = 10_000;

export function TimeChart({ answer, by }: { answer: AdminSliceUsageAnswer; by: 'day' | 'hour' }) {
  const text = useUsageText();
  const common = useCommonText();
  const format = useFormat();
  const rows = answer.rows.toSorted((a, b) => (a.groups[0]! < b.groups[0]! ? -1 : 1));
  const label = (group: string) =>
    by === 'day' ? format.time.day(`${group.slice(0, 10)}T12:00:00Z`) : format.time.moment(group);
  // One point makes no line.
  if (rows.length < 2) return null;
  return (
    <Chart
      label={text.title}
      tableLabel={common.asTable}
      least={LEAST_MICROS}
      labels={rows.map(({ groups }) => label(groups[0]!))}
      lines={[
        {
          name: text.earned,
          look: 'accent',
          area: true,
          values: rows.map(({ charged }) => Number(parseMicros(charged))),
        },
        { name: text.margin, look: 'good', values: rows.map(({ margin }) => Number(parseMicros(margin))) },
      ]}
      write={format.money(answer.currency).tick}
    />
  );
}
