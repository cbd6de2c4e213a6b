// What the real calls of the last days would have earned at the draft's prices.
import { useQuery } from '@tanstack/react-query';
import type { AdminGetCatalogRevenueBody } from '../../api/api-types.ts';
import { Facts } from '../../parts/Facts.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { useFormat } from '../../shell/use-format.ts';
import { useCommonText } from '../../text/common.ts';
import { admin } from '../api.ts';
import { useCatalogText } from './text.ts';

export function DraftRevenue({ draft }: { draft: AdminGetCatalogRevenueBody }) {
  const text = useCatalogText();
  const common = useCommonText();
  const format = useFormat();
  const revenue = useQuery({
    queryKey: ['revenue', draft],
    queryFn: () => admin('/catalog/revenue', { method: 'POST', body: draft }),
  });
  return (
    <Loaded of={revenue}>
      {({ total, currency }) => (
        <>
          <h2>{text.earned}</h2>
          <Facts
            rows={[
              [common.calls, format.count(total.calls)],
              [text.hasEarned, format.sum(total.earned, currency)],
              [text.wouldHave, format.sum(total.would_earn, currency)],
              [text.difference, format.sum(total.difference, currency)],
            ]}
          />
        </>
      )}
    </Loaded>
  );
}
