// The prices of one version.
import type { Catalog } from '../../api/api-types.ts';
import { parseMicros } from '../../money/money.ts';
import { Mono } from '../../parts/Code.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { type Column, Table } from '../../parts/Table.tsx';
import { Tiers } from '../../prices/Tiers.tsx';
import { useTiersText } from '../../prices/text.ts';
import { useFormat } from '../../shell/use-format.ts';
import { useCommonText } from '../../text/common.ts';
import { useCatalogText } from './text.ts';

type Tiered = Pick<Catalog['endpoints'][number], 'tiers'>;

/** The column is shown only if a price of the list has tiers. */
function tiersColumn<Row extends Tiered>(
  head: string,
  rows: readonly Row[],
  currency: string,
): Column<Row>[] {
  if (rows.every(({ tiers }) => tiers === null)) return [];
  return [['tiers', head, '', ({ tiers }) => <Tiers tiers={tiers} currency={currency} />]];
}

export function PriceTable({ catalog }: { catalog: Catalog }) {
  const text = useCatalogText();
  const common = useCommonText();
  const format = useFormat();
  const tiers = useTiersText();
  return (
    <>
      <Panel title={text.prices}>
        <Table<Catalog['endpoints'][number]>
          label={text.prices}
          rows={catalog.endpoints}
          rowKey={({ path }) => path}
          columns={[
            ['path', common.path, '', ({ path }) => <Mono>{path}</Mono>, { order: ({ path }) => path }],
            [
              'price',
              common.price,
              'right',
              (one) => format.exact(one.unit_price, catalog.currency),
              { order: (one) => parseMicros(one.unit_price) },
            ],
            ['unit', text.unit, '', ({ unit }) => text.units[unit]],
            ...tiersColumn(tiers.tiers, catalog.endpoints, catalog.currency),
          ]}
        />
      </Panel>
      {catalog.overrides.length > 0 && (
        <Panel title={text.overrides}>
          <Table<Catalog['overrides'][number]>
            label={text.overrides}
            rows={catalog.overrides}
            rowKey={({ account, path }) => `${account} ${path}`}
            columns={[
              ['account', text.account, '', ({ account }) => <a href={`#/accounts/${account}`}>{account}</a>],
              ['path', common.path, '', ({ path }) => <Mono>{path}</Mono>],
              ['price', common.price, 'right', (one) => format.exact(one.unit_price, catalog.currency)],
              ...tiersColumn(tiers.tiers, catalog.overrides, catalog.currency),
            ]}
          />
        </Panel>
      )}
    </>
  );
}
