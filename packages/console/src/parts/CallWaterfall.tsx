// The waterfall of one call, for console and portal: hold, attempts and charge.
import type { CallDetail } from '../api/api-types.ts';
import { parseMicros } from '../money/money.ts';
import { useFormat } from '../shell/use-format.ts';
import { useCommonText } from '../text/common.ts';
import { type FallingAttempt, Waterfall } from './Waterfall.tsx';

type FallenCall = Pick<CallDetail, 'state' | 'price' | 'charged' | 'currency' | 'duration_ms'>;

/** How the hold ended, as text. */
function useEnd({ state, price, charged, currency }: FallenCall): string | undefined {
  const text = useCommonText();
  const { exact } = useFormat().money(currency);
  const back = parseMicros(price) - parseMicros(charged);
  if (state === 'held') return undefined;
  if (state !== 'settled') return text.releasedBack(exact(back));
  const paid = exact(parseMicros(charged));
  return back === 0n ? text.chargedOf(paid) : text.chargedBack(paid, exact(back));
}

export function CallWaterfall({ call, attempts }: { call: FallenCall; attempts: readonly FallingAttempt[] }) {
  const format = useFormat();
  const ended = useEnd(call);
  return (
    <Waterfall
      attempts={attempts}
      totalMs={call.duration_ms}
      held={format.exact(call.price, call.currency)}
      {...(ended !== undefined && { ended })}
    />
  );
}
