// One collection: its state and what to do about it, progress, money, download and newest items.
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { Collection, CollectionQuestion } from '../../api/api-types.ts';
import { ByQuestion } from '../../gathering/ByQuestion.tsx';
import { isCutShort, isEnded } from '../../gathering/gathered.ts';
import {
  CollectionSpent,
  CollectionState,
  Progress,
  useGivenFacts,
  useQuestion,
  useTitle,
} from '../../gathering/Shown.tsx';
import { useGatheringText } from '../../gathering/text.ts';
import { type Act, Acts } from '../../parts/Acts.tsx';
import { Button } from '../../parts/Button.tsx';
import { Id } from '../../parts/Copy.tsx';
import { Facts } from '../../parts/Facts.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Notice } from '../../parts/Notice.tsx';
import { Page } from '../../parts/Page.tsx';
import { Panel, Row } from '../../parts/Panel.tsx';
import { Time } from '../../parts/Time.tsx';
import { useFormat } from '../../shell/use-format.ts';
import { portal } from '../api.ts';
import { CollectionBudgetDialog } from './BudgetDialog.tsx';
import { Export } from './Export.tsx';
import { FoundItems } from './FoundItems.tsx';
import { useGatherText } from './text.ts';

const POLL_MS = 2_000;

/** Why it does not go on, or why it ended, in a sentence with the next step. */
function Why({ of }: { of: Collection }) {
  const { state, waiting_for: wait, end, failure, next_try_at: next } = of;
  const format = useFormat();
  const text = useGatherText();
  const words = useGatheringText();
  if (end !== null) {
    const isWhole = state === 'done' && !isCutShort(of);
    return (
      <Notice tone={isWhole ? 'good' : 'warn'}>
        {words.ends[end]}{' '}
        {isCutShort(of) && words.unaskedNote(format.count(of.questions_unasked), format.count(of.questions))}{' '}
        {failure !== null && !isWhole && <code>{failure}</code>}
      </Notice>
    );
  }
  if (wait === null) return null;
  return (
    <Notice tone="warn">
      {text.help[wait]} {wait === 'balance' && <a href="#/balance">{text.toTopUp}</a>}
      {wait === 'cap' && <a href="#/keys">{text.toKeys}</a>}
      {wait !== 'balance' && next !== null && (
        <>
          {`${words.nextTry}: `}
          <Time at={next} />
        </>
      )}
    </Notice>
  );
}

function Numbers({ of }: { of: Collection }) {
  const words = useGatheringText();
  const format = useFormat();
  const question = useQuestion();
  const givenFacts = useGivenFacts();
  return (
    <Panel title={useGatherText().progress}>
      <Progress of={of} wide />
      <Facts
        rows={[
          [words.question, question(of)],
          [words.platform, of.platform],
          ...givenFacts(of),
          [words.spent, <CollectionSpent key="spent" of={of} />],
          [words.mostCost, format.exact(of.most_cost, of.currency)],
          [words.pages, `${format.count(of.pages)}${of.in_flight ? ` · ${words.pageInFlight}` : ''}`],
          of.questions_refused > 0 && [words.refused, format.count(of.questions_refused)],
          [words.created, <Time key="at" at={of.created_at} form="full" />],
          of.until !== null && [words.until, <Time key="at" at={of.until} form="full" />],
          of.ended_at !== null && [words.ended, <Time key="at" at={of.ended_at} form="full" />],
          of.expires_at !== null && [words.expires, <Time key="at" at={of.expires_at} form="full" />],
        ]}
      />
    </Panel>
  );
}

function Actions({ of }: { of: Collection }) {
  const text = useGatherText();
  const [isChanging, setChanging] = useState(false);
  const params = { collection: of.id };
  const cancel: Act = {
    ...{ name: text.cancelCollection, sure: text.cancelSure },
    send: () => portal('/collections/v1/{collection}/cancel', { method: 'POST', params }),
  };
  const remove: Act = {
    ...{ name: text.removeCollection, sure: text.removeCollectionSure, danger: true },
    send: async () => {
      await portal('/collections/v1/{collection}', { method: 'DELETE', params });
      location.hash = '#/collections';
    },
  };
  return (
    <Row>
      {!isEnded(of) && <Button onClick={() => setChanging(true)}>{text.change}</Button>}
      <Acts of={[!isEnded(of) && cancel, remove]} />
      {isChanging && <CollectionBudgetDialog of={of} onClose={() => setChanging(false)} />}
    </Row>
  );
}

function Shown({ of, byQuestion }: { of: Collection; byQuestion: readonly CollectionQuestion[] }) {
  const titleOf = useTitle();
  const params = { collection: of.id };
  return (
    <Page
      title={titleOf(of)}
      sub={
        <>
          <CollectionState of={of} /> <Id of={of.id} />
        </>
      }
      actions={<Actions of={of} />}
    >
      <Why of={of} />
      <Numbers of={of} />
      <ByQuestion of={byQuestion} />
      <Export of={of} />
      <FoundItems
        id={of.id}
        path={of.path}
        platform={of.platform}
        items={of.items}
        read={(query) => portal('/collections/v1/{collection}/items', { params, query })}
        readPictures={(query) => portal('/collections/v1/{collection}/pictures', { params, query })}
      />
    </Page>
  );
}

export function CollectionPage() {
  const { collection } = useParams({ strict: false }) as { collection: string };
  const found = useQuery({
    queryKey: ['collections', collection],
    queryFn: () => portal('/collections/v1/{collection}', { params: { collection } }),
    refetchInterval: ({ state }) =>
      state.data !== undefined && isEnded(state.data.collection) ? false : POLL_MS,
  });
  return (
    <Loaded of={found}>{(answer) => <Shown of={answer.collection} byQuestion={answer.by_question} />}</Loaded>
  );
}
