// What pages or runs cost, as far as the list of prices names it.
import type { PricedEndpoint } from '../../api/api-types.ts';
import { parseMicros } from '../../money/money.ts';
import { useFormat } from '../../shell/use-format.ts';
import { useGatherText } from './text.ts';

export function usePriceWords() {
  const text = useGatherText();
  const format = useFormat();
  return (price: PricedEndpoint | null, currency: string): string => {
    if (price === null) return '';
    const unit = format.exact(price.unit_price, currency);
    if (price.unit !== 'item') return text.priceCall(unit);
    const { minimum } = price;
    const least = minimum === null || parseMicros(minimum) === 0n ? null : format.exact(minimum, currency);
    return [text.priceItem(unit), least && text.priceCheck(least)].filter(Boolean).join(' ');
  };
}
