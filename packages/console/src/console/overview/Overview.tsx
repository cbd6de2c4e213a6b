// Owns the first page of the console: today's figures against yesterday's, how providers do, the latest calls, and the ledger's verdict.
import { useQuery } from '@tanstack/react-query';
import type { AdminListCallsAnswer, AdminListProvidersAnswer } from '../../api/api-types.ts';
import { Empty } from '../../parts/Empty.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Page } from '../../parts/Page.tsx';
import { Columns, Panel } from '../../parts/Panel.tsx';
import { Table } from '../../parts/Table.tsx';
import { useFormat } from '../../shell/use-format.ts';
import { daysAgo } from '../../time/days.ts';
import { admin } from '../api.ts';
import { useCallColumns } from '../calls/columns.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import { ProviderLights } from './ProviderLights.tsx';
import { TodayFigures } from './TodayFigures.tsx';
import { useOverviewText } from './text.ts';
import { Verdict } from './Verdict.tsx';

const POLL_MS = 5_000;
const LATEST = 8;
const DAY_MS = 86_400_000;

async function readOverview() {
  const now = Date.now();
  const yesterday = { from: daysAgo(1), to: new Date(now - DAY_MS).toISOString() };
  const calls = (query: object) =>
    admin<AdminListCallsAnswer>('/calls', { query: { totals: true, ...query } });
  const [today, before, providers] = await Promise.all([
    calls({ from: daysAgo(0), limit: LATEST }),
    calls({ ...yesterday, limit: 1 }),
    admin<AdminListProvidersAnswer>('/providers'),
  ]);
  return { today, before, providers };
}

export function Overview() {
  const text = useOverviewText();
  const format = useFormat();
  const columns = useCallColumns();
  const overview = useQuery({ queryKey: ['overview'], queryFn: readOverview, refetchInterval: POLL_MS });
  return (
    <Loaded of={overview}>
      {({ today, before, providers }) => (
        <Page
          title={text.title}
          sub={text.until(format.time.clock(today.now), format.time.zone)}
          actions={<Verdict />}
        >
          <FirstSteps calls={today.calls} replays={0} />
          <TodayFigures today={today.totals!} before={before.totals!} />
          <Columns>
            <Panel title={text.latest} way={<a href="#/calls">{text.allCalls} →</a>}>
              <Table
                label={text.latest}
                columns={columns}
                rows={today.calls}
                rowKey={({ id }) => id}
                onOpen={({ id }) => {
                  location.hash = `#/calls?open=${id}`;
                }}
                empty={<Empty>{text.noCalls}</Empty>}
              />
            </Panel>
            <Panel title={text.providers} way={<a href="#/providers">{text.all} →</a>}>
              <ProviderLights providers={providers.providers} />
            </Panel>
          </Columns>
        </Page>
      )}
    </Loaded>
  );
}
