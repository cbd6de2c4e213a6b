// The page of prices: the version in force, a draft beside it, and all earlier versions.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CatalogSummary } from '../../api/api-types.ts';
import { Button } from '../../parts/Button.tsx';
import { Chip } from '../../parts/Chip.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Page } from '../../parts/Page.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { Table } from '../../parts/Table.tsx';
import { Time } from '../../parts/Time.tsx';
import { useFormat } from '../../shell/use-format.ts';
import { textIn, useUrlState } from '../../shell/use-url-state.ts';
import { useCommonText } from '../../text/common.ts';
import { isEver } from '../../time/time.ts';
import { admin } from '../api.ts';
import { useMay } from '../console-session.ts';
import { Draft } from './Draft.tsx';
import { PriceTable } from './PriceTable.tsx';
import { useCatalogText } from './text.ts';

const TONES = { in_force: 'good', scheduled: 'warn', replaced: 'plain' } as const;

function History() {
  const text = useCatalogText();
  const common = useCommonText();
  const format = useFormat();
  const versions = useQuery({
    queryKey: ['catalog', 'versions'],
    queryFn: () => admin('/catalog/versions'),
  });
  return (
    <Panel title={text.history}>
      <Loaded of={versions}>
        {({ versions }) => (
          <Table<CatalogSummary>
            label={text.history}
            rows={versions}
            rowKey={({ version }) => String(version)}
            columns={[
              ['version', text.version, 'right', ({ version }) => version],
              [
                'state',
                common.state,
                '',
                ({ state }) => <Chip tone={TONES[state]}>{text.states[state]}</Chip>,
              ],
              [
                'from',
                text.from,
                '',
                ({ effective_from: from }) => (isEver(from) ? text.ever : <Time at={from} />),
              ],
              ['published', text.published, '', (one) => <Time at={one.published_at} />],
              ['by', text.by, '', (one) => one.published_by],
              ['routes', text.routes, 'right', (one) => format.count(one.endpoint_count)],
              ['note', text.note, 'wraps', ({ note }) => note ?? common.none],
            ]}
          />
        )}
      </Loaded>
    </Panel>
  );
}

/** Of the steps to a first customer, if the operator came from there. */
function readCustomer(search: Record<string, unknown>) {
  return { customer: textIn(search, 'customer') };
}

export function Catalog() {
  const text = useCatalogText();
  const format = useFormat();
  const may = useMay();
  const [{ customer }] = useUrlState(readCustomer);
  const [isDrafting, setDrafting] = useState(false);
  const current = useQuery({
    queryKey: ['catalog'],
    queryFn: () => admin('/catalog'),
  });
  return (
    <Loaded of={current}>
      {({ catalog }) => (
        <Page
          title={text.title}
          sub={
            isEver(catalog.effective_from)
              ? text.firstInForce(catalog.version)
              : text.inForce(catalog.version, format.time.moment(catalog.effective_from))
          }
          actions={
            may.own && (
              <Button kind={isDrafting ? 'plain' : 'primary'} onClick={() => setDrafting(!isDrafting)}>
                {isDrafting ? text.drop : text.edit}
              </Button>
            )
          }
        >
          {customer !== undefined && (
            <p>
              <a href={customer === 'new' ? '#/first-customer' : `#/first-customer?account=${customer}`}>
                {text.backToCustomer}
              </a>
            </p>
          )}
          {isDrafting ? (
            <Draft catalog={catalog} onDone={() => setDrafting(false)} />
          ) : (
            <PriceTable catalog={catalog} />
          )}
          <History />
        </Page>
      )}
    </Loaded>
  );
}
