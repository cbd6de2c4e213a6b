// The form that makes a watch. Its button says the most that a month can cost.

import { useState } from 'react';
import type { CreateWatchBody, ListPricesAnswer } from '../../api/api-types.ts';
import { createWatchBaselineChoices, createWatchBody, createWatchPagesMaxMax } from '../../api/bounds.ts';
import { useGatheringText } from '../../gathering/text.ts';
import { readAmount } from '../../money/money.ts';
import { SelectField } from '../../parts/Field.tsx';
import { Pair } from '../../parts/Form.tsx';
import { otherRows } from '../../parts/other-fields.tsx';
import { Segments } from '../../parts/Segments.tsx';
import { useForm } from '../../parts/use-form.tsx';
import { useFormat } from '../../shell/use-format.ts';
import { portal } from '../api.ts';
import { MakeForm, MakePage } from './MakeForm.tsx';
import { usePriceWords } from './PriceNote.tsx';
import { useQuestionForm } from './QuestionFields.tsx';
import { priceFor, questionOf } from './question.ts';
import { useGatherText } from './text.ts';

const EVERY = ['15m', '1h', '6h', '1d', '7d', 'auto'] as const;
const PAGES = Array.from({ length: createWatchPagesMaxMax }, (_, at) => String(at + 1));
/** After a gap a run may read this many times as many pages. */
const DEEPER = 2;

/** The default of the gateway. */
const FIRST = { every: '6h', pages: '3', baseline: 'mark' as (typeof createWatchBaselineChoices)[number] };
type Plan = typeof FIRST;

function PlanFields({ plan, change }: { plan: Plan; change: (change: Partial<Plan>) => void }) {
  const text = useGatherText();
  const gathering = useGatheringText();
  return (
    <>
      <Pair>
        <SelectField
          label={text.askEvery}
          value={plan.every}
          choices={EVERY.map((value) => ({ value, label: text.everies[value] }))}
          onPick={(every) => change({ every })}
        />
        <SelectField
          label={gathering.pagesMax}
          value={plan.pages}
          choices={PAGES.map((value) => ({ value, label: value }))}
          onPick={(pages) => change({ pages })}
        />
      </Pair>
      <Segments
        showLabel
        label={text.baseline}
        value={plan.baseline}
        choices={createWatchBaselineChoices.map((value) => ({ value, label: text.baselines[value] }))}
        onPick={(baseline) => change({ baseline })}
      />
    </>
  );
}

function WatchForm({ endpoints, currency }: ListPricesAnswer) {
  const text = useGatherText();
  const format = useFormat();
  const priceWords = usePriceWords();
  const asked = useQuestionForm(endpoints);
  const [plan, setPlan] = useState(FIRST);
  const question = asked && questionOf(asked.lists, asked.form);
  const price = question && priceFor(endpoints, question.path, 'watch');
  const runPages = text.runPages(plan.pages, String(DEEPER * Number(plan.pages)));
  const hint = `${text.budgetMonthNote} ${priceWords(price, currency)} ${runPages}`;
  const budgets = [
    ['budget.month', `${text.budgetMonth} (${currency})`, { hint, required: true }],
    ['budget.total', text.budgetTotal],
  ] as const;
  const form = useForm<CreateWatchBody>(createWatchBody, [
    { pair: budgets },
    ...otherRows<CreateWatchBody>(useGatheringText().given, createWatchBody),
  ]);
  const most = readAmount(form.typed['budget.month']!);
  const { every, pages, baseline } = plan;
  const isRight = question !== null && most !== null && !form.isWrong;
  return (
    <MakeForm
      asked={asked}
      lines={false}
      body={isRight ? { ...form.body(), ...question, every, pages_max: Number(pages), baseline } : null}
      send={async (body, headers) => {
        const { watch } = await portal('/watches/v1', { method: 'POST', body, headers });
        return `#/watches/${watch.id}`;
      }}
      act={most === null ? text.enterMonth : text.make(format.money(currency).exact(most))}
    >
      <PlanFields plan={plan} change={(change) => setPlan({ ...plan, ...change })} />
      {form.fields}
    </MakeForm>
  );
}

export function NewWatch() {
  const text = useGatherText();
  return <MakePage title={text.startWatch}>{(prices) => <WatchForm {...prices} />}</MakePage>;
}
