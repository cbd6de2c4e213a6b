import { useQuery } from '@tanstack/react-query';
import type { ProviderTotal } from '../../api/api-types.ts';
import { parseMicros } from '../../money/money.ts';
import { Loaded } from '../../parts/Loaded.tsx';
import { Empty } from '../../parts/Notice.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { Table } from '../../parts/Table.tsx';
import { useFormat } from '../../shell/use-format.ts';
import { useCommonText } from '../../text/common.ts';
import { daysAgo } from '../../time/time.ts';
import { admin } from '../api.ts';
import { useProvidersText } from './text.ts';

const DAYS = 30;

export function Earnings() {
  const text = useProvidersText();
  const common = useCommonText();
  const format = useFormat();
  const from = daysAgo(DAYS - 1);
  const usage = useQuery({
    queryKey: ['usage', 'providers', from],
    queryFn: () => admin('/usage/providers', { query: { from } }),
  });
  return (
    <Panel title={text.earnings} way={<span className="quiet">{text.last30}</span>}>
      <Loaded of={usage}>
        {({ providers, totals, currency }) => {
          const written = (id: 'charged' | 'cost' | 'margin') =>
            format.column(
              [totals, ...providers].map((one) => one[id]),
              currency,
            );
          const [earned, cost, margin] = [written('charged'), written('cost'), written('margin')];
          return (
            <Table<ProviderTotal>
              label={text.earnings}
              rows={providers}
              rowKey={({ provider }) => provider}
              empty={<Empty>{text.none}</Empty>}
              columns={[
                { id: 'provider', head: text.name, cell: ({ provider }) => provider, total: common.total },
                {
                  id: 'attempts',
                  wide: true,
                  head: text.attempts,
                  right: true,
                  cell: ({ attempts }) => format.count(attempts),
                  order: ({ attempts }) => attempts,
                  total: format.count(totals.attempts),
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
                  id: 'mean',
                  wide: true,
                  head: text.averageMs,
                  right: true,
                  cell: (one) => format.ms(one.average_ms),
                  order: (one) => one.average_ms,
                  total: format.ms(totals.average_ms),
                },
                {
                  id: 'earned',
                  head: text.earned,
                  right: true,
                  cell: ({ charged }) => earned(charged),
                  order: ({ charged }) => parseMicros(charged),
                  total: earned(totals.charged),
                },
                {
                  id: 'cost',
                  wide: true,
                  head: text.spent,
                  right: true,
                  cell: (one) => cost(one.cost),
                  order: ({ cost }) => parseMicros(cost),
                  total: cost(totals.cost),
                },
                {
                  id: 'margin',
                  head: text.margin,
                  right: true,
                  cell: (one) => margin(one.margin),
                  order: ({ margin }) => parseMicros(margin),
                  total: margin(totals.margin),
                },
              ]}
            />
          );
        }}
      </Loaded>
    </Panel>
  );
}
