import { useQuery } from '@tanstack/react-query';
import type { ProviderTotal } from '../../api/api-types.ts';
import { parseMicros } from '../../money/money.ts';
import { Empty } from '../../parts/Empty.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { Table } from '../../parts/Table.tsx';
import { useFormat } from '../../shell/use-format.ts';
import { useCommonText } from '../../text/common.ts';
import { daysAgo } from '../../time/days.ts';
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
          const sum = (decimal: string) => format.sum(decimal, currency);
          return (
            <Table<ProviderTotal>
              label={text.earnings}
              rows={providers}
              rowKey={({ provider }) => provider}
              empty={<Empty>{text.none}</Empty>}
              columns={[
                { id: 'provider', head: text.name, cell: ({ provider }) => provider, total: '' },
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
                  cell: ({ charged }) => sum(charged),
                  order: ({ charged }) => parseMicros(charged),
                  total: sum(totals.charged),
                },
                {
                  id: 'cost',
                  wide: true,
                  head: text.spent,
                  right: true,
                  cell: ({ cost }) => sum(cost),
                  order: ({ cost }) => parseMicros(cost),
                  total: sum(totals.cost),
                },
                {
                  id: 'margin',
                  head: text.margin,
                  right: true,
                  cell: ({ margin }) => sum(margin),
                  order: ({ margin }) => parseMicros(margin),
                  total: sum(totals.margin),
                },
              ]}
            />
          );
        }}
      </Loaded>
    </Panel>
  );
}
