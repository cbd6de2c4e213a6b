// Owns the playground: a form whose button names its price, and the answer beside it.
import { useQuery } from '@tanstack/react-query';
import type { ListPricesAnswer } from '../../api/api-types.ts';
import { Loaded } from '../../parts/Loaded.tsx';
import { useUrlState } from '../../shell/use-url-state.ts';
import { pricesQuery } from '../api.ts';
import { Answer } from './Answer.tsx';
import { AskForm } from './AskForm.tsx';
import { readForm } from './form.ts';
import style from './playground.module.css';
import { useRun } from './use-run.ts';

function Bench({ prices }: { prices: ListPricesAnswer }) {
  const [asked, change] = useUrlState(readForm);
  const runs = useRun();
  const platform =
    asked.platform ?? prices.endpoints.find(({ operation }) => operation === asked.operation)?.platform;
  const form = { ...asked, platform };
  return (
    <div className={style.playground}>
      <AskForm prices={prices} form={form} change={change} runs={runs} />
      <Answer
        form={form}
        endpoints={prices.endpoints}
        currency={prices.currency}
        runs={runs}
        change={change}
      />
    </div>
  );
}

export function Playground() {
  const prices = useQuery(pricesQuery);
  return <Loaded of={prices}>{(answer) => <Bench prices={answer} />}</Loaded>;
}
