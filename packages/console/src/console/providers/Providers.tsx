// The page of providers: health now, fail-over and earnings.
import { useQuery } from '@tanstack/react-query';
import type { Provider } from '../../api/api-types.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../parts/Button.tsx';
import { Chip } from '../../parts/Chip.tsx';
import { Failure } from '../../parts/Failure.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
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

function useColumns(): Column<Provider>[] {
  const text = useProvidersText();
  const common = useCommonText();
  const format = useFormat();
  const linked = ({ name, made_up, fault }: Provider) => (
    <>
      <a href={`#/providers?open=${encodeURIComponent(name)}`}>{name}</a>{' '}
      {made_up && <Chip>{common.madeUp}</Chip>}{' '}
      {fault !== null && fault !== 'none' && <Chip tone="warn">{text.faults[fault]}</Chip>}
    </>
  );
  /** A figure of its health, sorted behind all others where it is not known. */
  const figure = (of: (health: Provider['health']) => number | null, write: (figure: number) => string) =>
    [
      ({ health }: Provider) => {
        const value = of(health);
        return value === null ? common.none : write(value);
      },
      { order: ({ health }: Provider) => of(health) ?? -1 },
    ] as const;
  const lastFailure = ({ health: { last_failure: last } }: Provider) =>
    last === null
      ? text.none
      : [last.kind, last.detail, format.time.ago(last.at, Date.now())].filter(Boolean).join(' · ');
  return [
    ['name', text.name, 'sorted', linked],
    ['health', text.health, '', (provider) => <Health provider={provider} />],
    ['success', text.success, 'right', ...figure((of) => of.success_rate, format.percent)],
    [
      'p95',
      text.p95,
      'right wide',
      ...figure(
        (of) => of.p95_ms,
        (ms) => format.ms(Math.round(ms)),
      ),
    ],
    ['attempts', text.attempts, 'right wide', ...figure((of) => of.attempts, format.count)],
    ['running', text.inFlight, 'right wide', ({ health }) => format.count(health.in_flight)],
    ['quota', text.quota, 'right', ({ quota }) => <Quota of={quota} />],
    ['cost', text.cost, 'right wide sorted'],
    ['failure', text.lastFailure, 'wraps wide', lastFailure],
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
  const columns = useColumns();
  const act = ({ name, health }: Provider) =>
    (health.suspended_for_ms > 0 || health.state === 'open') && (
      <Button kind="bare" onClick={() => resumed.mutate(name)}>
        {text.resume}
      </Button>
    );
  return (
    <Page title={text.title} sub={text.sub}>
      {resumed.isError && <Failure error={resumed.error} />}
      <Panel title={text.health} way={<span className="quiet">{text.seconds}</span>}>
        <Loaded of={providers}>
          {({ providers, currency }) => (
            <Table
              label={text.health}
              columns={[...columns, may.change && ['acts', text.resume, 'hidden', act]]}
              rows={providers}
              currency={currency}
              rowKey={({ name }) => name}
              empty={
                <>
                  {text.empty} <code>npx reelgate connectors list</code>
                </>
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
