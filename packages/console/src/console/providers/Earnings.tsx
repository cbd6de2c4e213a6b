import { useQuery } from '@tanstack/react-query';
import type { ProviderTotal } from '../../api/api-types.ts';
import { Loaded } from '../../parts/Loaded.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { Table } from '../../parts/Table.tsx';
import { useCommonText } from '../../text/common.ts';
import { daysAgo } from '../../time/time.ts';
import { admin } from '../api.ts';
import { useProvidersText } from './text.ts';

const DAYS = 30;

export function Earnings() {
  const text = useProvidersText();
  const common = useCommonText();
  const from = daysAgo(DAYS - 1);
  const usage = useQuery({
    queryKey: ['usage', 'providers', from],
    queryFn: () => admin('/usage/providers', { query: { from } }),
  });
  return (
    <Panel title={text.earnings} way={<span className="quiet">{text.last30}</span>}>
      <Loaded of={usage}>
        {({ providers, totals, currency }) => (
          <Table<ProviderTotal>
            label={text.earnings}
            rows={providers}
            totals={totals}
            currency={currency}
            rowKey={({ provider }) => provider}
            empty={text.none}
            columns={[
              ['provider', text.name, '', 'provider', { total: common.total }],
              ['attempts', text.attempts, 'right wide sorted'],
              ['failures', common.failures, 'right sorted'],
              ['mean', text.averageMs, 'right wide sorted', 'average_ms'],
              ['earned', text.earned, 'right sorted', 'charged'],
              ['cost', text.spent, 'right wide sorted'],
              ['margin', text.margin, 'right sorted'],
            ]}
          />
        )}
      </Loaded>
    </Panel>
  );
}
