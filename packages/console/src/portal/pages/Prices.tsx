// The price list of this account, and scheduled changes.
import { useQuery } from '@tanstack/react-query';
import type { PriceChange, PricedEndpoint } from '../../api/api-types.ts';
import { Chip } from '../../parts/Chip.tsx';
import { Mono } from '../../parts/Code.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Page } from '../../parts/Page.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { Table } from '../../parts/Table.tsx';
import { Time } from '../../parts/Time.tsx';
import { Coverage } from '../../prices/Coverage.tsx';
import { Tiers } from '../../prices/Tiers.tsx';
import { useTiersText } from '../../prices/text.ts';
import { useFormat } from '../../shell/use-format.ts';
import { useCommonText } from '../../text/common.ts';
import { isEver } from '../../time/time.ts';
import { portal, pricesQuery } from '../api.ts';
import { interactive } from '../gathering/question.ts';
import { isOperation } from '../playground/operations.ts';
import { usePortalText } from '../text.ts';

/** Scheduled price changes. */
function ComingPrices() {
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

function playgroundOf({ operation, platform, group, variant }: PricedEndpoint): string {
  return `#/?${new URLSearchParams({ operation, platform, group, variant })}`;
}

export function Prices() {
  const text = usePortalText();
  const common = useCommonText();
  const tiers = useTiersText();
  const prices = useQuery(pricesQuery);
  const pathOf = ({ path, made_up }: PricedEndpoint) => (
    <>
      <Mono>{path}</Mono> {made_up && <Chip>{common.madeUp}</Chip>}
    </>
  );
  const playground = (one: PricedEndpoint) =>
    isOperation(one.operation) &&
    interactive([one]).length > 0 && <a href={playgroundOf(one)}>{text.openInPlayground}</a>;
  return (
    <Loaded of={prices}>
      {({ endpoints, catalog_version, currency }) => (
        <Page title={text.prices} sub={text.pricesNote(catalog_version)}>
          <Panel title={text.prices}>
            <Table<PricedEndpoint>
              label={text.prices}
              rows={endpoints}
              currency={currency}
              rowKey={({ path }) => path}
              columns={[
                ['path', common.path, 'sorted', pathOf],
                ['price', common.price, 'right sorted', 'unit_price'],
                ['unit', text.unit, '', ({ unit }) => text.units[unit]],
                // Most lists have no tiers, no free calls and no price that ends.
                endpoints.some((one) => one.tiers !== null) && [
                  'tiers',
                  tiers.tiers,
                  '',
                  ({ tiers, tier, month_used: used }) => (
                    <Tiers tiers={tiers} now={tier} monthUsed={used} currency={currency} />
                  ),
                ],
                endpoints.some((one) => one.free_per_day !== null) && [
                  'free',
                  text.freePerDay,
                  'right',
                  'free_per_day',
                ],
                [
                  'from',
                  text.from,
                  '',
                  ({ effective_from: at }) => (isEver(at) ? common.none : <Time at={at} form="day" />),
                ],
                endpoints.some((one) => one.sunset_at !== null) && [
                  'until',
                  text.until,
                  '',
                  ({ sunset_at: at }) =>
                    at === null ? (
                      common.none
                    ) : (
                      <Chip tone="warn">
                        <Time at={at} form="day" />
                      </Chip>
                    ),
                ],
                ['open', text.openInPlayground, 'hidden', playground],
              ]}
            />
          </Panel>
          <Coverage endpoints={endpoints} />
          <ComingPrices />
        </Page>
      )}
    </Loaded>
  );
}
