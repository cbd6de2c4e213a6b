// The form that starts a collection. Its button says the most that it can cost.
import { useQuery } from '@tanstack/react-query';
import type { CreateCollectionBody, ListPricesAnswer } from '../../api/api-types.ts';
import { createCollectionBody, createCollectionItemsMaxMax } from '../../api/bounds.ts';
import { useGatheringText } from '../../gathering/text.ts';
import { parseMicros, readAmount } from '../../money/money.ts';
import { otherRows } from '../../parts/other-fields.tsx';
import { useForm } from '../../parts/use-form.tsx';
import { useFormat } from '../../shell/use-format.ts';
import { balanceQuery, portal } from '../api.ts';
import { MakeForm, MakePage } from './MakeForm.tsx';
import { usePriceWords } from './PriceNote.tsx';
import { useQuestionForm } from './QuestionFields.tsx';
import { mostOf, priceFor, questionsOf } from './question.ts';
import { useGatherText } from './text.ts';

/** A first collection is small: a hundred items. */
const ITEMS_SUGGESTED = 100;

/** A single question as `query`, so that it can be read from the collection; several as `queries`. */
function bodyOf(
  { path, queries }: NonNullable<ReturnType<typeof questionsOf>>,
  limits: CreateCollectionBody,
): CreateCollectionBody {
  const [first, ...more] = queries;
  return {
    path,
    ...(more.length === 0 ? { query: first! } : { queries: queries.map((query) => ({ query })) }),
    ...limits,
  };
}

/** Says how much is available, where the budget is more. */
function MoreThanAvailable({ budget }: { budget: bigint | null }) {
  const text = useGatherText();
  const format = useFormat();
  const { data: balance } = useQuery(balanceQuery);
  if (budget === null || balance === undefined || budget <= parseMicros(balance.available)) return null;
  return <p>{text.budgetMore(format.exact(balance.available, balance.currency))}</p>;
}

function CollectionForm({ endpoints, currency }: ListPricesAnswer) {
  const text = useGatherText();
  const format = useFormat();
  const priceWords = usePriceWords();
  const asked = useQuestionForm(endpoints);
  const questions = asked && questionsOf(asked.lists, asked.form);
  const price = questions && priceFor(endpoints, questions.path, 'collect');
  const hint = `${text.budgetNote} ${priceWords(price, currency)}`;
  const limits = [
    ['items_max', text.itemsMax, { required: true }],
    ['budget', `${text.budget} (${currency})`, { hint }],
  ] as const;
  const rows = [
    { pair: limits },
    ...otherRows<CreateCollectionBody>(useGatheringText().given, createCollectionBody),
  ];
  const form = useForm<CreateCollectionBody>(createCollectionBody, rows, { items_max: ITEMS_SUGGESTED });
  const [itemsMax, budget] = [Number(form.typed.items_max), readAmount(form.typed.budget!)];
  const isRight = itemsMax >= 1 && itemsMax <= createCollectionItemsMaxMax && !form.isWrong;
  const most = isRight && budget !== null ? mostOf(price, itemsMax, budget) : null;
  return (
    <MakeForm
      asked={asked}
      lines
      body={questions && most !== null ? bodyOf(questions, form.body()) : null}
      send={async (body, headers) => {
        const { collection } = await portal('/collections/v1', { method: 'POST', body, headers });
        return `#/collections/${collection.id}`;
      }}
      act={most === null ? text.enterBudget : text.start(format.money(currency).exact(most))}
    >
      {form.fields}
      <MoreThanAvailable budget={budget} />
    </MakeForm>
  );
}

export function NewCollection() {
  const text = useGatherText();
  return <MakePage title={text.startCollection}>{(prices) => <CollectionForm {...prices} />}</MakePage>;
}
