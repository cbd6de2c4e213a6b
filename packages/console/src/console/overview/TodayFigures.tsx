// Five figures of today, each compared with the same hours of yesterday.
import type { AdminGetOverviewAnswer } from '../../api/api-types.ts';
import { Figure, Figures } from '../../parts/Facts.tsx';
import { useFormat } from '../../shell/use-format.ts';
import { useOverviewText } from './text.ts';
import { failedShare, marginShare, type Trend, trendOf } from './trend.ts';

function useTrendWords() {
  const text = useOverviewText();
  const format = useFormat();
  return (trend: Trend) => {
    if (trend.way === 'same') return text.same;
    if (trend.way === 'new') return text.noYesterday;
    return text[trend.way](format.percent(trend.by, 0));
  };
}

export function TodayFigures({ of }: { of: AdminGetOverviewAnswer }) {
  const text = useOverviewText();
  const format = useFormat();
  const words = useTrendWords();
  const { today, currency } = of;
  const share = marginShare(today);
  const margin = words(trendOf(of, 'margin'));
  return (
    <Figures>
      <Figure
        label={text.earned}
        value={format.sum(today.earned, currency)}
        note={words(trendOf(of, 'earned'))}
      />
      <Figure label={text.cost} value={format.sum(today.cost, currency)} note={words(trendOf(of, 'cost'))} />
      <Figure
        label={text.margin}
        value={format.sum(today.margin, currency)}
        note={share === null ? margin : `${format.percent(share)} · ${margin}`}
      />
      <Figure label={text.calls} value={format.count(today.calls)} note={words(trendOf(of, 'calls'))} />
      <Figure
        label={text.failed}
        value={format.percent(failedShare(today))}
        note={`${format.count(today.failures)} · ${words(trendOf(of, 'failures'))}`}
      />
    </Figures>
  );
}
