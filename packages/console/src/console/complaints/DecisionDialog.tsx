// Decides a complaint: refunds the charge or refuses, with a reason. Shows what the operator needs for that: the account, the call, its
// providers and the answer.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type {
  AdminComplaint,
  AdminDecideComplaintBody,
  AdminGetComplaintCaseAnswer,
} from '../../api/api-types.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../parts/Button.tsx';
import { CallFacts } from '../../parts/CallFacts.tsx';
import { CallWaterfall } from '../../parts/CallWaterfall.tsx';
import { Code } from '../../parts/Code.tsx';
import { Id } from '../../parts/Copy.tsx';
import { Dialog, DialogActions } from '../../parts/Dialog.tsx';
import { Failure } from '../../parts/Failure.tsx';
import { TextField } from '../../parts/Field.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { useFormat } from '../../shell/use-format.ts';
import { useCommonText } from '../../text/common.ts';
import { admin } from '../api.ts';
import { callByRequest } from '../links.ts';
import { readAnswer } from './read-answer.ts';
import { useComplaintsText } from './text.ts';

type Case = AdminGetComplaintCaseAnswer;

function CaseFacts({ of: { complaint, account, call } }: { of: Case }) {
  const text = useComplaintsText();
  const common = useCommonText();
  const format = useFormat();
  const exact = (decimal: string) => format.exact(decimal, complaint.currency);
  return (
    <CallFacts
      of={{ ...call, path: complaint.path, asked: complaint.asked }}
      opened={common.time}
      whose={[
        [
          text.account,
          <a key="account" href={`#/accounts/${encodeURIComponent(account.id)}`}>
            {account.name}
          </a>,
        ],
        [text.reason, complaint.reason],
        [text.note, complaint.note],
        [
          common.request,
          <Id key="request" of={complaint.call_id} href={callByRequest(account.id, complaint.call_id)} />,
        ],
      ]}
      when={[[common.provider, complaint.providers.join(', ') || text.noAttempts]]}
    >
      {[
        [text.charged, exact(complaint.charged)],
        [text.cost, exact(complaint.cost)],
      ]}
    </CallFacts>
  );
}

function CaseAnswer({ answer }: Pick<Case, 'answer'>) {
  const text = useComplaintsText();
  const format = useFormat();
  if (answer === null) return <p>{text.answerGone}</p>;
  const { titles, pretty } = readAnswer(answer.text);
  return (
    <>
      <p>
        {titles !== null && `${text.items(format.count(titles.length))} · `}
        {text.bytes(format.count(answer.bytes))}
        {answer.is_cut && ` · ${text.isCut}`}
      </p>
      {titles !== null && titles.length > 0 && (
        <ol data-titles="">
          {titles.map(({ id, title }) => (
            <li key={id}>{title}</li>
          ))}
        </ol>
      )}
      <Code tall label={text.answer}>
        {pretty}
      </Code>
    </>
  );
}

export function DecisionDialog({ complaint, onClose }: { complaint: AdminComplaint; onClose: () => void }) {
  const text = useComplaintsText();
  const common = useCommonText();
  const format = useFormat();
  const [reason, setReason] = useState('');
  const decided = useChange(
    (decision: AdminDecideComplaintBody['decision']) =>
      admin('/complaints/{complaint}/decision', {
        method: 'POST',
        params: { complaint: complaint.id },
        body: { decision, reason: reason.trim() },
      }),
    onClose,
  );
  const found = useQuery({
    queryKey: ['complaint', complaint.id],
    queryFn: () => admin('/complaints/{complaint}/case', { params: { complaint: complaint.id } }),
  });
  const isReady = reason.trim() !== '' && !decided.isPending;
  return (
    <Dialog side title={text.decide} onClose={onClose}>
      <Loaded of={found}>
        {(all) => (
          <>
            <CaseFacts of={all} />
            {all.call && (
              <Panel title={common.whatHappened}>
                <CallWaterfall call={all.call} attempts={all.call.attempts} />
              </Panel>
            )}
            <Panel title={text.answer}>
              <CaseAnswer answer={all.answer} />
            </Panel>
          </>
        )}
      </Loaded>
      <TextField
        label={text.why}
        required
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      {decided.isError && <Failure error={decided.error} />}
      <DialogActions>
        <Button disabled={!isReady} onClick={() => decided.mutate('refuse')}>
          {text.refuse}
        </Button>
        <Button kind="primary" disabled={!isReady} onClick={() => decided.mutate('refund')}>
          {text.refund(format.exact(complaint.charged, complaint.currency))}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
