// Scheduled price changes.
import { useQuery } from '@tanstack/react-query';
import type { PriceChange } from '../../api/api-types.ts';
import { Mono } from '../../parts/Code.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { Table } from '../../parts/Table.tsx';
import { Time } from '../../parts/Time.tsx';
import { useFormat } from '../../shell/use-format.ts';
import { useCommonText } from '../../text/common.ts';
import { portal } from '../api.ts';
import { usePortalText } from '../text.ts';

export function ComingPrices() {
  const text = usePortalText();
  const common = useCommonText();
  const format = useFormat();
  const amount = (price: string | null, currency: string) =>
    price === null ? common.none : format.exact(price, currency);
  const coming = useQuery({
    queryKey: ['price-changes'],
    queryFn: () => portal('/account/v1/price-changes'),
  });
  return (
    <Panel title={text.coming}>
      <Loaded of={coming}>
        {({ changes, currency }) => (
          <Table<PriceChange>
            label={text.coming}
            rows={changes}
            rowKey={({ path, effective_from }) => `${path} ${effective_from}`}
            empty={text.comingNone}
            columns={[
              ['from', text.from, '', (one) => <Time at={one.effective_from} />],
              ['path', common.path, '', ({ path }) => <Mono>{path}</Mono>],
              ['now', text.now, 'right', (one) => amount(one.unit_price, currency)],
              ['later', text.later, 'right', (one) => amount(one.next_unit_price, currency)],
            ]}
          />
        )}
      </Loaded>
    </Panel>
  );
}
