// The answer in the playground: its content, its cost and the next steps.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { PlatformReport, PricedEndpoint } from '../../api/api-types.ts';
import { Button } from '../../parts/Button.tsx';
import { CallWaterfall } from '../../parts/CallWaterfall.tsx';
import { Chip } from '../../parts/Chip.tsx';
import { Code } from '../../parts/Code.tsx';
import { Failure } from '../../parts/Failure.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Notice } from '../../parts/Notice.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { inBackground } from '../../shell/in-background.ts';
import { usePlatformName } from '../../shell/made-up.ts';
import { useFormat } from '../../shell/use-format.ts';
import { useCommonText } from '../../text/common.ts';
import { portal } from '../api.ts';
import { gatherLink, isGatherable } from '../gathering/question.ts';
import { useGatherText } from '../gathering/text.ts';
import { usePortalText } from '../text.ts';
import { AnswerBar, type View } from './AnswerBar.tsx';
import { AnswerItems } from './AnswerItems.tsx';
import type { PlaygroundForm } from './form.ts';
import style from './playground.module.css';
import type { useRun } from './use-run.ts';
import { pageAfter, type Ran, type Run } from './use-run.ts';
import { Welcome } from './Welcome.tsx';

interface NextPageProps {
  last: Ran;
  isRunning: boolean;
  run: (order: Run) => Promise<void>;
}

/** The button for the next page, with its price. */
function NextPage({ last, isRunning, run }: NextPageProps) {
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

/** What happened in the last call: its receipt with hold, attempts and charge. */
function WhatHappened({ requestId }: { requestId: string }) {
  const text = useCommonText();
  const portalText = usePortalText();
  const id = encodeURIComponent(requestId);
  const receipt = useQuery({
    queryKey: ['receipt', requestId],
    queryFn: () => portal('/account/v1/requests/{request_id}', { params: { request_id: id } }),
  });
  return (
    <Panel title={text.whatHappened} way={<a href={`#/receipts/${id}`}>{portalText.openReceipt} →</a>}>
      <Loaded of={receipt}>{({ call }) => <CallWaterfall call={call} attempts={call.attempts} />}</Loaded>
    </Panel>
  );
}

/** What each platform contributed to a page of a search over several platforms. */
function Legs({ legs }: { legs: readonly PlatformReport[] }) {
  const text = usePortalText();
  const platformName = usePlatformName();
  return (
    <ul className={style.said}>
      {legs.map(({ platform, status, items }) => (
        <li key={platform}>
          <Chip tone={status === 'ok' ? 'good' : 'plain'}>
            {platformName(platform)} · {status === 'ok' ? text.items(items) : text.legStates[status]}
          </Chip>
        </li>
      ))}
    </ul>
  );
}

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
