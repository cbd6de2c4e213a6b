// One receipt: who paid and with which money, price and charge, the attempts, and a complaint if there is one.

import type { ReactNode } from 'react';
import { Fragment, useState } from 'react';
import type { CallReceipt, Complaint, FileComplaintBody } from '../../api/api-types.ts';
import { fileComplaintBody } from '../../api/bounds.ts';
import { useGrantsText } from '../../grants/text.ts';
import { usePaidWith } from '../../grants/use-paid-with.ts';
import { parseMicros } from '../../money/money.ts';
import { Button } from '../../parts/Button.tsx';
import { CallFacts } from '../../parts/CallFacts.tsx';
import { CallWaterfall } from '../../parts/CallWaterfall.tsx';
import { Chip } from '../../parts/Chip.tsx';
import { Mono } from '../../parts/Code.tsx';
import { Id } from '../../parts/Copy.tsx';
import { Notice } from '../../parts/Notice.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { SendDialog } from '../../parts/SendDialog.tsx';
import { Time } from '../../parts/Time.tsx';
import { useForm } from '../../parts/use-form.tsx';
import { useFormat } from '../../shell/use-format.ts';
import { useCommonText } from '../../text/common.ts';
import { portal } from '../api.ts';
import { playgroundLink } from '../playground/reopen.ts';
import { usePortalSession } from '../portal-session.ts';
import { usePortalText } from '../text.ts';

const COMPLAINT_TONES = { waiting: 'warn', refunded: 'good', refused: 'plain' } as const;

/** The rows of a receipt about its complaint: state, decision and refund. Empty without a complaint. */
function useComplaintRows(complaint: Complaint | null): readonly (readonly [string, ReactNode])[] {
  const text = usePortalText();
  const format = useFormat();
  if (complaint === null) return [];
  const { state, note, reason, refunded, currency, filed_at } = complaint;
  const given = parseMicros(refunded) > 0n ? ` · ${text.givenBack(format.exact(refunded, currency))}` : '';
  return [
    [
      text.complaint,
      <span key="state" data-complaint={state}>
        <Chip tone={COMPLAINT_TONES[state]}>{text.complaintStates[state]}</Chip> {reason} ·{' '}
        <Time at={filed_at} />
      </span>,
    ],
    [text.complaintNote, `${note}${given}`],
  ];
}

/** Files a complaint about a paid answer. */
function ComplaintDialog({ requestId, onClose }: { requestId: string; onClose: () => void }) {
  const text = usePortalText();
  const params = { request_id: requestId };
  const form = useForm<FileComplaintBody>(fileComplaintBody, [['reason', text.complainReason, { rows: 2 }]]);
  return (
    <SendDialog
      title={text.complain}
      act={text.send}
      form={form}
      isReady={form.typed.reason!.trim() !== ''}
      send={(body) => portal('/account/v1/requests/{request_id}/complaint', { method: 'POST', params, body })}
      after={({ complaint }) => (
        <Notice tone="good">
          {text.complaintSent} {complaint.note}
        </Notice>
      )}
      onClose={onClose}
    />
  );
}

const TONES = { held: 'warn', settled: 'good', released: 'bad', expired: 'bad' } as const;

function useWhoPaid({ state, charged, refunded, currency }: CallReceipt): string {
  const text = usePortalText();
  const format = useFormat();
  if (state === 'held') return text.stillRunning;
  if (state !== 'settled') return text.nobodyPaid;
  const paid = text.youPaid(format.exact(charged, currency));
  return parseMicros(refunded) === 0n ? paid : `${paid} ${text.givenBack(format.exact(refunded, currency))}`;
}

/** The name of the key, if this session knows it. */
function PayingKey({ id }: { id: string }) {
  const { key, keys } = usePortalSession();
  const known = [key, ...keys].find((one) => one.id === id);
  return (
    <span data-paying-key={id}>
      {known && `${known.name} · `}
      <Id of={id} />
    </span>
  );
}

interface ReceiptPanelProps {
  call: CallReceipt;
  complaint: Complaint | null;
}

export function ReceiptPanel({ call, complaint }: ReceiptPanelProps) {
  const text = usePortalText();
  const common = useCommonText();
  const paid = useWhoPaid(call);
  const aboutComplaint = useComplaintRows(complaint);
  const tryAgain = playgroundLink(call);
  const [isComplaining, setComplaining] = useState(false);
  return (
    <Panel
      title={call.request_id}
      way={
        call.state === 'settled' &&
        complaint === null && (
          <Button kind="bare" onClick={() => setComplaining(true)}>
            {text.complain}
          </Button>
        )
      }
    >
      <CallFacts
        of={call}
        tone={TONES[call.state]}
        state={common.states[call.state]}
        opened={common.time}
        paidWith={usePaidWith(call, useGrantsText().yours)}
        asked={(question) => (
          <Fragment key="asked">
            {question}
            {tryAgain !== null && <a href={tryAgain}>{text.openInPlayground}</a>}
          </Fragment>
        )}
        whose={[
          [text.who, paid],
          [text.paidBy, <PayingKey key="key" id={call.key_id} />],
          call.failure !== null && [text.why, <Mono key="why">{call.failure}</Mono>],
        ]}
        when={[[text.priceVersion, text.version(call.catalog_version)]]}
      >
        {aboutComplaint}
      </CallFacts>
      <CallWaterfall call={call} attempts={call.attempts} />
      {isComplaining && <ComplaintDialog requestId={call.request_id} onClose={() => setComplaining(false)} />}
    </Panel>
  );
}
