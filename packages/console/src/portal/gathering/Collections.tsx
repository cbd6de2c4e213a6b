// The caller's collections, the newest first.

import type { Collection } from '../../api/api-types.ts';
import { useList } from '../../api/use-list.ts';
import { isEnded } from '../../gathering/gathered.ts';
import { CollectionSpent, CollectionState, Progress, useTitle } from '../../gathering/Shown.tsx';
import { useGatheringText } from '../../gathering/text.ts';
import { LinkButton, MoreButton } from '../../parts/Button.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Page } from '../../parts/Page.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { type Column, Table } from '../../parts/Table.tsx';
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
    ['question', text.question, 'wraps', (one) => <a href={`#/collections/${one.id}`}>{titleOf(one)}</a>],
    ['platform', text.platform, 'wide'],
    ['state', common.state, '', (one) => <CollectionState of={one} />],
    ['items', text.items, '', (one) => <Progress of={one} />],
    ['spent', text.spent, 'wide', (one) => <CollectionSpent of={one} />],
    ['created', text.created, 'right wide', 'created_at'],
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
              empty={
                <>
                  {text.noCollections}
                  {begin}
                </>
              }
            />
          )}
        </Loaded>
        <MoreButton of={collections} />
      </Panel>
    </Page>
  );
}
