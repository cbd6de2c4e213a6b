// One call as facts, wherever it is shown: in the drawer of an operator, on the receipt of its caller, and beside a complaint.
import type { ReactNode } from 'react';
import type { CallReceipt } from '../api/api-types.ts';
import { useFormat } from '../shell/use-format.ts';
import { useCommonText } from '../text/common.ts';
import { Asked } from './Asked.tsx';
import { Chip, type Tone } from './Chip.tsx';
import { Mono } from './Code.tsx';
import { type Fact, Facts } from './Facts.tsx';
import { Time } from './Time.tsx';

type Shown = Partial<Pick<CallReceipt, 'state' | 'failure' | 'opened_at' | 'duration_ms' | 'source' | 'sum'>>;

interface CallFactsProps {
  of: Shown & Pick<CallReceipt, 'path' | 'asked'>;
  tone?: Tone;
  /** The state in words. */
  state?: string;
  /** Label of the time at which it was opened. */
  opened: string;
  /** Which money paid it; null for ordinary money alone. */
  paidWith?: string | null;
  /** Shown in place of the question, or beside it. */
  asked?: (question: ReactNode) => ReactNode;
  /** Whose it is. */
  whose?: readonly Fact[];
  /** About its time and its price list. */
  when?: readonly Fact[];
  children?: readonly Fact[];
}

export function CallFacts(props: CallFactsProps) {
  const { of, tone = 'plain', state, opened, paidWith = null, asked = (question) => question } = props;
  const { whose = [], when = [], children = [] } = props;
  const common = useCommonText();
  const format = useFormat();
  const took = of.duration_ms ?? null;
  return (
    <Facts
      rows={[
        state !== undefined && [
          common.state,
          <Chip key="state" tone={tone}>
            {state}
          </Chip>,
        ],
        ...whose,
        [common.path, <Mono key="path">{of.path}</Mono>],
        [common.asked, asked(<Asked key="asked" of={of.asked} />)],
        of.opened_at !== undefined && [opened, <Time key="at" at={of.opened_at} form="full" />],
        ...when,
        took !== null && [common.took, format.ms(took)],
        of.source != null && [common.source, common.sources[of.source]],
        of.sum != null && [common.price, of.sum],
        paidWith !== null && [
          common.paidWith,
          <span key="with" data-paid-with="">
            {paidWith}
          </span>,
        ],
        ...children,
      ]}
    />
  );
}
