// The button for the next page, with its price.
import { Button } from '../../parts/Button.tsx';
import { inBackground } from '../../shell/in-background.ts';
import { useFormat } from '../../shell/use-format.ts';
import { usePortalText } from '../text.ts';
import { priceOf } from './call.ts';
import type { PlaygroundForm } from './form.ts';
import style from './playground.module.css';
import type { Ran, Run } from './use-run.ts';

interface NextPageProps {
  last: Ran;
  form: PlaygroundForm;
  isRunning: boolean;
  run: (order: Run) => Promise<void>;
}

export function NextPage({ last, form, isRunning, run }: NextPageProps) {
  const text = usePortalText();
  const format = useFormat();
  const { answer, call } = last;
  if (answer.pcursor === undefined) return null;
  if (answer.has_more !== true) return <p className={style.middle}>{text.lastPage}</p>;
  const price = priceOf(call.endpoint, { ...form, count: call.query.count });
  const next = { ...call, query: { ...call.query, pcursor: answer.pcursor } };
  return (
    <div className={style.middle}>
      <Button
        disabled={isRunning}
        onClick={() => inBackground(run({ call: next, maxPrice: price.most, adds: true }))}
      >
        {(price.isExact ? text.nextPage : text.nextPageMost)(
          format.money(answer.receipt.currency).exact(price.most),
        )}
      </Button>
    </div>
  );
}
