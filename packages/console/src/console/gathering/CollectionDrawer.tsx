// One collection of an account, and stopping it.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminCollection } from '../../api/api-types.ts';
import { ByQuestion } from '../../gathering/ByQuestion.tsx';
import { isEnded } from '../../gathering/gathered.ts';
import { CollectionSpent, CollectionState, Progress, useQuestion } from '../../gathering/Shown.tsx';
import { useGatheringText } from '../../gathering/text.ts';
import { Button } from '../../parts/Button.tsx';
import { Mono } from '../../parts/Code.tsx';
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx';
import { Id } from '../../parts/Copy.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { Facts } from '../../parts/Facts.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Row } from '../../parts/Panel.tsx';
import { Time } from '../../parts/Time.tsx';
import { useFormat } from '../../shell/use-format.ts';
import { useCommonText } from '../../text/common.ts';
import { admin } from '../api.ts';
import { useMay } from '../console-session.ts';
import { callsOf } from '../links.ts';
import { useGatherAdminText } from './text.ts';

const POLL_MS = 5_000;

function CollectionFacts({ of }: { of: AdminCollection }) {
  const text = useGatherAdminText();
  const words = useGatheringText();
  const common = useCommonText();
  const format = useFormat();
  const question = useQuestion();
  return (
    <Facts
      rows={[
        [common.state, <CollectionState key="state" of={of} />],
        of.end !== null && [words.ended, words.ends[of.end]],
        of.failure !== null && [words.failure, <code key="failure">{of.failure}</code>],
        of.failures > 0 && [text.failures, format.count(of.failures)],
        (of.late_seconds ?? 0) > 0 && [words.late, text.lateBy(format.count(of.late_seconds!))],
        of.next_try_at !== null && [words.nextTry, <Time key="at" at={of.next_try_at} form="full" />],
        [text.account, <Id key="account" of={of.account_id} href={`#/accounts/${of.account_id}`} />],
        [text.key, <Id key="key" of={of.key} href={`#/keys?open=${of.key}`} />],
        [words.question, question(of)],
        [common.path, <Mono key="path">{of.path}</Mono>],
        [words.items, <Progress key="items" of={of} />],
        [words.spent, <CollectionSpent key="spent" of={of} />],
        [words.mostCost, format.exact(of.most_cost, of.currency)],
        [words.pages, `${format.count(of.pages)}${of.in_flight ? ` · ${words.pageInFlight}` : ''}`],
        of.questions_refused > 0 && [words.refused, format.count(of.questions_refused)],
        [words.created, <Time key="at" at={of.created_at} form="full" />],
        of.ended_at !== null && [common.end, <Time key="at" at={of.ended_at} form="full" />],
        of.expires_at !== null && [words.expires, <Time key="at" at={of.expires_at} form="full" />],
        [text.request, <Id key="request" of={of.request_id} />],
      ]}
    />
  );
}

export function CollectionDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const text = useGatherAdminText();
  const words = useGatheringText();
  const may = useMay();
  const [isStopping, setStopping] = useState(false);
  const params = { collection: id };
  const found = useQuery({
    queryKey: ['collections', 'one', id],
    queryFn: () => admin('/collections/{collection}', { params }),
    refetchInterval: ({ state }) =>
      state.data !== undefined && isEnded(state.data.collection) ? false : POLL_MS,
  });
  return (
    <Dialog side title={`${words.collection} ${id}`} onClose={onClose}>
      <Loaded of={found}>
        {({ collection, by_question }) => (
          <>
            <CollectionFacts of={collection} />
            <ByQuestion of={by_question} />
            <Row>
              <a href={callsOf(collection)}>{`${text.calls} →`}</a>
              {may.change && !isEnded(collection) && (
                <Button kind="danger" onClick={() => setStopping(true)}>
                  {text.stop}
                </Button>
              )}
            </Row>
          </>
        )}
      </Loaded>
      {isStopping && (
        <ConfirmDialog
          title={text.stop}
          act={text.stop}
          send={() => admin('/collections/{collection}/stop', { method: 'POST', params })}
          onClose={() => setStopping(false)}
        >
          <p>{text.stopSure}</p>
        </ConfirmDialog>
      )}
    </Dialog>
  );
}
