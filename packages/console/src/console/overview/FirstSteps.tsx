// Owns the first minute: three steps that tick themselves as they happen. Gone once all of them have.
import type { AdminCall } from '../../api/api-types.ts';
import { joined } from '../../parts/joined.ts';
import { Panel } from '../../parts/Panel.tsx';
import { publicUrl } from '../public-url.ts';
import style from './overview.module.css';
import { useOverviewText } from './text.ts';

interface Step {
  title: string;
  note: string;
  isDone: boolean;
  link?: { to: string; label: string };
}

/** The name that a first start gives its key. */
const FIRST_KEY = 'first key';
const SEEN = 'reelgate.console.steps';

interface FirstStepsProps {
  /** The newest calls. */
  calls: readonly AdminCall[];
}

function wasReceiptSeen(): boolean {
  return sessionStorage.getItem(SEEN) !== null;
}

/** The page of a call says that it was seen. */
export function rememberReceiptSeen(): void {
  sessionStorage.setItem(SEEN, '1');
}

export function FirstSteps({ calls }: FirstStepsProps) {
  const text = useOverviewText();
  const hasOwnKey = calls.some(({ key_name }) => key_name !== FIRST_KEY);
  const first = calls.find(({ state }) => state === 'settled');
  const steps: Step[] = [
    {
      title: text.stepSearch,
      note: text.stepSearchNote,
      isDone: first !== undefined,
      link: { to: `${publicUrl()}/portal`, label: text.openPortal },
    },
    {
      title: text.stepReceipt,
      note: text.stepReceiptNote,
      isDone: wasReceiptSeen(),
      ...(first && { link: { to: `#/calls?open=${first.id}`, label: text.openCall } }),
    },
    {
      title: text.stepKey,
      note: text.stepKeyNote,
      isDone: hasOwnKey,
      link: { to: '#/keys', label: text.openKeys },
    },
  ];
  if (steps.every(({ isDone }) => isDone)) return null;
  return (
    <Panel title={text.steps}>
      <ol className={style.steps}>
        {steps.map(({ title, note, isDone, link }, at) => (
          <li key={title} className={joined(style.step, isDone && style.done)}>
            <span className={style.tick} aria-hidden="true">
              {isDone ? '✓' : at + 1}
            </span>
            <strong>
              {title}
              {isDone && <span className="hidden-visually"> {text.stepDone}</span>}
            </strong>
            <span className={style.note}>
              {note} {link && <a href={link.to}>{link.label}</a>}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
