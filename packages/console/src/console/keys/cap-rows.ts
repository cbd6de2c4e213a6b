// The caps of a key or a project as fields of a form. An emptied field is no cap.
import type { FormRow } from '../../parts/use-form.tsx';
import { useCommonText } from '../../text/common.ts';

type Capped = Partial<Record<'daily_cap' | 'monthly_cap' | 'total_cap' | 'max_call', string | null>>;

export function useCapRows<Body extends Capped>(...more: 'max_call'[]): FormRow<Body> {
  const { caps, noCap: placeholder } = useCommonText();
  const labels = {
    daily_cap: caps.daily,
    monthly_cap: caps.monthly,
    total_cap: caps.total,
    max_call: caps.call,
  };
  const names = ['daily_cap', 'monthly_cap', 'total_cap', ...more] as const;
  return { pair: names.map((name) => [name, labels[name], { placeholder }] as const) } as FormRow<Body>;
}
