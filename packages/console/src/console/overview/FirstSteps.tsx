// The first steps of a new operator, ticked as they happen. A tick stays, and the steps are shown until the operator hides
// them.
import { type ReactNode, useEffect, useState } from 'react';
import type { AdminCall, ProviderLight } from '../../api/api-types.ts';
import { Button } from '../../parts/Button.tsx';
import { Failure } from '../../parts/Failure.tsx';
import { joined } from '../../parts/joined.ts';
import { Notice } from '../../parts/Notice.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { useMay } from '../console-session.ts';
import { useFault } from '../providers/FaultChoice.tsx';
import { keepStep, keptSteps } from './first-steps.ts';
import { OpenDemoPlayground } from './OpenPlayground.tsx';
import style from './overview.module.css';
import { useOverviewText } from './text.ts';

/** The button that breaks the first made-up provider, and mends it again. */
function BreakProvider({ of: { provider, fault } }: { of: ProviderLight }) {
  const text = useOverviewText();
  const may = useMay();
  const changed = useFault();
  if (!may.change) return null;
  const isBroken = fault !== 'none';
  return (
    <>
      <Button
        kind="bare"
        disabled={changed.isPending}
        onClick={() => changed.mutate({ provider, fault: isBroken ? 'none' : 'down' })}
      >
        {isBroken ? text.mend(provider) : text.break(provider)}
      </Button>
      {changed.isError && <Failure error={changed.error} />}
    </>
  );
}

interface Step {
  title: string;
  note: string;
  isDone: boolean;
  way: ReactNode;
}

interface FirstStepsProps {
  /** Newest first. */
  calls: readonly AdminCall[];
  /** Replays since the gateway started. */
  replays: number;
  providers: readonly ProviderLight[];
}

const linkTo = (call: AdminCall | undefined, text: string): ReactNode =>
  call && <a href={`#/calls?open=${call.id}`}>{text}</a>;

/** Breaking a provider needs a made-up one; without it there are only the three steps before. */
function useShowcaseSteps({ calls, providers }: FirstStepsProps): Step[] {
  const text = useOverviewText();
  const kept = keptSteps();
  const breakable = providers.find(({ fault }) => fault !== null);
  const moved = calls.find((call) => isMoved(call));
  const walked = calls.find(({ resumed }) => resumed);
  if (breakable === undefined) return [];
  return [
    {
      title: text.stepBreak,
      note: text.stepBreakNote,
      isDone: moved !== undefined || kept.has('moved'),
      way: (
        <>
          <BreakProvider of={breakable} /> {linkTo(moved, text.openCall)}
        </>
      ),
    },
    {
      title: text.stepWalk,
      note: text.stepWalkNote,
      isDone: walked !== undefined || kept.has('walked'),
      way: linkTo(walked, text.openCall),
    },
  ];
}

/** More than one provider was asked on one platform, and the call was answered. */
function isMoved({ state, attempts, providers }: AdminCall): boolean {
  return state === 'settled' && attempts > 1 && providers.length === 1;
}

function useSteps(props: FirstStepsProps): Step[] {
  const { calls, replays } = props;
  const text = useOverviewText();
  const kept = keptSteps();
  const first = calls.find(({ state }) => state === 'settled');
  const more = useShowcaseSteps(props);
  return [
    {
      title: text.stepSearch,
      note: text.stepSearchNote,
      isDone: first !== undefined || kept.has('searched'),
      way: <OpenDemoPlayground />,
    },
    {
      title: text.stepReceipt,
      note: text.stepReceiptNote,
      isDone: kept.has('receipt'),
      way: linkTo(first, text.openCall),
    },
    {
      title: text.stepRepeat,
      note: text.stepRepeatNote,
      isDone: replays > 0 || kept.has('repeat'),
      way: null,
    },
    ...more,
  ];
}

export function FirstSteps(props: FirstStepsProps) {
  const text = useOverviewText();
  const steps = useSteps(props);
  const [isHidden, setHidden] = useState(() => keptSteps().has('hidden'));
  const hasSearched = props.calls.some(({ state }) => state === 'settled');
  const isRepeated = props.replays > 0;
  const hasMoved = props.calls.some(isMoved);
  const hasWalked = props.calls.some(({ resumed }) => resumed);
  useEffect(() => {
    if (hasSearched) keepStep('searched');
    if (isRepeated) keepStep('repeat');
    if (hasMoved) keepStep('moved');
    if (hasWalked) keepStep('walked');
  }, [hasSearched, isRepeated, hasMoved, hasWalked]);
  const hide = () => {
    keepStep('hidden');
    setHidden(true);
  };
  if (isHidden) return null;
  const isAllDone = steps.every(({ isDone }) => isDone);
  return (
    <Panel
      title={text.steps}
      way={
        !isAllDone && (
          <Button kind="bare" onClick={hide}>
            {text.stepsHide}
          </Button>
        )
      }
    >
      {isAllDone && (
        <Notice tone="good">
          <span data-all-done="">{text.stepsDone}</span>
          <Button onClick={hide}>{text.stepsHide}</Button>
        </Notice>
      )}
      <ol className={style.steps}>
        {steps.map(({ title, note, isDone, way }, at) => (
          <li
            key={title}
            className={joined(style.step, isDone && style.done)}
            data-step={isDone ? 'done' : 'open'}
          >
            <span className={style.tick} aria-hidden="true">
              {isDone ? '✓' : at + 1}
            </span>
            <strong>
              {title}
              {isDone && <span className="hidden-visually"> {text.stepDone}</span>}
            </strong>
            <span className={style.note}>
              {note} {way}
            </span>
          </li>
        ))}
      </ol>
      <p className={style.small}>
        {text.next} <a href="#/keys">{text.openKeys}</a> · {text.addPlatform}{' '}
        <code>npx reelgate connectors list</code>
      </p>
    </Panel>
  );
}
