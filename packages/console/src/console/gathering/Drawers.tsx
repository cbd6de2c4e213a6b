// One collection or watch of an account, and what an operator may do with it: stop the one, pause, resume or end the other.
import { useQuery } from '@tanstack/react-query';
import type { AdminCollection, AdminWatch } from '../../api/api-types.ts';
import { ByQuestion } from '../../gathering/ByQuestion.tsx';
import { isEnded } from '../../gathering/gathered.ts';
import {
  CollectionSpent,
  CollectionState,
  NextRun,
  Progress,
  RunsTable,
  useEvery,
  useGivenFacts,
  useQuestion,
  WatchSpent,
  WatchState,
} from '../../gathering/Shown.tsx';
import { useGatheringText } from '../../gathering/text.ts';
import { type Act, Acts } from '../../parts/Acts.tsx';
import { Mono } from '../../parts/Code.tsx';
import { Id } from '../../parts/Copy.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { type Fact, Facts } from '../../parts/Facts.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Notice } from '../../parts/Notice.tsx';
import { Panel, Row } from '../../parts/Panel.tsx';
import { Time } from '../../parts/Time.tsx';
import { useFormat } from '../../shell/use-format.ts';
import { useCommonText } from '../../text/common.ts';
import { admin } from '../api.ts';
import { useMay } from '../console-session.ts';
import { callByRequest, callsOf } from '../links.ts';
import { useGatherAdminText } from './text.ts';

const COLLECTION_POLL_MS = 5_000;
const WATCH_POLL_MS = 10_000;

const timeFact = (name: string, at: string | null): Fact =>
  at !== null && [name, <Time key="at" at={at} form="full" />];

/** What both nouns have: how late it is, whose it is, and what it asks. */
function useSharedFacts(of: AdminCollection | AdminWatch): { trouble: Fact[]; owner: Fact[] } {
  const text = useGatherAdminText();
  const words = useGatheringText();
  const common = useCommonText();
  const format = useFormat();
  const question = useQuestion();
  const { late_seconds: late, failures, account_id: account, key } = of;
  return {
    trouble: [
      late !== null && late > 0 && [words.late, text.lateBy(format.count(late))],
      failures > 0 && [text.failures, format.count(failures)],
    ],
    owner: [
      [text.account, <Id key="account" of={account} href={`#/accounts/${account}`} />],
      [text.key, <Id key="key" of={key} href={`#/keys?open=${key}`} />],
      [words.question, question(of)],
      [common.path, <Mono key="path">{of.path}</Mono>],
      ...useGivenFacts()(of),
    ],
  };
}

function CollectionFacts({ of }: { of: AdminCollection }) {
  const text = useGatherAdminText();
  const words = useGatheringText();
  const common = useCommonText();
  const format = useFormat();
  const { trouble, owner } = useSharedFacts(of);
  return (
    <Facts
      rows={[
        [common.state, <CollectionState key="state" of={of} />],
        of.end !== null && [words.ended, words.ends[of.end]],
        of.failure !== null && [words.failure, <code key="failure">{of.failure}</code>],
        ...trouble,
        timeFact(words.nextTry, of.next_try_at),
        ...owner,
        [words.items, <Progress key="items" of={of} />],
        [words.spent, <CollectionSpent key="spent" of={of} />],
        [words.mostCost, format.exact(of.most_cost, of.currency)],
        [words.pages, `${format.count(of.pages)}${of.in_flight ? ` · ${words.pageInFlight}` : ''}`],
        of.questions_refused > 0 && [words.refused, format.count(of.questions_refused)],
        timeFact(words.created, of.created_at),
        timeFact(common.end, of.ended_at),
        timeFact(words.expires, of.expires_at),
        [text.request, <Id key="request" of={of.request_id} />],
      ]}
    />
  );
}

function WatchFacts({ of }: { of: AdminWatch }) {
  const words = useGatheringText();
  const common = useCommonText();
  const format = useFormat();
  const everyOf = useEvery();
  const { trouble, owner } = useSharedFacts(of);
  return (
    <Facts
      rows={[
        [common.state, <WatchState key="state" of={of} />],
        ...trouble,
        ...owner,
        [words.every, everyOf(of.every)],
        [words.nextRun, <NextRun key="next" of={of} />],
        [words.items, format.count(of.items)],
        [words.runs, format.count(of.runs)],
        [words.spent, <WatchSpent key="spent" of={of} />],
        [words.mostRun, format.exact(of.run_most_cost, of.currency)],
        [words.mostMonth, format.exact(of.most_cost, of.currency)],
        [words.pagesMax, format.count(of.pages_max)],
        timeFact(words.created, of.created_at),
        timeFact(words.ended, of.ended_at),
      ]}
    />
  );
}

function ActRow({ of, acts }: { of: AdminCollection | AdminWatch; acts: readonly Act[] }) {
  const text = useGatherAdminText();
  const may = useMay();
  return (
    <Row>
      <a href={callsOf(of)}>{`${text.calls} →`}</a>
      {may.change && <Acts of={acts} />}
    </Row>
  );
}

interface Opened {
  id: string;
  onClose: () => void;
}

export function CollectionDrawer({ id, onClose }: Opened) {
  const text = useGatherAdminText();
  const words = useGatheringText();
  const params = { collection: id };
  const found = useQuery({
    queryKey: ['collections', 'one', id],
    queryFn: () => admin('/collections/{collection}', { params }),
    refetchInterval: ({ state }) =>
      state.data !== undefined && isEnded(state.data.collection) ? false : COLLECTION_POLL_MS,
  });
  const stop: Act = {
    ...{ name: text.stop, sure: text.stopSure, danger: true },
    send: () => admin('/collections/{collection}/stop', { method: 'POST', params }),
  };
  return (
    <Dialog side title={`${words.collection} ${id}`} onClose={onClose}>
      <Loaded of={found}>
        {({ collection, by_question }) => (
          <>
            <CollectionFacts of={collection} />
            <ByQuestion of={by_question} />
            <ActRow of={collection} acts={isEnded(collection) ? [] : [stop]} />
          </>
        )}
      </Loaded>
    </Dialog>
  );
}

/** What an operator may do with a watch, by its state. */
function useWatchActs(watch: string): (state: AdminWatch['state']) => Act[] {
  const text = useGatherAdminText();
  const asked = { method: 'POST', params: { watch } } as const;
  const act = (name: 'pause' | 'resume' | 'end', send: () => Promise<unknown>): Act => ({
    ...{ name: text[name], sure: text[`${name}Sure`], danger: name === 'end', send },
  });
  const end = act('end', () => admin('/watches/{watch}/end', asked));
  const acts: Record<AdminWatch['state'], Act[]> = {
    active: [act('pause', () => admin('/watches/{watch}/pause', asked)), end],
    paused: [act('resume', () => admin('/watches/{watch}/resume', asked)), end],
    ended: [],
  };
  return (state) => acts[state];
}

export function WatchDrawer({ id, onClose }: Opened) {
  const words = useGatheringText();
  const actsOf = useWatchActs(id);
  const found = useQuery({
    queryKey: ['watches', 'one', id],
    queryFn: () => admin('/watches/{watch}', { params: { watch: id } }),
    refetchInterval: WATCH_POLL_MS,
  });
  return (
    <Dialog side title={`${words.watch} ${id}`} onClose={onClose}>
      <Loaded of={found}>
        {({ watch, runs }) => (
          <>
            {watch.has_gap && <Notice tone="warn">{words.gapNote}</Notice>}
            <WatchFacts of={watch} />
            <ActRow of={watch} acts={actsOf(watch.state)} />
            <Panel title={words.runs}>
              <RunsTable
                runs={runs}
                currency={watch.currency}
                callLink={(request) => callByRequest(watch.account_id, request)}
              />
            </Panel>
          </>
        )}
      </Loaded>
    </Dialog>
  );
}
