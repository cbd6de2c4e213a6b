// A cap and what is spent of it, as text and as a bar.
import type { SpendCap } from '../api/api-types.ts';
import { parseMicros, shareSpent } from '../money/money.ts';
import { Meter } from '../parts/Meter.tsx';
import { useFormat } from '../shell/use-format.ts';
import { useCommonText } from '../text/common.ts';

function CapMeter({ cap, currency }: { cap: SpendCap; currency: string }) {
  const text = useCommonText();
  const format = useFormat();
  const words = text.capUsed(
    format.sum(cap.spent, currency),
    format.sum(cap.limit, currency),
    text.windows[cap.window],
  );
  return (
    <Meter warns share={shareSpent(parseMicros(cap.spent), parseMicros(cap.limit))}>
      {words}
      {cap.scope === 'project' && ` · ${text.project}`}
    </Meter>
  );
}

export function CapMeters({ caps, currency }: { caps: readonly SpendCap[]; currency: string }) {
  const text = useCommonText();
  if (caps.length === 0) return text.noCap;
  return caps.map((cap) => <CapMeter key={`${cap.scope} ${cap.window}`} cap={cap} currency={currency} />);
}
