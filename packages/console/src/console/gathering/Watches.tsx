// Watches of all accounts.

import type { AdminWatch } from '../../api/api-types.ts';
import { adminListWatchesStateChoices } from '../../api/bounds.ts';
import { pollFirst, useList } from '../../api/use-list.ts';
import { NextRun, RunOutcome, useTitle, WatchSpent, WatchState } from '../../gathering/Shown.tsx';
import { useGatheringText } from '../../gathering/text.ts';
import { Chip } from '../../parts/Chip.tsx';
import { Code } from '../../parts/Code.tsx';
import { Id } from '../../parts/Copy.tsx';
import { Listed } from '../../parts/Listed.tsx';
import { Page } from '../../parts/Page.tsx';
import { Panel } from '../../parts/Panel.tsx';
import type { Column } from '../../parts/Table.tsx';
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
    [
      'question',
      words.question,
      'wraps',
      (one) => (
        <a href={`#/watches?open=${one.id}`} onClick={(event) => event.preventDefault()}>
          {titleOf(one)}
        </a>
      ),
    ],
    ['account', text.account, 'wide', ({ account_id: id }) => <Id of={id} href={`#/accounts/${id}`} />],
    [
      'state',
      common.state,
      '',
      (one) => (
        <>
          <WatchState of={one} />{' '}
          {one.late_by_s > 0 && <Chip tone="bad">{text.lateBy(format.count(one.late_by_s))}</Chip>}
        </>
      ),
    ],
    ['next', words.nextRun, '', (one) => <NextRun of={one} />],
    [
      'last',
      words.lastRun,
      'wide',
      ({ last_run: run }) => (run === null ? words.noRun : <RunOutcome run={run} />),
    ],
    ['items', words.items, 'right'],
    ['spent', words.spent, 'wide', (one) => <WatchSpent of={one} />],
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
        <Listed
          of={watches}
          label={words.watches}
          columns={columns}
          rows={(page) => page.watches}
          onOpen={({ id }) => change({ open: id }, false)}
          empty={
            <>
              {text.noWatches}
              <Code label={words.watch}>npx reelgate watch library cat --every 6h --month 2</Code>
            </>
          }
        />
      </Panel>
      {filters.open !== undefined && (
        <WatchDrawer id={filters.open} onClose={() => change({ open: undefined })} />
      )}
    </Page>
  );
}
