// Finds the receipt of a call by its request id, and lists the latest calls.
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { TextField } from '../../parts/Field.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Empty } from '../../parts/Notice.tsx';
import { Page } from '../../parts/Page.tsx';
import { FieldRow, Panel } from '../../parts/Panel.tsx';
import { portal } from '../api.ts';
import { usePortalText } from '../text.ts';
import { OwnCalls } from './OwnCalls.tsx';
import { ReceiptPanel } from './ReceiptPanel.tsx';

const place = (id: string) => `#/receipts/${encodeURIComponent(id)}`;

function Found({ requestId }: { requestId: string }) {
  const receipt = useQuery({
    queryKey: ['receipt', requestId],
    queryFn: () => portal('/account/v1/requests/{request_id}', { params: { request_id: requestId } }),
  });
  return (
    <Loaded of={receipt}>
      {({ call, complaint }) => <ReceiptPanel call={call} complaint={complaint} />}
    </Loaded>
  );
}

function FindForm({ shown }: { shown: string }) {
  const text = usePortalText();
  const [asked, setAsked] = useState(shown);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (asked.trim() !== '') location.hash = place(asked.trim());
  };
  return (
    <form onSubmit={submit}>
      <FieldRow>
        <TextField
          label={text.requestId}
          required
          value={asked}
          onChange={(event) => setAsked(event.target.value)}
        />
        <Button type="submit">{text.find}</Button>
      </FieldRow>
    </form>
  );
}

export function Receipts() {
  const text = usePortalText();
  const { request } = useParams({ strict: false }) as { request?: string };
  return (
    <Page title={text.receipts}>
      <Panel title={text.findReceipt}>
        {/* A new form for each receipt, so that its field shows that receipt's id. */}
        <FindForm key={request} shown={request ?? ''} />
        {request === undefined && <Empty>{text.noReceipt}</Empty>}
      </Panel>
      {request !== undefined && <Found requestId={request} />}
      <OwnCalls />
    </Page>
  );
}
