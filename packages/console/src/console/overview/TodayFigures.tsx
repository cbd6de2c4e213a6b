// Five figures of today, each compared with the same hours of yesterday.
import type { AdminGetOverviewAnswer } from '../../api/api-types.ts';
import { parseMicros } from '../../money/money.ts';
import { Figure, Figures } from '../../parts/Figure.tsx';
import { useFormat } from '../../shell/use-format.ts';
import { useOverviewText } from './text.ts';

type DaySums = AdminGetOverviewAnswer['today'];

function useAgainst() {
  const text = useOverviewText();
  const format = useFormat();
  return (now: number, before: number) => {
    if (before === 0) return now === 0 ? text.same : text.noYesterday;
    const change = (now - before) / before;
    if (Math.abs(change) < 0.005) return text.same;
    return change > 0 ? text.up(format.percent(change, 0)) : text.down(format.percent(-change, 0));
  };
}

function failedShare({ calls, failures }: DaySums): number {
  return calls + failures === 0 ? 0 : failures / (calls + failures);
}

export function TodayFigures({
  today,
  before,
  currency,
}: {
  today: DaySums;
  before: DaySums;
  currency: string;
}) {
  const text = useOverviewText();
  const format = useFormat();
  const against = useAgainst();
  const money = format.money(currency);
  const sum = (decimal: string) => money.sum(parseMicros(decimal));
  const compare = (name: 'earned' | 'cost' | 'margin') =>
    against(Number(parseMicros(today[name])), Number(parseMicros(before[name])));
  const earned = Number(parseMicros(today.earned));
  const share = earned === 0 ? null : Number(parseMicros(today.margin)) / earned;
  return (
    <Figures>
      <Figure label={text.earned} value={sum(today.earned)} note={compare('earned')} />
      <Figure label={text.cost} value={sum(today.cost)} note={compare('cost')} />
      <Figure
        label={text.margin}
        value={sum(today.margin)}
        note={share === null ? compare('margin') : `${format.percent(share)} · ${compare('margin')}`}
      />
      <Figure
        label={text.calls}
        value={format.count(today.calls)}
        note={against(today.calls, before.calls)}
      />
      <Figure
        label={text.failed}
        value={format.percent(failedShare(today))}
        note={`${format.count(today.failures)} · ${against(today.failures, before.failures)}`}
      />
    </Figures>
  );
}
