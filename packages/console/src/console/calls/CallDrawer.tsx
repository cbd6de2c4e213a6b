// One call in a drawer: hold, attempts on a time scale, charge, margin and refund.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { CallDetail } from '../../api/api-types.ts';
import { useGrantsText } from '../../grants/text.ts';
import { usePaidWith } from '../../grants/use-paid-with.ts';
import { parseMicros } from '../../money/money.ts';
import { Button } from '../../parts/Button.tsx';
import { CallFacts } from '../../parts/CallFacts.tsx';
import { CallWaterfall } from '../../parts/CallWaterfall.tsx';
import { Mono } from '../../parts/Code.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { EntriesTable } from '../../parts/EntriesTable.tsx';
import { Figure, Figures } from '../../parts/Facts.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Panel, Row } from '../../parts/Panel.tsx';
import { Time } from '../../parts/Time.tsx';
import { usePlatformName } from '../../shell/made-up.ts';
import { useFormat } from '../../shell/use-format.ts';
import { useCommonText } from '../../text/common.ts';
import { MoneyDialog } from '../accounts/MoneyDialog.tsx';
import { admin } from '../api.ts';
import { useMay } from '../console-session.ts';
import { keepStep } from '../overview/first-steps.ts';
import { toneOfCall } from './columns.tsx';
import { useCallsText } from './text.ts';

function AdminCallFacts({ call }: { call: CallDetail }) {
  const text = useCallsText();
  const common = useCommonText();
  const format = useFormat();
  const may = useMay();
  const link = (href: string, name: string) => (
    <a key={href} href={href}>
      {name}
    </a>
  );
  return (
    <CallFacts
      of={call}
      tone={toneOfCall(call)}
      state={call.failure ?? common.states[call.state]}
      opened={text.opened}
      paidWith={usePaidWith(call, useGrantsText().ordinary)}
      asked={(question) => (may.change ? question : text.askedHidden)}
      whose={[
        [text.account, link(`#/accounts/${call.account_id}`, call.account_name)],
        [text.key, link(`#/keys?open=${call.key_id}`, call.key_name)],
        [common.request, <Mono key="request">{call.request_id}</Mono>],
      ]}
      when={[
        call.finished_at !== null && [text.ended, <Time key="at" at={call.finished_at} form="full" />],
        [text.priceList, link('#/catalog', String(call.catalog_version))],
        [text.variant, call.variant],
      ]}
    >
      {[
        call.openings > 1 && [text.replays, format.count(call.openings - 1)],
        [text.kept, call.answer_kept ? common.yes : common.no],
        [text.node, <Mono key="node">{call.node}</Mono>],
        call.complaint !== null && [text.complaint, `${call.complaint.state}: ${call.complaint.reason}`],
      ]}
    </CallFacts>
  );
}

function Refund({ call }: { call: CallDetail }) {
  const text = useCallsText();
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  const owner = useQuery({
    queryKey: ['account', call.account_id],
    queryFn: () => admin('/accounts/{account}', { params: { account: call.account_id } }),
    enabled: isOpen,
  });
  // The open dialog stays to show what was booked, also when nothing is left to refund.
  if (!may.change || (!isOpen && parseMicros(call.refundable) === 0n)) return null;
  return (
    <>
      <Row>
        <Button onClick={() => setOpen(true)}>{text.refund}</Button>
      </Row>
      {isOpen && owner.data && (
        <MoneyDialog
          kind="refund"
          account={owner.data.account}
          requestId={call.request_id}
          most={call.refundable}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

function CallBody({ call }: { call: CallDetail }) {
  const text = useCallsText();
  const common = useCommonText();
  const format = useFormat();
  const money = format.money(call.currency);
  const exact = (decimal: string) => money.exact(parseMicros(decimal));
  return (
    <>
      <Figures>
        <Figure
          label={common.charged}
          value={exact(call.charged)}
          note={parseMicros(call.refunded) > 0n && text.refunded(exact(call.refunded))}
        />
        <Figure label={text.cost} value={exact(call.cost)} />
        <Figure label={text.ofThisCall} value={exact(call.margin)} />
      </Figures>
      <Refund call={call} />
      <Panel title={common.whatHappened}>
        <CallWaterfall call={call} attempts={call.tried.map((one) => ({ ...one, cost: exact(one.cost) }))} />
      </Panel>
      <AdminCallFacts call={call} />
      {call.entries.length > 0 && (
        <EntriesTable
          label={text.entries}
          entries={call.entries}
          callLink={() => `#/calls?open=${call.id}`}
          empty={null}
        />
      )}
    </>
  );
}

export function CallDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const found = useQuery({
    queryKey: ['call', id],
    queryFn: () => admin('/calls/{call}', { params: { call: id } }),
  });
  const call = found.data?.call;
  const platformName = usePlatformName();
  useEffect(() => keepStep('receipt'), []);
  return (
    <Dialog side title={call ? `${platformName(call.platform)} · ${call.operation}` : id} onClose={onClose}>
      <Loaded of={found}>{({ call }) => <CallBody call={call} />}</Loaded>
    </Dialog>
  );
}
