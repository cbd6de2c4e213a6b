// Watches of all accounts.

import type { AdminWatch } from '../../api/api-types.ts';
import { adminListWatchesStateChoices } from '../../api/bounds.ts';
import { pollFirst, useList } from '../../api/use-list.ts';
import { NextRun, RunOutcome, useTitle, WatchSpent, WatchState } from '../../gathering/Shown.tsx';
import { useGatheringText } from '../../gathering/text.ts';
import { MoreButton } from '../../parts/Button.tsx';
import { Chip } from '../../parts/Chip.tsx';
import { Code } from '../../parts/Code.tsx';
import { Id } from '../../parts/Copy.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Empty } from '../../parts/Notice.tsx';
import { Page } from '../../parts/Page.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { type Column, Table } from '../../parts/Table.tsx';
import { useFormat } from '../../shell/use-format.ts';
import { useUrlState } from '../../shell/use-url-state.ts';
import { useCommonText } from '../../text/common.ts';
import { admin } from '../api.ts';
import { FilterBar } from './FilterBar.tsx';
import { readWatchFilters } from './filters.ts';
import { useGatherAdminText } from './text.ts';
import { WatchDrawer } from './WatchDrawer.tsx';

const POLL_MS = 10_000;
const PAGE = 50;

function useColumns(): Column<AdminWatch>[] {
  const text = useGatherAdminText();
  const words = useGatheringText();
  const common = useCommonText();
  const format = useFormat();
  const titleOf = useTitle();
  return [
    {
      id: 'question',
      head: words.question,
      wraps: true,
      cell: (one) => (
        <a href={`#/watches?open=${one.id}`} onClick={(event) => event.preventDefault()}>
          {titleOf(one)}
        </a>
      ),
    },
    {
      id: 'account',
      head: text.account,
      wide: true,
      cell: ({ account_id: id }) => <Id of={id} href={`#/accounts/${id}`} />,
    },
    {
      id: 'state',
      head: common.state,
      cell: (one) => (
        <>
          <WatchState of={one} />{' '}
          {one.late_by_s > 0 && <Chip tone="bad">{text.lateBy(format.count(one.late_by_s))}</Chip>}
        </>
      ),
    },
    { id: 'next', head: words.nextRun, cell: (one) => <NextRun of={one} /> },
    {
      id: 'last',
      head: words.lastRun,
      wide: true,
      cell: ({ last_run: run }) => (run === null ? words.noRun : <RunOutcome run={run} />),
    },
    { id: 'items', head: words.items, right: true, cell: ({ items }) => format.count(items) },
    { id: 'spent', head: words.spent, wide: true, cell: (one) => <WatchSpent of={one} /> },
  ];
}

export function Watches() {
  const text = useGatherAdminText();
  const words = useGatheringText();
  const columns = useColumns();
  const [filters, change] = useUrlState(readWatchFilters);
  const { account, state, late } = filters;
  const watches = useList(
    ['watches', account, state, late],
    (cursor) => admin('/watches', { query: { account, state, late, limit: PAGE, cursor } }),
    pollFirst(POLL_MS),
  );
  return (
    <Page title={words.watches} sub={text.watchesSub}>
      <FilterBar filters={filters} states={adminListWatchesStateChoices} change={change} />
      <Panel>
        <Loaded of={watches}>
          {({ pages }) => (
            <Table
              label={words.watches}
              columns={columns}
              rows={pages.flatMap((page) => page.watches)}
              rowKey={({ id }) => id}
              onOpen={({ id }) => change({ open: id }, false)}
              empty={
                <Empty>
                  {text.noWatches}
                  <Code label={words.watch}>npx reelgate watch library cat --every 6h --month 2</Code>
                </Empty>
              }
            />
          )}
        </Loaded>
        <MoreButton of={watches} />
      </Panel>
      {filters.open !== undefined && (
        <WatchDrawer id={filters.open} onClose={() => change({ open: undefined })} />
      )}
    </Page>
  );
}
