// The caller's collections and watches, the newest first: one page, whose columns differ.
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Collection, Watch } from '../../api/api-types.ts';
import { useList } from '../../api/use-list.ts';
import { isEnded } from '../../gathering/gathered.ts';
import {
  CollectionSpent,
  CollectionState,
  NextRun,
  Progress,
  RunOutcome,
  useEvery,
  useGivenColumns,
  useTitle,
  WatchSpent,
  WatchState,
} from '../../gathering/Shown.tsx';
import { useGatheringText } from '../../gathering/text.ts';
import { LinkButton, MoreButton } from '../../parts/Button.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Page } from '../../parts/Page.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { type Column, Table } from '../../parts/Table.tsx';
import { useCommonText } from '../../text/common.ts';
import { portal } from '../api.ts';
import { useGatherText } from './text.ts';

/** While one of the collections runs. */
const COLLECTIONS_POLL_MS = 5_000;
/** The shortest distance of runs is 15 minutes. */
const WATCHES_POLL_MS = 30_000;
const PAGE = 50;

/** What both lists begin with. */
function useColumns<Row extends Collection | Watch>(
  noun: string,
  State: (props: { of: Row }) => ReactNode,
): Column<Row>[] {
  const text = useGatheringText();
  const common = useCommonText();
  const titleOf = useTitle();
  return [
    ['question', text.question, 'wraps', (one) => <a href={`#/${noun}/${one.id}`}>{titleOf(one)}</a>],
    ['platform', text.platform, 'wide'],
    ...useGivenColumns<Row>(),
    ['state', common.state, '', (one) => <State of={one} />],
  ];
}

interface GatheringPageProps<Row> {
  noun: 'collections' | 'watches';
  sub: string;
  of: UseInfiniteQueryResult<unknown>;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  /** The button that begins a new one. */
  begin: string;
  empty: string;
}

function GatheringPage<Row>({ noun, sub, of, rows, columns, begin, empty }: GatheringPageProps<Row>) {
  const title = useGatheringText()[noun];
  const way = (
    <LinkButton kind="primary" href={`#/${noun}/new`}>
      {begin}
    </LinkButton>
  );
  const nothing = (
    <>
      {empty}
      {way}
    </>
  );
  return (
    <Page title={title} sub={sub} actions={rows.length > 0 && way}>
      <Panel>
        <Loaded of={of}>{() => <Table label={title} columns={columns} rows={rows} empty={nothing} />}</Loaded>
        <MoreButton of={of} />
      </Panel>
    </Page>
  );
}

export function Collections() {
  const text = useGatherText();
  const words = useGatheringText();
  const columns = useColumns<Collection>('collections', CollectionState);
  const collections = useList(
    ['collections'],
    (cursor) => portal('/collections/v1', { query: { cursor, limit: PAGE } }),
    (parts) =>
      parts.some((part) => part.collections.some((one) => !isEnded(one))) ? COLLECTIONS_POLL_MS : false,
  );
  return (
    <GatheringPage
      noun="collections"
      sub={text.collectionsSub}
      of={collections}
      rows={collections.data?.pages.flatMap((part) => part.collections) ?? []}
      columns={[
        ...columns,
        ['items', words.items, '', (one) => <Progress of={one} />],
        ['spent', words.spent, 'wide', (one) => <CollectionSpent of={one} />],
        ['created', words.created, 'right wide', 'created_at'],
      ]}
      begin={text.startCollection}
      empty={text.noCollections}
    />
  );
}

export function Watches() {
  const text = useGatherText();
  const words = useGatheringText();
  const everyOf = useEvery();
  const columns = useColumns<Watch>('watches', WatchState);
  const watches = useList(
    ['watches'],
    (cursor) => portal('/watches/v1', { query: { cursor, limit: PAGE } }),
    () => WATCHES_POLL_MS,
  );
  const last = ({ last_run: run }: Watch) => (run === null ? words.noRun : <RunOutcome run={run} />);
  return (
    <GatheringPage
      noun="watches"
      sub={text.watchesSub}
      of={watches}
      rows={watches.data?.pages.flatMap((part) => part.watches) ?? []}
      columns={[
        ...columns,
        ['every', words.every, 'wide', ({ every }) => everyOf(every)],
        ['next', words.nextRun, '', (one) => <NextRun of={one} />],
        ['items', words.items, 'right'],
        ['last', words.lastRun, 'wide', last],
        ['spent', words.spent, 'wide', (one) => <WatchSpent of={one} />],
      ]}
      begin={text.startWatch}
      empty={text.noWatches}
    />
  );
}
