// Owns what happened within the last call: its receipt, hold to charge, attempt by attempt.
import { useQuery } from '@tanstack/react-query';
import type { GetRequestAnswer } from '../../api/api-types.ts';
import { parseMicros, toDecimal } from '../../money/money.ts';
import { Loaded } from '../../parts/Loaded.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { Waterfall } from '../../parts/Waterfall.tsx';
import { useCommonText } from '../../text/common.ts';
import { portal } from '../api.ts';
import style from './playground.module.css';

export function WhatHappened({ requestId }: { requestId: string }) {
  const text = useCommonText();
  const receipt = useQuery({
    queryKey: ['receipt', requestId],
    queryFn: () => portal<GetRequestAnswer>(`/api/account/v1/requests/${encodeURIComponent(requestId)}`),
  });
  const call = receipt.data?.call;
  const back = call && toDecimal(parseMicros(call.price) - parseMicros(call.charged));
  return (
    <Panel
      title={text.whatHappened}
      way={call && <span className={style.quiet}>{text.holdToCharge(call.price, call.charged, back!)}</span>}
    >
      <Loaded of={receipt}>
        {({ call }) => <Waterfall attempts={call.attempts} totalMs={call.duration_ms} />}
      </Loaded>
    </Panel>
  );
}
