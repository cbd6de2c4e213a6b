// The first page of the console: pending decisions, today's figures against yesterday's, providers, accounts with little money, latest
// calls and the state of the ledger.
import { useQuery } from '@tanstack/react-query';
import type { AdminGetOverviewAnswer, ProviderLight, Runway } from '../../api/api-types.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../parts/Button.tsx';
import { Chip } from '../../parts/Chip.tsx';
import { Failure } from '../../parts/Failure.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Notice } from '../../parts/Notice.tsx';
import { Page } from '../../parts/Page.tsx';
import { Columns, Panel } from '../../parts/Panel.tsx';
import { Table } from '../../parts/Table.tsx';
import { useFormat } from '../../shell/use-format.ts';
import { useCommonText } from '../../text/common.ts';
import { admin } from '../api.ts';
import { useCallColumns } from '../calls/columns.tsx';
import { useMay } from '../console-session.ts';
import { STATUS_TONES, useStatusText } from '../providers/status.ts';
import { useProvidersText } from '../providers/text.ts';
import { FirstSteps } from './FirstSteps.tsx';
import { HourChart } from './HourChart.tsx';
import style from './overview.module.css';
import { TodayFigures } from './TodayFigures.tsx';
import { useOverviewText } from './text.ts';

/** The result of the last ledger verification. It reads the whole ledger, so a button runs it again, and nothing else. */
function LedgerCheck({ ledger }: { ledger: AdminGetOverviewAnswer['ledger'] }) {
  const text = useOverviewText();
  const format = useFormat();
  const may = useMay();
  const checked = useChange(() => admin('/ledger/verify', { method: 'POST' }));
  const check = () => checked.mutate();
  if (checked.isError) return <Failure error={checked.error} again={check} />;
  const label = checked.isPending ? text.checking : ledger === null ? text.check : text.checkAgain;
  const button = may.change && (
    <Button kind="bare" disabled={checked.isPending} onClick={check}>
      {label}
    </Button>
  );
  if (ledger === null) return button && <Notice>{button}</Notice>;
  return (
    <Notice tone={ledger.clean ? 'good' : 'bad'}>
      <strong data-verdict={ledger.clean ? 'clean' : 'differ'}>
        {ledger.clean ? '✓' : '✗'} {ledger.clean ? text.balance : text.differ}
      </strong>
      <span>
        {text.checked(format.time.ago(ledger.checked_at, Date.now()), format.count(ledger.entries))}
      </span>
      {button}
    </Notice>
  );
}

type Decision = AdminGetOverviewAnswer['decisions'][number];

const PLACES: Record<Decision['kind'], string> = {
  complaints: '#/complaints',
  provider: '#/providers',
  unpriced: '#/catalog',
  negative_margin: '#/usage?by=path',
  ledger: '#/',
  owed: '#/accounts',
  duties: '#/system',
};

function placeFor({ kind, subject }: Decision): string {
  return kind === 'owed' ? `#/accounts/${encodeURIComponent(subject)}?tab=payments` : PLACES[kind];
}

const BAD: ReadonlySet<Decision['kind']> = new Set(['ledger', 'owed'] as const);

function Decisions({ decisions }: { decisions: readonly Decision[] }) {
  const text = useOverviewText();
  return decisions.map((one) => (
    <Notice key={`${one.kind} ${one.subject}`} tone={BAD.has(one.kind) ? 'bad' : 'warn'}>
      {one.subject !== '' && <strong>{one.subject}</strong>}
      <span>{text.decisions[one.kind](one.text)}</span>
      <a href={placeFor(one)}>{text.look}</a>
    </Notice>
  ));
}

/** Status of each provider, and its attempts today. */
function ProviderLights({ providers }: { providers: readonly ProviderLight[] }) {
  const text = useOverviewText();
  const statuses = useStatusText();
  const common = useCommonText();
  const { faults } = useProvidersText();
  const format = useFormat();
  return (
    <ul className={style.lights}>
      {providers.map(({ provider, made_up, fault, status, reason, attempts, failures }) => (
        <li key={provider} className={style.light}>
          <span className={style.name}>{provider}</span>
          <Chip tone={STATUS_TONES[status]}>{statuses[status]}</Chip>
          {made_up && <Chip>{common.madeUp}</Chip>}
          {fault !== null && fault !== 'none' && <Chip tone="warn">{faults[fault]}</Chip>}
          <span className={style.quiet}>
            {attempts === 0 ? text.notAsked : format.percent(1 - failures / attempts)}
          </span>
          {reason && <span className={style.small}>{reason}</span>}
        </li>
      ))}
    </ul>
  );
}

const HOURS_IN_DAY = 24;

/** Accounts whose balance runs out soon. */
function Runways({ runways, currency }: { runways: readonly Runway[]; currency: string }) {
  const text = useOverviewText();
  const format = useFormat();
  const left = (days: number) =>
    days < 1
      ? text.hours(format.count(Math.max(1, Math.round(days * HOURS_IN_DAY))))
      : text.days(format.count(Math.round(days)));
  return (
    <>
      <h2>{text.dry}</h2>
      {runways.length === 0 && <p className={style.small}>{text.noneDry}</p>}
      <ul className={style.lights}>
        {runways.map(({ account_id, account_name, available, days }) => (
          <li key={account_id} className={style.light}>
            <a href={`#/accounts/${account_id}`}>{account_name}</a>
            <span className={style.amount}>{format.exact(available, currency)}</span>
            {days !== null && <span className={style.small}>{text.left(left(days))}</span>}
          </li>
        ))}
      </ul>
    </>
  );
}

const POLL_MS = 5_000;
const LATEST = 8;

function useLatest() {
  return useQuery({
    queryKey: ['calls', 'latest'],
    queryFn: () => admin('/calls', { query: { limit: LATEST } }),
    refetchInterval: POLL_MS,
  });
}

function LatestCalls() {
  const text = useOverviewText();
  const columns = useCallColumns();
  const latest = useLatest();
  return (
    <Panel title={text.latest} way={<a href="#/calls">{text.allCalls} →</a>}>
      <Loaded of={latest}>
        {({ calls }) => (
          <Table
            label={text.latest}
            columns={columns}
            rows={calls}
            rowKey={({ id }) => id}
            onOpen={({ id }) => {
              location.hash = `#/calls?open=${id}`;
            }}
            empty={text.noCalls}
          />
        )}
      </Loaded>
    </Panel>
  );
}

export function Overview() {
  const text = useOverviewText();
  const format = useFormat();
  const latest = useLatest();
  const overview = useQuery({
    queryKey: ['overview'],
    queryFn: () => admin('/overview'),
    refetchInterval: POLL_MS,
  });
  return (
    <Loaded of={overview}>
      {(all) => (
        <Page
          title={text.title}
          sub={text.until(format.time.clock(all.now), format.time.zone)}
          actions={<LedgerCheck ledger={all.ledger} />}
        >
          <Decisions decisions={all.decisions} />
          {latest.data && (
            <FirstSteps calls={latest.data.calls} replays={all.replays} providers={all.providers} />
          )}
          <TodayFigures of={all} />
          {all.untimed_calls > 0 && <Notice>{text.untimed(format.count(all.untimed_calls))}</Notice>}
          <Columns>
            <Panel title={text.chart} way={<a href="#/usage">{text.usage} →</a>}>
              <HourChart hours={all.hours} now={all.now} currency={all.currency} />
            </Panel>
            <Panel title={text.providers} way={<a href="#/providers">{text.all} →</a>}>
              <ProviderLights providers={all.providers} />
              <Runways runways={all.runways} currency={all.currency} />
            </Panel>
          </Columns>
          <LatestCalls />
        </Page>
      )}
    </Loaded>
  );
}
