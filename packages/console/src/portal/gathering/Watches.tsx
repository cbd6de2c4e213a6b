// The caller's watches, the newest first.

import type { Watch } from '../../api/api-types.ts';
import { useList } from '../../api/use-list.ts';
import { NextRun, RunOutcome, useEvery, useTitle, WatchSpent, WatchState } from '../../gathering/Shown.tsx';
import { useGatheringText } from '../../gathering/text.ts';
import { LinkButton, MoreButton } from '../../parts/Button.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Page } from '../../parts/Page.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { type Column, Table } from '../../parts/Table.tsx';
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
  const titleOf = useTitle();
  const everyOf = useEvery();
  return [
    ['question', text.question, 'wraps', (one) => <a href={`#/watches/${one.id}`}>{titleOf(one)}</a>],
    ['platform', text.platform, 'wide'],
    ['state', common.state, '', (one) => <WatchState of={one} />],
    ['every', text.every, 'wide', ({ every }) => everyOf(every)],
    ['next', text.nextRun, '', (one) => <NextRun of={one} />],
    ['items', text.items, 'right'],
    [
      'last',
      text.lastRun,
      'wide',
      ({ last_run: run }) => (run === null ? text.noRun : <RunOutcome run={run} />),
    ],
    ['spent', text.spent, 'wide', (one) => <WatchSpent of={one} />],
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
              empty={
                <>
                  {text.noWatches}
                  {begin}
                </>
              }
            />
          )}
        </Loaded>
        <MoreButton of={watches} />
      </Panel>
    </Page>
  );
}
