// The form that makes a watch. Its button says the most that a month can cost.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CreateWatchBody, ListPricesAnswer } from '../../api/api-types.ts';
import {
  createWatchBaselineChoices,
  createWatchNameMaxLength,
  createWatchPagesMaxMax,
} from '../../api/bounds.ts';
import { useChange } from '../../api/use-change.ts';
import { useGatheringText } from '../../gathering/text.ts';
import { AMOUNT_CHARS_MAX, readAmount } from '../../money/money.ts';
import { Button } from '../../parts/Button.tsx';
import { Failure } from '../../parts/Failure.tsx';
import { SelectField, TextField } from '../../parts/Field.tsx';
import { Form, Pair } from '../../parts/Form.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Empty } from '../../parts/Notice.tsx';
import { Page } from '../../parts/Page.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { Segments } from '../../parts/Segments.tsx';
import { useFormat } from '../../shell/use-format.ts';
import { useCommonText } from '../../text/common.ts';
import { portal, pricesQuery } from '../api.ts';
import { KeyChoice } from '../playground/KeyChoice.tsx';
import { usePriceWords } from './PriceNote.tsx';
import { QuestionFields, useQuestionForm } from './QuestionFields.tsx';
import { priceFor, type Question, questionOf } from './question.ts';
import { useGatherText } from './text.ts';
import { useMadeId } from './use-made-id.ts';

const EVERY = ['15m', '1h', '6h', '1d', '7d', 'auto'] as const;
/** The default of the gateway. */
const PAGES_SUGGESTED = '3';

/** After a gap a run may read this many times as many pages. */
const DEEPER = 2;

interface Plan {
  every: string;
  pages: string;
  baseline: (typeof createWatchBaselineChoices)[number];
  month: string;
  total: string;
  name: string;
}

const FIRST: Plan = { every: '6h', pages: PAGES_SUGGESTED, baseline: 'mark', month: '', total: '', name: '' };

interface PlanFieldsProps {
  plan: Plan;
  change: (change: Partial<Plan>) => void;
}

function ScheduleFields({ plan, change }: PlanFieldsProps) {
  const text = useGatherText();
  const gathering = useGatheringText();
  const pages = Array.from({ length: createWatchPagesMaxMax }, (_, at) => String(at + 1));
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
          choices={pages.map((value) => ({ value, label: value }))}
          onPick={(value) => change({ pages: value })}
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

function MoneyFields({ plan, change, note, currency }: PlanFieldsProps & { note: string; currency: string }) {
  const text = useGatherText();
  const common = useCommonText();
  const wrong = (typed: string) => (typed !== '' && readAmount(typed) === null ? common.wrongAmount : null);
  return (
    <>
      <Pair>
        <TextField
          label={`${text.budgetMonth} (${currency})`}
          required
          inputMode="decimal"
          maxLength={AMOUNT_CHARS_MAX}
          value={plan.month}
          hint={`${text.budgetMonthNote} ${note}`}
          wrong={wrong(plan.month)}
          onChange={(event) => change({ month: event.target.value })}
        />
        <TextField
          label={text.budgetTotal}
          inputMode="decimal"
          maxLength={AMOUNT_CHARS_MAX}
          value={plan.total}
          wrong={wrong(plan.total)}
          onChange={(event) => change({ total: event.target.value })}
        />
      </Pair>
      <TextField
        label={text.name}
        maxLength={createWatchNameMaxLength}
        value={plan.name}
        onChange={(event) => change({ name: event.target.value })}
      />
    </>
  );
}

/** null while a field is missing or wrong. */
function bodyOf(question: Question | null, plan: Plan): CreateWatchBody | null {
  const { every, pages, baseline, month, total, name } = plan;
  const hasTotal = total.trim() !== '';
  if (question === null || readAmount(month) === null || (hasTotal && readAmount(total) === null))
    return null;
  return {
    ...question,
    every,
    pages_max: Number(pages),
    baseline,
    budget: { month: month.trim(), ...(hasTotal && { total: total.trim() }) },
    ...(name.trim() !== '' && { name: name.trim() }),
  };
}

function WatchForm({ prices: { endpoints, currency } }: { prices: ListPricesAnswer }) {
  const text = useGatherText();
  const format = useFormat();
  const priceWords = usePriceWords();
  const asked = useQuestionForm(endpoints);
  const [plan, setPlan] = useState(FIRST);
  const question = asked && questionOf(asked.lists, asked.form);
  const body = bodyOf(question, plan);
  const headers = useMadeId(body);
  const made = useChange(
    (body: CreateWatchBody) => portal('/watches/v1', { method: 'POST', body, headers }),
    ({ watch }) => {
      location.hash = `#/watches/${watch.id}`;
    },
  );
  if (asked === null) {
    return (
      <Empty>
        {text.nothingToGather}
        <KeyChoice />
      </Empty>
    );
  }
  const price = question && priceFor(endpoints, question.path, 'watch');
  const most = readAmount(plan.month);
  const runPages = text.runPages(plan.pages, String(DEEPER * Number(plan.pages)));
  const props = { plan, change: (change: Partial<Plan>) => setPlan({ ...plan, ...change }) };
  return (
    <Form narrow onSend={() => body !== null && made.mutate(body)}>
      <QuestionFields asked={asked} lines={false} />
      <ScheduleFields {...props} />
      <MoneyFields {...props} note={`${priceWords(price, currency)} ${runPages}`} currency={currency} />
      <KeyChoice />
      {made.isError && <Failure error={made.error} />}
      <Button kind="primary" type="submit" disabled={body === null || made.isPending} data-start="">
        {made.isPending
          ? text.starting
          : most === null
            ? text.enterMonth
            : text.make(format.money(currency).exact(most))}
      </Button>
    </Form>
  );
}

export function NewWatch() {
  const text = useGatherText();
  const prices = useQuery(pricesQuery);
  return (
    <Page title={text.startWatch}>
      <Panel>
        <Loaded of={prices}>{(answer) => <WatchForm prices={answer} />}</Loaded>
      </Panel>
    </Page>
  );
}
