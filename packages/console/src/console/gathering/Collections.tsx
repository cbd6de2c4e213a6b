// Collections of all accounts.

import type { AdminCollection } from '../../api/api-types.ts';
import { adminListCollectionsStateChoices } from '../../api/bounds.ts';
import { pollFirst, useList } from '../../api/use-list.ts';
import { CollectionSpent, CollectionState, Progress, useTitle } from '../../gathering/Shown.tsx';
import { useGatheringText } from '../../gathering/text.ts';
import { Chip } from '../../parts/Chip.tsx';
import { Code } from '../../parts/Code.tsx';
import { Id } from '../../parts/Copy.tsx';
import { Listed } from '../../parts/Listed.tsx';
import { Page } from '../../parts/Page.tsx';
import { Panel } from '../../parts/Panel.tsx';
import type { Column } from '../../parts/Table.tsx';
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
    [
      'question',
      words.question,
      'wraps',
      (one) => (
        <a href={`#/collections?open=${one.id}`} onClick={(event) => event.preventDefault()}>
          {titleOf(one)}
        </a>
      ),
    ],
    ['account', text.account, 'wide', ({ account_id: id }) => <Id of={id} href={`#/accounts/${id}`} />],
    ['platform', words.platform, 'wide', ({ platform }) => platformName(platform)],
    [
      'state',
      common.state,
      '',
      (one) => (
        <>
          <CollectionState of={one} />{' '}
          {(one.late_seconds ?? 0) > 0 && (
            <Chip tone="bad">{text.lateBy(format.count(one.late_seconds!))}</Chip>
          )}
        </>
      ),
    ],
    ['items', words.items, '', (one) => <Progress of={one} />],
    ['spent', words.spent, 'wide', (one) => <CollectionSpent of={one} />],
    ['created', words.created, 'right wide', 'created_at'],
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
        <Listed
          of={collections}
          label={words.collections}
          columns={columns}
          rows={(page) => page.collections}
          onOpen={({ id }) => change({ open: id }, false)}
          empty={
            <>
              {text.noCollections}
              <Code label={words.collection}>npx reelgate collect library cat --items 100 --budget 1</Code>
            </>
          }
        />
      </Panel>
      {filters.open !== undefined && (
        <CollectionDrawer id={filters.open} onClose={() => change({ open: undefined })} />
      )}
    </Page>
  );
}
