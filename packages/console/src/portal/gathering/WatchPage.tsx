// One watch: its state and what to do about it, next run, money, newest items, last runs and feed.
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { UpdateWatchBody, Watch } from '../../api/api-types.ts';
import { useChange } from '../../api/use-change.ts';
import { isRunDue } from '../../gathering/gathered.ts';
import {
  NextRun,
  RunsTable,
  useEvery,
  useGivenFacts,
  useQuestion,
  useTitle,
  WatchSpent,
  WatchState,
} from '../../gathering/Shown.tsx';
import { useGatheringText } from '../../gathering/text.ts';
import { type Act, Acts } from '../../parts/Acts.tsx';
import { Button } from '../../parts/Button.tsx';
import { Id } from '../../parts/Copy.tsx';
import { Facts } from '../../parts/Facts.tsx';
import { Failure } from '../../parts/Failure.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Notice } from '../../parts/Notice.tsx';
import { Page } from '../../parts/Page.tsx';
import { Panel, Row } from '../../parts/Panel.tsx';
import { Time } from '../../parts/Time.tsx';
import { useFormat } from '../../shell/use-format.ts';
import { portal } from '../api.ts';
import { WatchBudgetDialog } from './BudgetDialog.tsx';
import { Feed } from './Feed.tsx';
import { FoundItems } from './FoundItems.tsx';
import { useGatherText } from './text.ts';

/** While a run takes place, and between runs. */
const RUNNING_POLL_MS = 2_000;
const IDLE_POLL_MS = 30_000;
/** How long the page looks out for a run that was requested. A node takes a second or two to begin, and a run at most half a minute. */
const AWAITED_MS = 60_000;

/** A run that the caller has requested, and that has not ended yet. */
interface AwaitedRun {
  /** The number of runs before it. */
  runs: number;
  sinceMs: number;
}

function isAwaited(watch: Watch, awaited: AwaitedRun | null): boolean {
  return awaited !== null && watch.runs <= awaited.runs && Date.now() - awaited.sinceMs < AWAITED_MS;
}

function Why({ of: { paused_for: why, has_gap: hasGap } }: { of: Watch }) {
  const text = useGatherText();
  const words = useGatheringText();
  return (
    <>
      {why !== null && (
        <Notice tone="warn">
          {text.pauseHelp[why]} {why === 'balance' && <a href="#/balance">{text.toTopUp}</a>}
          {why === 'cap' && <a href="#/keys">{text.toKeys}</a>}
        </Notice>
      )}
      {hasGap && <Notice tone="warn">{words.gapNote}</Notice>}
    </>
  );
}

function Numbers({ of }: { of: Watch }) {
  const words = useGatheringText();
  const format = useFormat();
  const question = useQuestion();
  const givenFacts = useGivenFacts();
  const everyOf = useEvery();
  return (
    <Panel>
      <Facts
        rows={[
          [words.question, question(of)],
          [words.platform, of.platform],
          ...givenFacts(of),
          [words.every, everyOf(of.every)],
          [
            words.nextRun,
            <span key="next" data-next="">
              <NextRun of={of} />
              {of.next_run_at !== null && (
                <>
                  {' · '}
                  <Time at={of.next_run_at} form="full" />
                </>
              )}
            </span>,
          ],
          [
            words.items,
            <span key="items" data-items={of.items}>
              {format.count(of.items)}
            </span>,
          ],
          [words.spent, <WatchSpent key="spent" of={of} />],
          [words.mostRun, format.exact(of.run_most_cost, of.currency)],
          of.most_cost !== null && [words.mostMonth, format.exact(of.most_cost, of.currency)],
          [words.pagesMax, format.count(of.pages_max)],
          [words.baseline, words.baselines[of.baseline]],
          [words.created, <Time key="at" at={of.created_at} form="full" />],
          of.ended_at !== null && [words.ended, <Time key="at" at={of.ended_at} form="full" />],
        ]}
      />
    </Panel>
  );
}

interface ShownProps {
  of: Watch;
  isRunning: boolean;
  onRun: (awaited: AwaitedRun) => void;
}

function Actions({ of, isRunning, onRun }: ShownProps) {
  const text = useGatherText();
  const [isChanging, setChanging] = useState(false);
  const params = { watch: of.id };
  const end: Act = {
    ...{ name: text.endWatch, sure: text.endSure, danger: true },
    send: () => portal('/watches/v1/{watch}', { method: 'PATCH', params, body: { state: 'ended' } }),
  };
  const remove: Act = {
    ...{ name: text.removeWatch, sure: text.removeWatchSure, danger: true },
    send: async () => {
      await portal('/watches/v1/{watch}', { method: 'DELETE', params });
      location.hash = '#/watches';
    },
  };
  const ran = useChange(
    () => portal('/watches/v1/{watch}/run', { method: 'POST', params }),
    () => onRun({ runs: of.runs, sinceMs: Date.now() }),
  );
  const changed = useChange((state: NonNullable<UpdateWatchBody['state']>) =>
    portal('/watches/v1/{watch}', { method: 'PATCH', params, body: { state } }),
  );
  const isBusy = ran.isPending || changed.isPending;
  const isLive = of.state !== 'ended';
  return (
    <div>
      <Row>
        {of.state === 'active' && (
          <Button kind="primary" disabled={isBusy || isRunning} onClick={() => ran.mutate()}>
            {isRunning ? text.running : text.runNow}
          </Button>
        )}
        {of.state === 'active' && (
          <Button disabled={isBusy} onClick={() => changed.mutate('paused')}>
            {text.pause}
          </Button>
        )}
        {of.state === 'paused' && of.paused_for !== 'operator' && (
          <Button kind="primary" disabled={isBusy} onClick={() => changed.mutate('active')}>
            {text.resume}
          </Button>
        )}
        {isLive && <Button onClick={() => setChanging(true)}>{text.change}</Button>}
        <Acts of={[isLive && end, remove]} />
      </Row>
      {ran.isError && <Failure error={ran.error} />}
      {changed.isError && <Failure error={changed.error} />}
      {isChanging && <WatchBudgetDialog of={of} onClose={() => setChanging(false)} />}
    </div>
  );
}

function LastRuns({ of }: { of: Watch }) {
  const text = useGatherText();
  const runs = useQuery({
    queryKey: ['watches', of.id, 'runs', of.runs],
    queryFn: () => portal('/watches/v1/{watch}/runs', { params: { watch: of.id } }),
    placeholderData: (before) => before,
  });
  return (
    <Panel title={text.lastRuns}>
      <Loaded of={runs}>
        {(answer) => (
          <RunsTable
            runs={answer.runs}
            currency={of.currency}
            callLink={(id) => `#/receipts/${encodeURIComponent(id)}`}
          />
        )}
      </Loaded>
    </Panel>
  );
}

function Shown(shown: ShownProps) {
  const { of } = shown;
  const params = { watch: of.id };
  const titleOf = useTitle();
  return (
    <Page
      title={titleOf(of)}
      sub={
        <>
          <WatchState of={of} /> <Id of={of.id} />
        </>
      }
      actions={<Actions {...shown} />}
    >
      <Why of={of} />
      <Numbers of={of} />
      <FoundItems
        id={of.id}
        path={of.path}
        platform={of.platform}
        items={of.items}
        read={(query) => portal('/watches/v1/{watch}/items', { params, query })}
        readPictures={(query) => portal('/watches/v1/{watch}/pictures', { params, query })}
      />
      <LastRuns of={of} />
      <Feed of={of} />
    </Page>
  );
}

export function WatchPage() {
  const { watch } = useParams({ strict: false }) as { watch: string };
  const [awaited, setAwaited] = useState<AwaitedRun | null>(null);
  const isRunning = (of: Watch) => isRunDue(of, Date.now()) || isAwaited(of, awaited);
  const found = useQuery({
    queryKey: ['watches', watch],
    queryFn: () => portal('/watches/v1/{watch}', { params: { watch } }),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isRunning(data.watch) ? RUNNING_POLL_MS : IDLE_POLL_MS,
  });
  return (
    <Loaded of={found}>
      {(answer) => (
        <Shown of={answer.watch} isRunning={isAwaited(answer.watch, awaited)} onRun={setAwaited} />
      )}
    </Loaded>
  );
}
