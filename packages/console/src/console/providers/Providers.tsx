// The page of providers: health now, fail-over and earnings.
import { useQuery } from '@tanstack/react-query';
import type { Provider } from '../../api/api-types.ts';
import { useChange } from '../../api/use-change.ts';
import { parseMicros } from '../../money/money.ts';
import { Button } from '../../parts/Button.tsx';
import { Chip } from '../../parts/Chip.tsx';
import { Failure } from '../../parts/Failure.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Empty } from '../../parts/Notice.tsx';
import { Page } from '../../parts/Page.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { type Column, Table } from '../../parts/Table.tsx';
import { useFormat } from '../../shell/use-format.ts';
import { textIn, useUrlState } from '../../shell/use-url-state.ts';
import { useCommonText } from '../../text/common.ts';
import { admin } from '../api.ts';
import { useMay } from '../console-session.ts';
import { Earnings } from './Earnings.tsx';
import { FailOver } from './FailOver.tsx';
import { Health, Quota } from './Health.tsx';
import { ProviderDrawer } from './ProviderDrawer.tsx';
import { useProvidersText } from './text.ts';

const POLL_MS = 5_000;

function useColumns(currency: string): Column<Provider>[] {
  const text = useProvidersText();
  const common = useCommonText();
  const format = useFormat();
  return [
    {
      id: 'name',
      head: text.name,
      cell: ({ name, made_up, fault }) => (
        <>
          <a href={`#/providers?open=${encodeURIComponent(name)}`}>{name}</a>{' '}
          {made_up && <Chip>{common.madeUp}</Chip>}{' '}
          {fault !== null && fault !== 'none' && <Chip tone="warn">{text.faults[fault]}</Chip>}
        </>
      ),
      order: ({ name }) => name,
    },
    { id: 'health', head: text.health, cell: (provider) => <Health provider={provider} /> },
    {
      id: 'success',
      head: text.success,
      right: true,
      cell: ({ health }) =>
        health.success_rate === null ? common.none : format.percent(health.success_rate),
      order: ({ health }) => health.success_rate ?? -1,
    },
    {
      id: 'p95',
      wide: true,
      head: text.p95,
      right: true,
      cell: ({ health }) => (health.p95_ms === null ? common.none : format.ms(Math.round(health.p95_ms))),
      order: ({ health }) => health.p95_ms ?? -1,
    },
    {
      id: 'attempts',
      wide: true,
      head: text.attempts,
      right: true,
      cell: ({ health }) => format.count(health.attempts),
      order: ({ health }) => health.attempts,
    },
    {
      id: 'running',
      head: text.inFlight,
      right: true,
      wide: true,
      cell: ({ health }) => format.count(health.in_flight),
    },
    { id: 'quota', head: text.quota, right: true, cell: ({ quota }) => <Quota of={quota} /> },
    {
      id: 'cost',
      wide: true,
      head: text.cost,
      right: true,
      cell: ({ cost }) => format.exact(cost, currency),
      order: ({ cost }) => parseMicros(cost),
    },
    {
      id: 'failure',
      wide: true,
      head: text.lastFailure,
      wraps: true,
      cell: ({ health: { last_failure: last } }) =>
        last === null
          ? text.none
          : [last.kind, last.detail, format.time.ago(last.at, Date.now())].filter(Boolean).join(' · '),
    },
  ];
}

export function Providers() {
  const text = useProvidersText();
  const may = useMay();
  const resumed = useChange((provider: string) =>
    admin('/providers/{provider}/resume', { method: 'POST', params: { provider } }),
  );
  const [{ open }, change] = useUrlState((search) => ({ open: textIn(search, 'open') }));
  const providers = useQuery({
    queryKey: ['providers'],
    queryFn: () => admin('/providers'),
    refetchInterval: POLL_MS,
  });
  const columns = useColumns(providers.data?.currency ?? 'USD');
  const acts: Column<Provider> = {
    id: 'acts',
    head: <span className="hidden-visually">{text.resume}</span>,
    cell: ({ name, health }) =>
      (health.suspended_for_ms > 0 || health.state === 'open') && (
        <Button kind="bare" onClick={() => resumed.mutate(name)}>
          {text.resume}
        </Button>
      ),
  };
  return (
    <Page title={text.title} sub={text.sub}>
      {resumed.isError && <Failure error={resumed.error} />}
      <Panel title={text.health} way={<span className="quiet">{text.seconds}</span>}>
        <Loaded of={providers}>
          {({ providers }) => (
            <Table
              label={text.health}
              columns={may.change ? [...columns, acts] : columns}
              rows={providers}
              rowKey={({ name }) => name}
              empty={
                <Empty>
                  {text.empty} <code>npx reelgate connectors list</code>
                </Empty>
              }
            />
          )}
        </Loaded>
      </Panel>
      {providers.data && <FailOver providers={providers.data.providers} />}
      <Earnings />
      {open !== undefined && (
        <ProviderDrawer
          name={open}
          provider={providers.data?.providers.find(({ name }) => name === open)}
          onClose={() => change({ open: undefined })}
        />
      )}
    </Page>
  );
}
