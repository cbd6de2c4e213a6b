// The form of the playground, from the operation to the button with the price.

import { type FormEvent, useState } from 'react';
import type { ListPricesAnswer } from '../../api/api-types.ts';
import { resolveUrlUrlMaxLength } from '../../api/bounds.ts';
import { Code } from '../../parts/Code.tsx';
import { Copy } from '../../parts/Copy.tsx';
import { SelectField, TextField } from '../../parts/Field.tsx';
import { Row } from '../../parts/Panel.tsx';
import { Segments } from '../../parts/Segments.tsx';
import { inBackground } from '../../shell/in-background.ts';
import { usePlatformName } from '../../shell/made-up.ts';
import { useFormat } from '../../shell/use-format.ts';
import { usePortalText } from '../text.ts';
import { AddressHint } from './AddressHint.tsx';
import { type Call, callOf, endpointOf, priceOf } from './call.ts';
import { FilterFields } from './FilterFields.tsx';
import type { Offer, PlaygroundForm } from './form.ts';
import { KeyChoice } from './KeyChoice.tsx';
import { KeywordField } from './KeywordField.tsx';
import { OPERATIONS } from './operations.ts';
import style from './playground.module.css';
import { RunButton } from './RunButton.tsx';
import { LANGUAGES, type SampleLanguage, sampleOf } from './samples.ts';
import { useCallId } from './use-call-id.ts';
import type { useRun } from './use-run.ts';
import { VariantChoice } from './VariantChoice.tsx';

/** Screen width from which the answer is beside the form. On narrower screens the code would be between the two. */
const BESIDE = '(min-width: 1000px)';

interface SampleCodeProps {
  call: Call;
  requestId: string;
  maxPrice: bigint;
}

/** The call of the form as code, in a chosen language. */
function SampleCode({ call, requestId, maxPrice }: SampleCodeProps) {
  const text = usePortalText();
  const [language, setLanguage] = useState<SampleLanguage>('curl');
  const [isOpen, setOpen] = useState(() => matchMedia(BESIDE).matches);
  const code = sampleOf(language, { base: location.origin, call, requestId, maxPrice });
  return (
    <details className={style.sample} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{text.sameCall}</summary>
      <div>
        <Row end>
          <Segments
            label={text.sameCall}
            value={language}
            choices={LANGUAGES.map((value) => ({ value, label: text.samples[value] }))}
            onPick={setLanguage}
          />
          <Copy value={code} what={text.sameCall} />
        </Row>
        <Code label={text.sameCall}>{code}</Code>
      </div>
    </details>
  );
}

/** The platform name of a search over several platforms. */
const ALL = 'all';

interface AskFormProps {
  prices: ListPricesAnswer;
  form: PlaygroundForm;
  offer: Offer;
  change: (change: Partial<PlaygroundForm>) => void;
  runs: ReturnType<typeof useRun>;
}

export function AboutField({ form, change }: Pick<AskFormProps, 'form' | 'change'>) {
  const text = usePortalText();
  const { about, several } = OPERATIONS[form.operation];
  if (about === 'nothing') return null;
  if (about === 'keyword') {
    const isSuggesting = form.platform === 'library' || form.platform === ALL;
    return (
      <KeywordField
        value={form.about ?? ''}
        isSuggesting={isSuggesting}
        onType={(value) => change({ about: value })}
      />
    );
  }
  const labels = {
    video: text.idOrUrl,
    author: text.author,
    comment: text.id,
    playlist: text.playlist,
  };
  return (
    <>
      <TextField
        label={labels[about]}
        name="about"
        required
        maxLength={resolveUrlUrlMaxLength}
        hint={several && form.group === 'u1' ? text.severalIds : undefined}
        value={form.about ?? ''}
        onChange={(event) => change({ about: event.target.value })}
      />
      {about === 'comment' && (
        <TextField
          label={text.commentId}
          name="comment"
          required
          value={form.comment ?? ''}
          onChange={(event) => change({ comment: event.target.value })}
        />
      )}
    </>
  );
}

export function AskForm({ prices, form, offer, change, runs }: AskFormProps) {
  const text = usePortalText();
  const format = useFormat();
  const { endpoints } = prices;
  const legs = endpointOf(endpoints, { ...form, platform: ALL })?.legs ?? [];
  const platformName = usePlatformName();
  const labelOf = (name: string) => (name === ALL ? text.allPlatforms(legs.length) : platformName(name));
  const endpoint = endpointOf(endpoints, form);
  const call = callOf(endpoints, form);
  const price = endpoint && priceOf(endpoint, form);
  const requestId = useCallId(call, runs.ran, runs.failed);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (call !== null && price !== null) {
      inBackground(runs.run({ call, maxPrice: price.most, requestId: requestId.next, adds: false }));
    }
  };
  return (
    <form className={style.form} onSubmit={submit}>
      <div>
        <h1>{text.playground}</h1>
        <p className={style.quiet}>{text.realCalls}</p>
      </div>
      <Segments
        even
        label={text.operation}
        value={form.operation}
        choices={offer.operations.map((value) => ({ value, label: text.operations[value] }))}
        onPick={(operation) => change({ operation, sort: undefined })}
      />
      <SelectField
        label={text.platform}
        value={form.platform ?? ''}
        choices={offer.platforms.map((value) => ({ value, label: labelOf(value) }))}
        onPick={(value) => change({ platform: value })}
      />
      <AboutField form={form} change={change} />
      <AddressHint form={form} offer={offer} change={change} />
      <FilterFields form={form} change={change} />
      <VariantChoice endpoints={endpoints} groups={offer.groups} form={form} change={change} />
      <KeyChoice />
      {endpoint && price && (
        <RunButton
          what={text.operations[form.operation]}
          price={price}
          money={format.money(prices.currency)}
          isReady={call !== null}
          isRunning={runs.isRunning}
        />
      )}
      {call && price && <SampleCode call={call} requestId={requestId.shown} maxPrice={price.most} />}
    </form>
  );
}
