// Owns the first page of the console: what needs a decision, today's figures against yesterday's, how providers do, who runs dry, the
// latest calls, and the ledger's verdict.
import { useQuery } from '@tanstack/react-query';
import { Empty } from '../../parts/Empty.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Notice } from '../../parts/Notice.tsx';
import { Page } from '../../parts/Page.tsx';
import { Columns, Panel } from '../../parts/Panel.tsx';
import { Table } from '../../parts/Table.tsx';
import { useFormat } from '../../shell/use-format.ts';
import { admin } from '../api.ts';
import { useCallColumns } from '../calls/columns.tsx';
import { Decisions } from './Decisions.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import { HourChart } from './HourChart.tsx';
import { ProviderLights } from './ProviderLights.tsx';
import { Runways } from './Runways.tsx';
import { TodayFigures } from './TodayFigures.tsx';
import { useOverviewText } from './text.ts';
import { Verdict } from './Verdict.tsx';

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
            empty={<Empty>{text.noCalls}</Empty>}
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
          actions={<Verdict ledger={all.ledger} />}
        >
          <Decisions decisions={all.decisions} />
          {latest.data && <FirstSteps calls={latest.data.calls} replays={all.replays} />}
          <TodayFigures today={all.today} before={all.yesterday} currency={all.currency} />
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
