// Collections of all accounts.

import type { AdminCollection } from '../../api/api-types.ts';
import { adminListCollectionsStateChoices } from '../../api/bounds.ts';
import { pollFirst, useList } from '../../api/use-list.ts';
import { CollectionSpent, CollectionState, Progress, useTitle } from '../../gathering/Shown.tsx';
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
import { Time } from '../../parts/Time.tsx';
import { usePlatformName } from '../../shell/made-up.ts';
import { useFormat } from '../../shell/use-format.ts';
import { useUrlState } from '../../shell/use-url-state.ts';
import { useCommonText } from '../../text/common.ts';
import { admin } from '../api.ts';
import { CollectionDrawer } from './CollectionDrawer.tsx';
import { FilterBar } from './FilterBar.tsx';
import { readCollectionFilters } from './filters.ts';
import { useGatherAdminText } from './text.ts';

const POLL_MS = 5_000;
const PAGE = 50;

function useColumns(): Column<AdminCollection>[] {
  const text = useGatherAdminText();
  const words = useGatheringText();
  const common = useCommonText();
  const format = useFormat();
  const titleOf = useTitle();
  const platformName = usePlatformName();
  return [
    {
      id: 'question',
      head: words.question,
      wraps: true,
      cell: (one) => (
        <a href={`#/collections?open=${one.id}`} onClick={(event) => event.preventDefault()}>
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
    { id: 'platform', head: words.platform, wide: true, cell: ({ platform }) => platformName(platform) },
    {
      id: 'state',
      head: common.state,
      cell: (one) => (
        <>
          <CollectionState of={one} />{' '}
          {(one.late_seconds ?? 0) > 0 && (
            <Chip tone="bad">{text.lateBy(format.count(one.late_seconds!))}</Chip>
          )}
        </>
      ),
    },
    { id: 'items', head: words.items, cell: (one) => <Progress of={one} /> },
    { id: 'spent', head: words.spent, wide: true, cell: (one) => <CollectionSpent of={one} /> },
    {
      id: 'created',
      head: words.created,
      wide: true,
      right: true,
      cell: ({ created_at }) => <Time at={created_at} />,
    },
  ];
}

export function Collections() {
  const text = useGatherAdminText();
  const words = useGatheringText();
  const columns = useColumns();
  const [filters, change] = useUrlState(readCollectionFilters);
  const { account, state, late } = filters;
  const collections = useList(
    ['collections', account, state, late],
    (cursor) => admin('/collections', { query: { account, state, late, limit: PAGE, cursor } }),
    pollFirst(POLL_MS),
  );
  return (
    <Page title={words.collections} sub={text.collectionsSub}>
      <FilterBar filters={filters} states={adminListCollectionsStateChoices} change={change} />
      <Panel>
        <Loaded of={collections}>
          {({ pages }) => (
            <Table
              label={words.collections}
              columns={columns}
              rows={pages.flatMap((page) => page.collections)}
              rowKey={({ id }) => id}
              onOpen={({ id }) => change({ open: id }, false)}
              empty={
                <Empty>
                  {text.noCollections}
                  <Code label={words.collection}>
                    npx reelgate collect library cat --items 100 --budget 1
                  </Code>
                </Empty>
              }
            />
          )}
        </Loaded>
        <MoreButton of={collections} />
      </Panel>
      {filters.open !== undefined && (
        <CollectionDrawer id={filters.open} onClose={() => change({ open: undefined })} />
      )}
    </Page>
  );
}
