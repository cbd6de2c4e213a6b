// Owns how prices by volume are shown: each step on a line of its own, the one that holds marked, and what was counted so far.
import { Chip } from '../parts/Chip.tsx';
import { useFormat } from '../shell/use-format.ts';
import { useCommonText } from '../text/common.ts';
import { useTiersText } from './text.ts';

interface TiersProps {
  tiers: readonly { from: number; unit_price: string }[] | null;
  currency: string;
  /** Where the step begins that holds for the reader; none for operators, whose accounts differ. */
  now?: number | null;
  monthUsed?: number | null;
}

export function Tiers({ tiers, currency, now = null, monthUsed = null }: TiersProps) {
  const text = useTiersText();
  const common = useCommonText();
  const format = useFormat();
  if (tiers === null) return common.none;
  const words = (from: number, price: string) =>
    from === 0 ? text.first(price) : text.from(format.count(from), price);
  return (
    <>
      {tiers.map(({ from, unit_price }) => (
        <div key={from} data-tier={from}>
          {from === now ? (
            <Chip tone="good">{words(from, format.exact(unit_price, currency))}</Chip>
          ) : (
            words(from, format.exact(unit_price, currency))
          )}
        </div>
      ))}
      {monthUsed !== null && <div>{text.used(format.count(monthUsed))}</div>}
    </>
  );
}
