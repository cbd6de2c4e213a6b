// The form that starts a collection. Its button says the most that it can cost.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CreateCollectionBody, ListPricesAnswer } from '../../api/api-types.ts';
import {
  createCollectionItemsMaxMax,
  createCollectionNameMaxLength,
  createCollectionNamePattern,
} from '../../api/bounds.ts';
import { useChange } from '../../api/use-change.ts';
import { AMOUNT_CHARS_MAX, parseMicros, readAmount } from '../../money/money.ts';
import { Button } from '../../parts/Button.tsx';
import { Failure } from '../../parts/Failure.tsx';
import { TextField } from '../../parts/Field.tsx';
import { Form, Pair } from '../../parts/Form.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Empty } from '../../parts/Notice.tsx';
import { Page } from '../../parts/Page.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { useFormat } from '../../shell/use-format.ts';
import { useCommonText } from '../../text/common.ts';
import { balanceQuery, portal, pricesQuery } from '../api.ts';
import { KeyChoice } from '../playground/KeyChoice.tsx';
import { usePriceWords } from './PriceNote.tsx';
import { QuestionFields, useQuestionForm } from './QuestionFields.tsx';
import { mostOf, priceFor, questionsOf } from './question.ts';
import { useGatherText } from './text.ts';
import { useMadeId } from './use-made-id.ts';

/** A first collection is small: a hundred items. */
const ITEMS_SUGGESTED = '100';
const COUNT = /^\d{1,6}$/;

function readItems(text: string): number | null {
  const count = COUNT.test(text.trim()) ? Number(text) : 0;
  return count >= 1 && count <= createCollectionItemsMaxMax ? count : null;
}

interface Limits {
  items: string;
  budget: string;
  name: string;
}

interface LimitFieldsProps {
  limits: Limits;
  change: (change: Partial<Limits>) => void;
  /** What the budget's field says about prices. */
  note: string;
  currency: string;
}

function LimitFields({ limits, change, note, currency }: LimitFieldsProps) {
  const text = useGatherText();
  const common = useCommonText();
  const format = useFormat();
  const { data: balance } = useQuery(balanceQuery);
  const budget = readAmount(limits.budget);
  const isMore = budget !== null && balance !== undefined && budget > parseMicros(balance.available);
  return (
    <>
      <Pair>
        <TextField
          label={text.itemsMax}
          required
          inputMode="numeric"
          value={limits.items}
          wrong={
            readItems(limits.items) === null
              ? text.wrongItems(format.count(createCollectionItemsMaxMax))
              : null
          }
          onChange={(event) => change({ items: event.target.value })}
        />
        <TextField
          label={`${text.budget} (${currency})`}
          required
          inputMode="decimal"
          maxLength={AMOUNT_CHARS_MAX}
          value={limits.budget}
          hint={`${text.budgetNote} ${note}`}
          wrong={limits.budget !== '' && budget === null ? common.wrongAmount : null}
          onChange={(event) => change({ budget: event.target.value })}
        />
      </Pair>
      {isMore && <p>{text.budgetMore(format.exact(balance.available, balance.currency))}</p>}
      <TextField
        label={text.name}
        maxLength={createCollectionNameMaxLength}
        pattern={createCollectionNamePattern}
        hint={common.keyNameHint}
        value={limits.name}
        onChange={(event) => change({ name: event.target.value })}
      />
    </>
  );
}

/** A single question as `query`, so that it can be read from the collection; several as `queries`. */
function bodyOf(
  { path, queries }: { path: string; queries: Record<string, string>[] },
  { items, budget, name }: Limits,
): CreateCollectionBody {
  return {
    path,
    ...(queries.length === 1 ? { query: queries[0]! } : { queries: queries.map((query) => ({ query })) }),
    items_max: Number(items),
    budget: budget.trim(),
    ...(name.trim() !== '' && { name: name.trim() }),
  };
}

function CollectionForm({ prices: { endpoints, currency } }: { prices: ListPricesAnswer }) {
  const text = useGatherText();
  const format = useFormat();
  const priceWords = usePriceWords();
  const asked = useQuestionForm(endpoints);
  const [limits, setLimits] = useState<Limits>({ items: ITEMS_SUGGESTED, budget: '', name: '' });
  const questions = asked && questionsOf(asked.lists, asked.form);
  const [itemsMax, budget] = [readItems(limits.items), readAmount(limits.budget)];
  const body = questions && itemsMax !== null && budget !== null ? bodyOf(questions, limits) : null;
  const headers = useMadeId(body);
  const made = useChange(
    (body: CreateCollectionBody) => portal('/collections/v1', { method: 'POST', body, headers }),
    ({ collection }) => {
      location.hash = `#/collections/${collection.id}`;
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
  const price = questions && priceFor(endpoints, questions.path, 'collect');
  const most =
    budget !== null && itemsMax !== null
      ? format.money(currency).exact(mostOf(price, itemsMax, budget))
      : null;
  return (
    <Form narrow onSend={() => body !== null && made.mutate(body)}>
      <QuestionFields asked={asked} lines />
      <LimitFields
        limits={limits}
        change={(change) => setLimits({ ...limits, ...change })}
        note={priceWords(price, currency)}
        currency={currency}
      />
      <KeyChoice />
      {made.isError && <Failure error={made.error} />}
      <Button kind="primary" type="submit" disabled={body === null || made.isPending} data-start="">
        {made.isPending ? text.starting : most === null ? text.enterBudget : text.start(most)}
      </Button>
    </Form>
  );
}

export function NewCollection() {
  const text = useGatherText();
  const prices = useQuery(pricesQuery);
  return (
    <Page title={text.startCollection}>
      <Panel>
        <Loaded of={prices}>{(answer) => <CollectionForm prices={answer} />}</Loaded>
      </Panel>
    </Page>
  );
}
