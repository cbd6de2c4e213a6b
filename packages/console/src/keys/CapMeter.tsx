// A cap and what is spent of it, as text and as a bar.
import type { SpendCap } from '../api/api-types.ts';
import { parseMicros } from '../money/money.ts';
import { joined } from '../parts/joined.ts';
import { useFormat } from '../shell/use-format.ts';
import { useCommonText } from '../text/common.ts';
import style from './keys.module.css';

/** Share of the cap from which it is highlighted. */
const NEARLY = 0.8;
const WIDTH = 100;

function shareOf({ spent, limit }: SpendCap): number {
  const most = Number(parseMicros(limit));
  return most === 0 ? 1 : Math.min(1, Number(parseMicros(spent)) / most);
}

export function CapMeter({ cap, currency }: { cap: SpendCap; currency: string }) {
  const text = useCommonText();
  const format = useFormat();
  const share = shareOf(cap);
  const words = text.capUsed(
    format.sum(cap.spent, currency),
    format.sum(cap.limit, currency),
    text.windows[cap.window],
  );
  return (
    <div className={style.cap}>
      <span>
        {words}
        {cap.scope === 'project' && ` · ${text.project}`}
      </span>
      <svg viewBox={`0 0 ${WIDTH} 4`} preserveAspectRatio="none" aria-hidden="true">
        <rect className={style.track} width={WIDTH} height="4" />
        <rect
          className={joined(style.spent, share >= NEARLY && style.nearly)}
          width={share * WIDTH}
          height="4"
        />
      </svg>
    </div>
  );
}

export function CapMeters({ caps, currency }: { caps: readonly SpendCap[]; currency: string }) {
  const text = useCommonText();
  if (caps.length === 0) return text.noCap;
  return caps.map((cap) => <CapMeter key={`${cap.scope} ${cap.window}`} cap={cap} currency={currency} />);
}
