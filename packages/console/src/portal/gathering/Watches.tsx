// The caller's watches, the newest first.

import type { Watch } from '../../api/api-types.ts';
import { useList } from '../../api/use-list.ts';
import { NextRun, RunOutcome, useEvery, useTitle, WatchSpent, WatchState } from '../../gathering/Shown.tsx';
import { useGatheringText } from '../../gathering/text.ts';
import { LinkButton, MoreButton } from '../../parts/Button.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Empty } from '../../parts/Notice.tsx';
import { Page } from '../../parts/Page.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { type Column, Table } from '../../parts/Table.tsx';
import { useFormat } from '../../shell/use-format.ts';
import { useCommonText } from '../../text/common.ts';
import { portal } from '../api.ts';
import { useGatherText } from './text.ts';

const NEW = '#/watches/new';
/** The shortest distance of runs is 15 minutes. */
const POLL_MS = 30_000;
const PAGE = 50;

function useColumns(): Column<Watch>[] {
  const text = useGatheringText();
  const common = useCommonText();
  const format = useFormat();
  const titleOf = useTitle();
  const everyOf = useEvery();
  return [
    {
      id: 'question',
      head: text.question,
      wraps: true,
      cell: (one) => <a href={`#/watches/${one.id}`}>{titleOf(one)}</a>,
    },
    { id: 'platform', head: text.platform, wide: true, cell: ({ platform }) => platform },
    { id: 'state', head: common.state, cell: (one) => <WatchState of={one} /> },
    { id: 'every', head: text.every, wide: true, cell: ({ every }) => everyOf(every) },
    { id: 'next', head: text.nextRun, cell: (one) => <NextRun of={one} /> },
    { id: 'items', head: text.items, right: true, cell: ({ items }) => format.count(items) },
    {
      id: 'last',
      head: text.lastRun,
      wide: true,
      cell: ({ last_run: run }) => (run === null ? text.noRun : <RunOutcome run={run} />),
    },
    { id: 'spent', head: text.spent, wide: true, cell: (one) => <WatchSpent of={one} /> },
  ];
}

export function Watches() {
  const text = useGatherText();
  const words = useGatheringText();
  const columns = useColumns();
  const watches = useList(
    ['watches'],
    (cursor) => portal('/watches/v1', { query: { cursor, limit: PAGE } }),
    () => POLL_MS,
  );
  const begin = (
    <LinkButton kind="primary" href={NEW}>
      {text.startWatch}
    </LinkButton>
  );
  const rows = watches.data?.pages.flatMap((page) => page.watches) ?? [];
  return (
    <Page title={words.watches} sub={text.watchesSub} actions={rows.length > 0 && begin}>
      <Panel>
        <Loaded of={watches}>
          {() => (
            <Table
              label={words.watches}
              columns={columns}
              rows={rows}
              rowKey={({ id }) => id}
              empty={
                <Empty>
                  {text.noWatches}
                  {begin}
                </Empty>
              }
            />
          )}
        </Loaded>
        <MoreButton of={watches} />
      </Panel>
    </Page>
  );
}
