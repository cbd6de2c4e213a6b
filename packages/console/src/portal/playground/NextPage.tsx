// The button for the next page, with its price.
import { Button } from '../../parts/Button.tsx';
import { inBackground } from '../../shell/in-background.ts';
import { useFormat } from '../../shell/use-format.ts';
import { usePortalText } from '../text.ts';
import style from './playground.module.css';
import { pageAfter, type Ran, type Run } from './use-run.ts';

interface NextPageProps {
  last: Ran;
  isRunning: boolean;
  run: (order: Run) => Promise<void>;
}

export function NextPage({ last, isRunning, run }: NextPageProps) {
  const text = usePortalText();
  const format = useFormat();
  const { answer, call } = last;
  if (answer.pcursor === undefined) return null;
  const next = pageAfter(last);
  if (next === null) return <p className={style.middle}>{text.lastPage}</p>;
  return (
    <div className={style.middle}>
      <Button disabled={isRunning} onClick={() => inBackground(run(next))}>
        {(call.endpoint.unit === 'call' ? text.nextPage : text.nextPageMost)(
          format.money(answer.receipt.currency).exact(next.maxPrice),
        )}
      </Button>
    </div>
  );
}
