// What happened in the last call: its receipt with hold, attempts and charge.
import { useQuery } from '@tanstack/react-query';
import { CallWaterfall } from '../../parts/CallWaterfall.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { useCommonText } from '../../text/common.ts';
import { portal } from '../api.ts';
import { usePortalText } from '../text.ts';

export function WhatHappened({ requestId }: { requestId: string }) {
  const text = useCommonText();
  const portalText = usePortalText();
  const id = encodeURIComponent(requestId);
  const receipt = useQuery({
    queryKey: ['receipt', requestId],
    queryFn: () => portal('/account/v1/requests/{request_id}', { params: { request_id: id } }),
  });
  return (
    <Panel title={text.whatHappened} way={<a href={`#/receipts/${id}`}>{portalText.openReceipt} →</a>}>
      <Loaded of={receipt}>{({ call }) => <CallWaterfall call={call} attempts={call.attempts} />}</Loaded>
    </Panel>
  );
}
