// One watch of an account: pausing, resuming and ending it.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminWatch } from '../../api/api-types.ts';
import { NextRun, RunsTable, useEvery, useQuestion, WatchSpent, WatchState } from '../../gathering/Shown.tsx';
import { useGatheringText } from '../../gathering/text.ts';
import { Button } from '../../parts/Button.tsx';
import { Mono } from '../../parts/Code.tsx';
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx';
import { Id } from '../../parts/Copy.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { Facts } from '../../parts/Facts.tsx';
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

const POLL_MS = 10_000;

function WatchFacts({ of }: { of: AdminWatch }) {
  const text = useGatherAdminText();
  const words = useGatheringText();
  const common = useCommonText();
  const format = useFormat();
  const question = useQuestion();
  const everyOf = useEvery();
  return (
    <Facts
      rows={[
        [common.state, <WatchState key="state" of={of} />],
        of.late_by_s > 0 && [words.late, text.lateBy(format.count(of.late_by_s))],
        of.failures > 0 && [text.failures, format.count(of.failures)],
        [text.account, <Id key="account" of={of.account_id} href={`#/accounts/${of.account_id}`} />],
        [text.key, <Id key="key" of={of.key} href={`#/keys?open=${of.key}`} />],
        [words.question, question(of)],
        [common.path, <Mono key="path">{of.path}</Mono>],
        [words.every, everyOf(of.every)],
        [words.nextRun, <NextRun key="next" of={of} />],
        [words.items, format.count(of.items)],
        [words.runs, format.count(of.runs)],
        [words.spent, <WatchSpent key="spent" of={of} />],
        [words.mostRun, format.exact(of.run_most_cost, of.currency)],
        of.most_cost !== null && [words.mostMonth, format.exact(of.most_cost, of.currency)],
        [words.pagesMax, format.count(of.pages_max)],
        [words.created, <Time key="at" at={of.created_at} form="full" />],
        of.ended_at !== null && [words.ended, <Time key="at" at={of.ended_at} form="full" />],
      ]}
    />
  );
}

type Act = 'pause' | 'resume' | 'end';
/** What an operator may do, by state. */
const ACTS: Record<AdminWatch['state'], readonly Act[]> = {
  active: ['pause', 'end'],
  paused: ['resume', 'end'],
  ended: [],
};

function send(act: Act, watch: string): Promise<unknown> {
  const asked = { method: 'POST', params: { watch } } as const;
  if (act === 'pause') return admin('/watches/{watch}/pause', asked);
  return act === 'resume' ? admin('/watches/{watch}/resume', asked) : admin('/watches/{watch}/end', asked);
}

function Acts({ of }: { of: AdminWatch }) {
  const text = useGatherAdminText();
  const [act, setAct] = useState<Act | null>(null);
  const sure = { pause: text.pauseSure, resume: text.resumeSure, end: text.endSure };
  return (
    <>
      {ACTS[of.state].map((one) => (
        <Button key={one} kind={one === 'end' ? 'danger' : 'plain'} onClick={() => setAct(one)}>
          {text[one]}
        </Button>
      ))}
      {act !== null && (
        <ConfirmDialog
          title={text[act]}
          act={text[act]}
          send={() => send(act, of.id)}
          onClose={() => setAct(null)}
        >
          <p>{sure[act]}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

export function WatchDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const text = useGatherAdminText();
  const words = useGatheringText();
  const may = useMay();
  const found = useQuery({
    queryKey: ['watches', 'one', id],
    queryFn: () => admin('/watches/{watch}', { params: { watch: id } }),
    refetchInterval: POLL_MS,
  });
  return (
    <Dialog side title={`${words.watch} ${id}`} onClose={onClose}>
      <Loaded of={found}>
        {({ watch, runs }) => (
          <>
            {watch.has_gap && <Notice tone="warn">{words.gapNote}</Notice>}
            <WatchFacts of={watch} />
            <Row>
              <a href={callsOf(watch)}>{`${text.calls} →`}</a>
              {may.change && <Acts of={watch} />}
            </Row>
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
