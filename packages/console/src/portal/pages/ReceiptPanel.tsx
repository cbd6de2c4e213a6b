// One receipt: who paid and with which money, price and charge, the attempts, and a complaint if there is one.
import { Fragment, useState } from 'react';
import type { CallReceipt, Complaint } from '../../api/api-types.ts';
import { useGrantsText } from '../../grants/text.ts';
import { usePaidWith } from '../../grants/use-paid-with.ts';
import { parseMicros } from '../../money/money.ts';
import { Button } from '../../parts/Button.tsx';
import { CallFacts } from '../../parts/CallFacts.tsx';
import { CallWaterfall } from '../../parts/CallWaterfall.tsx';
import { Mono } from '../../parts/Code.tsx';
import { Id } from '../../parts/Copy.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { useFormat } from '../../shell/use-format.ts';
import { useCommonText } from '../../text/common.ts';
import { playgroundLink } from '../playground/reopen.ts';
import { usePortalSession } from '../portal-session.ts';
import { usePortalText } from '../text.ts';
import { ComplaintDialog } from './ComplaintDialog.tsx';
import { useComplaintRows } from './use-complaint-rows.tsx';

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
