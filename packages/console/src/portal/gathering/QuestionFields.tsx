// What a new collection or watch asks for: kind of list, platform, question and filters, as in the playground.
import { useState } from 'react';
import type { PricedEndpoint } from '../../api/api-types.ts';
import { resolveUrlUrlMaxLength } from '../../api/bounds.ts';
import { AreaField, SelectField } from '../../parts/Field.tsx';
import { madeUpIn } from '../../shell/made-up.ts';
import { useUrlState } from '../../shell/use-url-state.ts';
import { useCommonText } from '../../text/common.ts';
import { AddressHint } from '../playground/AddressHint.tsx';
import { AboutField } from '../playground/AskForm.tsx';
import { FilterFields } from '../playground/FilterFields.tsx';
import { fitForm, type Offer, type PlaygroundForm, readForm } from '../playground/form.ts';
import { OPERATIONS, type OperationName } from '../playground/operations.ts';
import { VariantChoice } from '../playground/VariantChoice.tsx';
import { usePortalText } from '../text.ts';
import { gatherable } from './question.ts';
import { useGatherText } from './text.ts';

interface AskedForm {
  /** The lists that can be chosen. */
  lists: readonly PricedEndpoint[];
  form: PlaygroundForm;
  offer: Offer;
  change: (change: Partial<PlaygroundForm>) => void;
}

/** Begins with the question in the address; null if the key may read no list. */
export function useQuestionForm(endpoints: readonly PricedEndpoint[]): AskedForm | null {
  const [asked] = useUrlState(readForm);
  const [form, setForm] = useState(asked);
  const lists = gatherable(endpoints);
  const fit = fitForm(lists, form);
  return fit && { ...fit, lists, change: (change) => setForm({ ...fit.form, ...change }) };
}

interface QuestionFieldsProps {
  asked: AskedForm;
  /** True: several questions may be given, one on each line. */
  lines: boolean;
}

/** As many lines as a request may have at a usual length. */
const LINES_CHARS_MAX = 10 * resolveUrlUrlMaxLength;

function Lines({ asked: { form, change } }: Pick<QuestionFieldsProps, 'asked'>) {
  const text = usePortalText();
  const gather = useGatherText();
  const { about } = OPERATIONS[form.operation];
  const labels = { keyword: text.keyword, video: text.idOrUrl, author: text.author, playlist: text.playlist };
  if (about === 'nothing' || about === 'comment') return <AboutField form={form} change={change} />;
  return (
    <AreaField
      label={labels[about]}
      name="about"
      required
      rows={2}
      maxLength={LINES_CHARS_MAX}
      hint={gather.severalQuestions}
      value={form.about ?? ''}
      onChange={(event) => change({ about: event.target.value })}
    />
  );
}

export function QuestionFields({ asked, lines }: QuestionFieldsProps) {
  const text = usePortalText();
  const gather = useGatherText();
  const { form, offer, change, lists } = asked;
  const common = useCommonText();
  const madeUp = madeUpIn(lists);
  return (
    <>
      <SelectField
        label={gather.listKind}
        value={form.operation}
        choices={offer.operations.map((value) => ({ value, label: text.operations[value] }))}
        onPick={(operation) => change({ operation: operation as OperationName, sort: undefined })}
      />
      <SelectField
        label={text.platform}
        value={form.platform ?? ''}
        choices={offer.platforms.map((value) => ({
          value,
          label: madeUp.includes(value) ? `${value} (${common.madeUp})` : value,
        }))}
        onPick={(platform) => change({ platform })}
      />
      {lines ? <Lines asked={asked} /> : <AboutField form={form} change={change} />}
      {!form.about?.trim().includes('\n') && <AddressHint form={form} offer={offer} change={change} />}
      <FilterFields form={form} change={change} pages={false} />
      <VariantChoice endpoints={lists} groups={['u1']} form={form} change={change} />
    </>
  );
}
