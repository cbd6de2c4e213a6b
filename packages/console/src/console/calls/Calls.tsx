// The page of calls: filters in the address, the live list with totals, and the opened call.
import type { ReactNode } from 'react';
import type { AdminCall, AdminListCallsAnswer } from '../../api/api-types.ts';
import { downloadCsv } from '../../api/typed-ask.ts';
import { pollFirst, useList } from '../../api/use-list.ts';
import { MoreButton } from '../../parts/Button.tsx';
import { Chip } from '../../parts/Chip.tsx';
import { Code } from '../../parts/Code.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Money } from '../../parts/Money.tsx';
import { Page } from '../../parts/Page.tsx';
import { Panel, Row } from '../../parts/Panel.tsx';
import { type Column, Table } from '../../parts/Table.tsx';
import { useFormat } from '../../shell/use-format.ts';
import { useUrlState } from '../../shell/use-url-state.ts';
import { admin, CONSOLE } from '../api.ts';
import { CsvButton } from '../CsvButton.tsx';
import { CallDrawer } from './CallDrawer.tsx';
import { CallFilterBar } from './CallFilterBar.tsx';
import { useCallColumns } from './columns.tsx';
import { type CallFilters, readCallFilters } from './filters.ts';
import { useCallsText } from './text.ts';

// The live list of calls: one request for the first page, then one every two seconds for new calls, while the page is visible.

/** Interval of polling. A console that is left open must cost the gateway little. */
const POLL_MS = 2_000;
const PAGE = 50;

export function useCalls({ open: _, ...filters }: CallFilters) {
  return useList(
    ['calls', filters],
    (cursor) =>
      admin('/calls', {
        query: { ...filters, limit: PAGE, cursor, ...(cursor === null && { totals: true }) },
      }),
    pollFirst(POLL_MS),
  );
}

type Totals = NonNullable<AdminListCallsAnswer['totals']>;

function useTotalled(columns: Column<AdminCall>[], totals: Totals | null): Column<AdminCall>[] {
  const text = useCallsText();
  const format = useFormat();
  if (totals === null) return columns;
  const by: Record<string, ReactNode> = {
    time: totals.counted_from === null ? text.totals : text.since(format.time.moment(totals.counted_from)),
    call: text.counted(format.count(totals.calls), format.count(totals.failures)),
    charged: <Money of={totals.charged} currency={totals.currency} />,
    margin: <Money of={totals.margin} currency={totals.currency} />,
  };
  return columns.map(([id, head, look = '', cell = id as keyof AdminCall & string, more]) => {
    return [id, head, look, cell, { ...more, total: by[id] ?? '' }];
  });
}

function CallRows({ pages, onOpen }: { pages: AdminListCallsAnswer[]; onOpen: (call: AdminCall) => void }) {
  const text = useCallsText();
  const format = useFormat();
  const columns = useTotalled(useCallColumns(), pages[0]?.totals ?? null);
  const searched = pages.at(-1)?.searched_to ?? null;
  return (
    <>
      <Table
        label={text.title}
        columns={columns}
        rows={pages.flatMap((page) => page.calls)}
        rowKey={({ id }) => id}
        onOpen={onOpen}
        empty={
          <>
            {text.empty}
            <Code label={text.call}>npx reelgate search library cat</Code>
          </>
        }
      />
      {searched !== null && <p>{text.searchedTo(format.time.full(searched))}</p>}
    </>
  );
}

export function Calls() {
  const text = useCallsText();
  const [filters, change] = useUrlState(readCallFilters);
  const { open: _, ...query } = filters;
  const calls = useCalls(filters);
  const isLive = (calls.data?.pages.length ?? 1) === 1;
  return (
    <Page
      title={text.title}
      sub={text.sub}
      actions={
        <Row>
          <Chip tone={isLive ? 'good' : 'plain'}>{isLive ? text.live : text.paused}</Chip>
          <CsvButton save={() => downloadCsv(CONSOLE, '/admin/v1/calls', { query }, 'calls.csv')} />
        </Row>
      }
    >
      <CallFilterBar filters={filters} change={change} />
      <Panel>
        <Loaded of={calls}>
          {({ pages }) => <CallRows pages={pages} onOpen={({ id }) => change({ open: id }, false)} />}
        </Loaded>
        <MoreButton of={calls} />
      </Panel>
      {filters.open !== undefined && (
        <CallDrawer id={filters.open} onClose={() => change({ open: undefined })} />
      )}
    </Page>
  );
}
