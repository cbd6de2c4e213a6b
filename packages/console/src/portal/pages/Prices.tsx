// The price list of this account, and scheduled changes.
import { useQuery } from '@tanstack/react-query';
import type { PricedEndpoint } from '../../api/api-types.ts';
import { parseMicros } from '../../money/money.ts';
import { Chip } from '../../parts/Chip.tsx';
import { Mono } from '../../parts/Code.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Page } from '../../parts/Page.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { type Column, Table } from '../../parts/Table.tsx';
import { Time } from '../../parts/Time.tsx';
import { Coverage } from '../../prices/Coverage.tsx';
import { Tiers } from '../../prices/Tiers.tsx';
import { useTiersText } from '../../prices/text.ts';
import { useFormat } from '../../shell/use-format.ts';
import { useCommonText } from '../../text/common.ts';
import { isEver } from '../../time/time.ts';
import { pricesQuery } from '../api.ts';
import { interactive } from '../gathering/question.ts';
import { isOperation } from '../playground/operations.ts';
import { usePortalText } from '../text.ts';
import { ComingPrices } from './ComingPrices.tsx';

function playgroundOf({ operation, platform, group, variant }: PricedEndpoint): string {
  return `#/?${new URLSearchParams({ operation, platform, group, variant })}`;
}

/** The column is shown only if a price has tiers; most lists have none. */
function tiersColumn(head: string, currency: string): Column<PricedEndpoint> {
  return {
    id: 'tiers',
    head,
    cell: ({ tiers, tier, month_used }) => (
      <Tiers tiers={tiers} now={tier} monthUsed={month_used} currency={currency} />
    ),
  };
}

export function Prices() {
  const text = usePortalText();
  const common = useCommonText();
  const format = useFormat();
  const tiers = useTiersText();
  const prices = useQuery(pricesQuery);
  return (
    <Loaded of={prices}>
      {({ endpoints, catalog_version, currency }) => (
        <Page title={text.prices} sub={text.pricesNote(catalog_version)}>
          <Panel title={text.prices}>
            <Table<PricedEndpoint>
              label={text.prices}
              rows={endpoints}
              rowKey={({ path }) => path}
              columns={[
                {
                  id: 'path',
                  head: common.path,
                  cell: ({ path, made_up }) => (
                    <>
                      <Mono>{path}</Mono> {made_up && <Chip>{common.madeUp}</Chip>}
                    </>
                  ),
                  order: ({ path }) => path,
                },
                {
                  id: 'price',
                  head: common.price,
                  right: true,
                  cell: (one: PricedEndpoint) => format.exact(one.unit_price, currency),
                  order: (one) => parseMicros(one.unit_price),
                },
                { id: 'unit', head: text.unit, cell: ({ unit }) => text.units[unit] },
                ...(endpoints.some((one) => one.tiers !== null) ? [tiersColumn(tiers.tiers, currency)] : []),
                ...(endpoints.some((one) => one.free_per_day !== null)
                  ? [
                      {
                        id: 'free',
                        head: text.freePerDay,
                        right: true,
                        cell: (one: PricedEndpoint) => one.free_per_day ?? common.none,
                      },
                    ]
                  : []),
                {
                  id: 'from',
                  head: text.from,
                  cell: ({ effective_from: from }) =>
                    isEver(from) ? common.none : <Time at={from} form="day" />,
                },
                ...(endpoints.some((one) => one.sunset_at !== null)
                  ? [
                      {
                        id: 'until',
                        head: text.until,
                        cell: (one: PricedEndpoint) =>
                          one.sunset_at === null ? (
                            common.none
                          ) : (
                            <Chip tone="warn">
                              <Time at={one.sunset_at} form="day" />
                            </Chip>
                          ),
                      },
                    ]
                  : []),
                {
                  id: 'open',
                  head: <span className="hidden-visually">{text.openInPlayground}</span>,
                  cell: (one: PricedEndpoint) =>
                    isOperation(one.operation) &&
                    interactive([one]).length > 0 && <a href={playgroundOf(one)}>{text.openInPlayground}</a>,
                },
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
