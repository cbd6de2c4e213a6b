// An amount: exact for one price or charge, in cents for a sum, and never as zero if it is not.
import { useFormat } from '../shell/use-format.ts';

interface MoneyProps {
  /** As the API writes it. */
  of: string;
  currency: string;
  sum?: boolean;
}

export function Money({ of, currency, sum = false }: MoneyProps) {
  const format = useFormat();
  return <data value={of}>{sum ? format.sum(of, currency) : format.exact(of, currency)}</data>;
}
