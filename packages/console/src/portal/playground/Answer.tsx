// The answer in the playground: its content, its cost and the next steps.
import { useEffect, useRef, useState } from 'react';
import type { PricedEndpoint } from '../../api/api-types.ts';
import { Code } from '../../parts/Code.tsx';
import { Failure } from '../../parts/Failure.tsx';
import { Notice } from '../../parts/Notice.tsx';
import { useFormat } from '../../shell/use-format.ts';
import { gatherLink, isGatherable } from '../gathering/question.ts';
import { useGatherText } from '../gathering/text.ts';
import { usePortalText } from '../text.ts';
import { AnswerBar, type View } from './AnswerBar.tsx';
import { AnswerItems } from './AnswerItems.tsx';
import type { PlaygroundForm } from './form.ts';
import { Legs } from './Legs.tsx';
import { NextPage } from './NextPage.tsx';
import style from './playground.module.css';
import type { useRun } from './use-run.ts';
import { Welcome } from './Welcome.tsx';
import { WhatHappened } from './WhatHappened.tsx';

interface AnswerProps {
  form: PlaygroundForm;
  endpoints: readonly PricedEndpoint[];
  currency: string;
  runs: ReturnType<typeof useRun>;
  change: (change: Partial<PlaygroundForm>) => void;
}

/** From one page to all pages, or to what comes later. */
function GatherLinks({ form }: Pick<AnswerProps, 'form'>) {
  const text = useGatherText();
  return (
    <p className={style.middle}>
      <a href={gatherLink('collections', form)}>{text.collectThis}</a>
      <a href={gatherLink('watches', form)}>{text.watchThis}</a>
    </p>
  );
}

export function Answer({ form, endpoints, currency, runs, change }: AnswerProps) {
  const text = usePortalText();
  const format = useFormat();
  const [view, setView] = useState<View>('grid');
  const { ran, failed, isRunning, run } = runs;
  const last = ran.at(-1);
  const hasItems = last !== undefined && last.answer.raw === undefined;
  const shown: View = hasItems ? view : 'json';
  const place = useRef<HTMLElement>(null);
  const requestId = ran[0]?.requestId;
  useEffect(() => {
    // Scrolls to the answer if it is below the form; beside the form it is already visible.
    const top = place.current?.getBoundingClientRect().top ?? 0;
    if (requestId !== undefined && top > innerHeight / 2) place.current?.scrollIntoView();
  }, [requestId]);
  return (
    <section ref={place} className={style.answer} aria-label={text.view} aria-busy={isRunning}>
      {failed !== null && !failed.isFurther && <Failure error={failed.error} />}
      {last === undefined && failed === null && (
        <Welcome form={form} endpoints={endpoints} currency={currency} run={run} change={change} />
      )}
      {last && (
        <>
          <AnswerBar
            ran={ran}
            view={shown}
            setView={setView}
            canChoose={hasItems}
            isRunning={isRunning}
            run={run}
          />
          {last.answer.platforms && <Legs legs={last.answer.platforms} />}
          {last.isReplay && (
            <Notice tone="good">
              {text.sameBytes} {format.exact(last.charged, last.answer.receipt.currency)}
            </Notice>
          )}
          <div className={shown === 'both' ? style.both : undefined}>
            {shown !== 'json' && <AnswerItems ran={ran} endpoints={endpoints} />}
            {shown !== 'grid' && (
              <Code tall label={text.raw}>
                {JSON.stringify(last.answer, null, 2)}
              </Code>
            )}
          </div>
          {failed?.isFurther && <Failure error={failed.error} />}
          <NextPage last={last} isRunning={isRunning} run={run} />
          {isGatherable(endpoints, form) && <GatherLinks form={form} />}
          <WhatHappened requestId={last.requestId} />
        </>
      )}
    </section>
  );
}
