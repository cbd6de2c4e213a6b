// The caller's collections, the newest first.

import type { Collection } from '../../api/api-types.ts';
import { useList } from '../../api/use-list.ts';
import { isEnded } from '../../gathering/gathered.ts';
import { CollectionSpent, CollectionState, Progress, useTitle } from '../../gathering/Shown.tsx';
import { useGatheringText } from '../../gathering/text.ts';
import { LinkButton, MoreButton } from '../../parts/Button.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Empty } from '../../parts/Notice.tsx';
import { Page } from '../../parts/Page.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { type Column, Table } from '../../parts/Table.tsx';
import { Time } from '../../parts/Time.tsx';
import { useCommonText } from '../../text/common.ts';
import { portal } from '../api.ts';
import { useGatherText } from './text.ts';

const NEW = '#/collections/new';
/** While one of them runs. */
const POLL_MS = 5_000;
const PAGE = 50;

function useColumns(): Column<Collection>[] {
  const text = useGatheringText();
  const common = useCommonText();
  const titleOf = useTitle();
  return [
    {
      id: 'question',
      head: text.question,
      wraps: true,
      cell: (one) => <a href={`#/collections/${one.id}`}>{titleOf(one)}</a>,
    },
    { id: 'platform', head: text.platform, wide: true, cell: ({ platform }) => platform },
    { id: 'state', head: common.state, cell: (one) => <CollectionState of={one} /> },
    { id: 'items', head: text.items, cell: (one) => <Progress of={one} /> },
    { id: 'spent', head: text.spent, wide: true, cell: (one) => <CollectionSpent of={one} /> },
    {
      id: 'created',
      head: text.created,
      wide: true,
      right: true,
      cell: ({ created_at }) => <Time at={created_at} />,
    },
  ];
}

export function Collections() {
  const text = useGatherText();
  const words = useGatheringText();
  const columns = useColumns();
  const collections = useList(
    ['collections'],
    (cursor) => portal('/collections/v1', { query: { cursor, limit: PAGE } }),
    (pages) => (pages.some((page) => page.collections.some((one) => !isEnded(one))) ? POLL_MS : false),
  );
  const begin = (
    <LinkButton kind="primary" href={NEW}>
      {text.startCollection}
    </LinkButton>
  );
  const rows = collections.data?.pages.flatMap((page) => page.collections) ?? [];
  return (
    <Page title={words.collections} sub={text.collectionsSub} actions={rows.length > 0 && begin}>
      <Panel>
        <Loaded of={collections}>
          {() => (
            <Table
              label={words.collections}
              columns={columns}
              rows={rows}
              rowKey={({ id }) => id}
              empty={
                <Empty>
                  {text.noCollections}
                  {begin}
                </Empty>
              }
            />
          )}
        </Loaded>
        <MoreButton of={collections} />
      </Panel>
    </Page>
  );
}
