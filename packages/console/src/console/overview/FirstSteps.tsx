// Three first steps for a new operator, ticked as they happen. Not shown once all are done or the operator hides them.
import { type ReactNode, useEffect, useState } from 'react';
import type { AdminCall } from '../../api/api-types.ts';
import { Button } from '../../parts/Button.tsx';
import { joined } from '../../parts/joined.ts';
import { Panel } from '../../parts/Panel.tsx';
import { keepStep, keptSteps } from './first-steps.ts';
import { OpenPlayground } from './OpenPlayground.tsx';
import style from './overview.module.css';
import { useOverviewText } from './text.ts';

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
}

function useSteps({ calls, replays }: FirstStepsProps): Step[] {
  const text = useOverviewText();
  const kept = keptSteps();
  const first = calls.find(({ state }) => state === 'settled');
  return [
    {
      title: text.stepSearch,
      note: text.stepSearchNote,
      isDone: first !== undefined,
      way: <OpenPlayground />,
    },
    {
      title: text.stepReceipt,
      note: text.stepReceiptNote,
      isDone: kept.has('receipt'),
      way: first && <a href={`#/calls?open=${first.id}`}>{text.openCall}</a>,
    },
    {
      title: text.stepRepeat,
      note: text.stepRepeatNote,
      isDone: replays > 0 || kept.has('repeat'),
      way: null,
    },
  ];
}

export function FirstSteps(props: FirstStepsProps) {
  const text = useOverviewText();
  const steps = useSteps(props);
  const [isHidden, setHidden] = useState(() => keptSteps().has('hidden'));
  useEffect(() => {
    if (props.replays > 0) keepStep('repeat');
  }, [props.replays]);
  const hide = () => {
    keepStep('hidden');
    setHidden(true);
  };
  if (isHidden || steps.every(({ isDone }) => isDone)) return null;
  return (
    <Panel
      title={text.steps}
      way={
        <Button kind="bare" onClick={hide}>
          {text.stepsHide}
        </Button>
      }
    >
      <ol className={style.steps}>
        {steps.map(({ title, note, isDone, way }, at) => (
          <li key={title} className={joined(style.step, isDone && style.done)}>
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
