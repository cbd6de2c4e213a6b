// Usage of one account by day, what it earned, and how long the balance lasts at that rate.
import { useQuery } from '@tanstack/react-query';
import type { Account } from '../../api/api-types.ts';
import { parseMicros } from '../../money/money.ts';
import { Chart } from '../../parts/Chart.tsx';
import { Facts } from '../../parts/Facts.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { useFormat } from '../../shell/use-format.ts';
import { useCommonText } from '../../text/common.ts';
import { daysAgo, runwayDays } from '../../time/time.ts';
import { admin } from '../api.ts';
import { useAccountsText } from './text.ts';

const DAYS = 30;
const RUNWAY_DAYS = 7;

export function AccountUsage({ account }: { account: Account }) {
  const text = useAccountsText();
  const common = useCommonText();
  const format = useFormat();
  const money = format.money(account.currency);
  const from = daysAgo(DAYS - 1);
  const usage = useQuery({
    queryKey: ['usage', account.id, from],
    queryFn: () => admin('/usage/by', { query: { by: 'day', from, account: account.id } }),
  });
  const all = Array.from({ length: DAYS }, (_, at) => daysAgo(DAYS - 1 - at));
  return (
    <Panel title={text.usage} way={<a href={`#/usage?account=${account.id}`}>{text.usage} →</a>}>
      <Loaded of={usage}>
        {({ rows, totals }) => {
          const by = new Map(rows.map((row) => [row.groups[0]!.slice(0, 10), parseMicros(row.charged)]));
          const spent = all.slice(-RUNWAY_DAYS).reduce((sum, day) => sum + (by.get(day) ?? 0n), 0n);
          const left = runwayDays(parseMicros(account.available), spent, RUNWAY_DAYS);
          return (
            <>
              <Chart
                label={common.charged}
                tableLabel={common.asTable}
                least={10_000}
                labels={all.map(format.time.ledgerDay)}
                lines={[
                  {
                    name: common.charged,
                    look: 'accent',
                    area: true,
                    values: all.map((day) => Number(by.get(day) ?? 0n)),
                  },
                ]}
                write={money.tick}
              />
              <Facts
                rows={[
                  [common.answered, format.count(totals.calls)],
                  [common.failures, format.count(totals.failures)],
                  [text.earned, money.exact(parseMicros(totals.charged))],
                  [text.cost, money.exact(parseMicros(totals.cost))],
                  [
                    text.margin,
                    <span key="margin" data-margin="">
                      {money.exact(parseMicros(totals.margin))}
                    </span>,
                  ],
                  [
                    text.lasts,
                    left === null ? common.none : `${text.days(format.count(left))} · ${text.lastsNote}`,
                  ],
                ]}
              />
            </>
          );
        }}
      </Loaded>
    </Panel>
  );
}
