// Collections and watches of all accounts: one page, whose columns and verbs differ.
import type { ReactNode } from 'react';
import type { AdminCollection, AdminWatch } from '../../api/api-types.ts';
import { adminListCollectionsStateChoices, adminListWatchesStateChoices } from '../../api/bounds.ts';
import { pollFirst, useList } from '../../api/use-list.ts';
import {
  CollectionSpent,
  CollectionState,
  NextRun,
  Progress,
  RunOutcome,
  useGivenColumns,
  useTitle,
  WatchSpent,
  WatchState,
} from '../../gathering/Shown.tsx';
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
import { CollectionDrawer, WatchDrawer } from './Drawers.tsx';
import { FilterBar } from './FilterBar.tsx';
import { type GatherFilters, readCollectionFilters, readWatchFilters } from './filters.ts';
import { useGatherAdminText } from './text.ts';

type Gathering = AdminCollection | AdminWatch;

const PAGE = 50;
const COLLECTIONS_POLL_MS = 5_000;
/** Runs are 15 minutes apart at least. */
const WATCHES_POLL_MS = 10_000;

/** What both lists begin with. */
function useColumns<Row extends Gathering>(noun: string, State: (props: { of: Row }) => ReactNode) {
  const text = useGatherAdminText();
  const words = useGatheringText();
  const common = useCommonText();
  const format = useFormat();
  const titleOf = useTitle();
  const question = (one: Row) => (
    <a href={`#/${noun}?open=${one.id}`} onClick={(event) => event.preventDefault()}>
      {titleOf(one)}
    </a>
  );
  const state = (one: Row) => (
    <>
      <State of={one} />{' '}
      {one.late_seconds !== null && one.late_seconds > 0 && (
        <Chip tone="bad">{text.lateBy(format.count(one.late_seconds))}</Chip>
      )}
    </>
  );
  return {
    question: ['question', words.question, 'wraps', question],
    account: [
      'account',
      text.account,
      'wide',
      ({ account_id: id }) => <Id of={id} href={`#/accounts/${id}`} />,
    ],
    state: ['state', common.state, '', state],
    given: useGivenColumns<Row>(),
  } satisfies Record<string, Column<Row> | Column<Row>[]>;
}

interface GatheringPageProps<State extends Gathering['state']> {
  title: string;
  sub: string;
  states: readonly State[];
  filters: GatherFilters<State>;
  change: (change: Partial<GatherFilters<State>>) => void;
  drawer: (opened: { id: string; onClose: () => void }) => ReactNode;
  children: ReactNode;
}

function GatheringPage<State extends Gathering['state']>(props: GatheringPageProps<State>) {
  const { title, sub, states, filters, change, drawer, children } = props;
  return (
    <Page title={title} sub={sub}>
      <FilterBar filters={filters} states={states} change={change} />
      <Panel>{children}</Panel>
      {filters.open !== undefined && drawer({ id: filters.open, onClose: () => change({ open: undefined }) })}
    </Page>
  );
}

export function Collections() {
  const text = useGatherAdminText();
  const words = useGatheringText();
  const platformName = usePlatformName();
  const { question, account, state, given } = useColumns<AdminCollection>('collections', CollectionState);
  const [filters, change] = useUrlState(readCollectionFilters);
  const { open: _, ...query } = filters;
  const collections = useList(
    ['collections', query],
    (cursor) => admin('/collections', { query: { ...query, limit: PAGE, cursor } }),
    pollFirst(COLLECTIONS_POLL_MS),
  );
  return (
    <GatheringPage
      title={words.collections}
      sub={text.collectionsSub}
      states={adminListCollectionsStateChoices}
      {...{ filters, change }}
      drawer={(opened) => <CollectionDrawer {...opened} />}
    >
      <Listed
        of={collections}
        label={words.collections}
        rows={(page) => page.collections}
        onOpen={({ id }) => change({ open: id }, false)}
        columns={[
          ...[question, account],
          ['platform', words.platform, 'wide', ({ platform }) => platformName(platform)],
          ...[state, ...given],
          ['items', words.items, '', (one) => <Progress of={one} />],
          ['spent', words.spent, 'wide', (one) => <CollectionSpent of={one} />],
          ['created', words.created, 'right wide', 'created_at'],
        ]}
        empty={
          <>
            {text.noCollections}
            <Code label={words.collection}>npx reelgate collect library cat --items 100 --budget 1</Code>
          </>
        }
      />
    </GatheringPage>
  );
}

export function Watches() {
  const text = useGatherAdminText();
  const words = useGatheringText();
  const { question, account, state, given } = useColumns<AdminWatch>('watches', WatchState);
  const [filters, change] = useUrlState(readWatchFilters);
  const { open: _, ...query } = filters;
  const watches = useList(
    ['watches', query],
    (cursor) => admin('/watches', { query: { ...query, limit: PAGE, cursor } }),
    pollFirst(WATCHES_POLL_MS),
  );
  const last = ({ last_run: run }: AdminWatch) => (run === null ? words.noRun : <RunOutcome run={run} />);
  return (
    <GatheringPage
      title={words.watches}
      sub={text.watchesSub}
      states={adminListWatchesStateChoices}
      {...{ filters, change }}
      drawer={(opened) => <WatchDrawer {...opened} />}
    >
      <Listed
        of={watches}
        label={words.watches}
        rows={(page) => page.watches}
        onOpen={({ id }) => change({ open: id }, false)}
        columns={[
          ...[question, account, state, ...given],
          ['next', words.nextRun, '', (one) => <NextRun of={one} />],
          ['last', words.lastRun, 'wide', last],
          ['items', words.items, 'right'],
          ['spent', words.spent, 'wide', (one) => <WatchSpent of={one} />],
        ]}
        empty={
          <>
            {text.noWatches}
            <Code label={words.watch}>npx reelgate watch library cat --every 6h --month 2</Code>
          </>
        }
      />
    </GatheringPage>
  );
}
