// The playground: a form whose button names its price, and the answer beside it.
import { useQuery } from '@tanstack/react-query';
import type { ListPricesAnswer } from '../../api/api-types.ts';
import { Loaded } from '../../parts/Loaded.tsx';
import { Empty } from '../../parts/Notice.tsx';
import { Page } from '../../parts/Page.tsx';
import { MadeUpContext, madeUpIn } from '../../shell/made-up.ts';
import { useUrlState } from '../../shell/use-url-state.ts';
import { pricesQuery } from '../api.ts';
import { interactive } from '../gathering/question.ts';
import { usePortalText } from '../text.ts';
import { Answer } from './Answer.tsx';
import { AskForm } from './AskForm.tsx';
import { fitForm, readForm } from './form.ts';
import { KeyChoice } from './KeyChoice.tsx';
import style from './playground.module.css';
import { useRun } from './use-run.ts';

/** Prices of collections and watches are no routes that a caller could try here. */
const callable = (prices: ListPricesAnswer): ListPricesAnswer => ({
  ...prices,
  endpoints: prices.endpoints.filter(({ purpose }) => purpose === undefined),
});

function Bench({ prices: all }: { prices: ListPricesAnswer }) {
  const prices = callable(all);
  const text = usePortalText();
  const [asked, change] = useUrlState(readForm);
  const runs = useRun();
  const fit = fitForm(prices.endpoints, asked);
  if (fit === null) {
    return (
      <Page title={text.playground}>
        <Empty>{text.nothingSold}</Empty>
        <KeyChoice />
      </Page>
    );
  }
  const { form, offer } = fit;
  return (
    <MadeUpContext value={madeUpIn(prices.endpoints)}>
      <div className={style.playground}>
        <AskForm prices={prices} form={form} offer={offer} change={change} runs={runs} />
        <Answer
          form={form}
          endpoints={prices.endpoints}
          currency={prices.currency}
          runs={runs}
          change={change}
        />
      </div>
    </MadeUpContext>
  );
}

export function Playground() {
  const prices = useQuery(pricesQuery);
  return (
    <Loaded of={prices}>
      {(answer) => <Bench prices={{ ...answer, endpoints: interactive(answer.endpoints) }} />}
    </Loaded>
  );
}
