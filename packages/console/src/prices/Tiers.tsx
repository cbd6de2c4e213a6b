// Prices by volume: one line for each tier, the present one marked, and the count so far this month.
import { Chip } from '../parts/Chip.tsx';
import { useFormat } from '../shell/use-format.ts';
import { useCommonText } from '../text/common.ts';
import { useTiersText } from './text.ts';

interface TiersProps {
  tiers: readonly { from: number; unit_price: string }[] | null;
  currency: string;
  /** Where the reader's present tier begins; undefined for operators, whose accounts differ. */
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
