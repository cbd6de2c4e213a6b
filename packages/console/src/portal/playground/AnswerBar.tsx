// The line above an answer: status, number of items, cost, receipt and the free repeat.

import { parseMicros } from '../../money/money.ts';
import { Button } from '../../parts/Button.tsx';
import { Chip } from '../../parts/Chip.tsx';
import { Row } from '../../parts/Panel.tsx';
import { Segments } from '../../parts/Segments.tsx';
import { inBackground } from '../../shell/in-background.ts';
import { useFormat } from '../../shell/use-format.ts';
import { usePortalText } from '../text.ts';
import style from './playground.module.css';
import type { Ran, Run } from './use-run.ts';

export type View = 'grid' | 'json' | 'both';

interface AnswerBarProps {
  ran: readonly Ran[];
  view: View;
  setView: (view: View) => void;
  canChoose: boolean;
  isRunning: boolean;
  run: (order: Run) => Promise<void>;
}

/** Items of all pages of this walk so far. */
function countOf(ran: readonly Ran[]): number {
  return ran.reduce((sum, { answer }) => sum + (answer.items?.length ?? 1), 0);
}

export function AnswerBar({ ran, view, setView, canChoose, isRunning, run }: AnswerBarProps) {
  const text = usePortalText();
  const format = useFormat();
  const last = ran.at(-1)!;
  const { receipt, platforms: legs } = last.answer;
  const money = format.money(receipt.currency);
  const total = ran.reduce((sum, one) => sum + parseMicros(one.answer.receipt.charged), 0n);
  const views = (['grid', 'json', 'both'] as const).map((value) => ({
    value,
    label: text[value],
    disabled: !canChoose,
  }));
  return (
    <div className={style.bar}>
      <div className={style.said} role="status">
        <Chip tone="good">{last.status}</Chip>
        <strong>{text.items(countOf(ran))}</strong>
        <span className={style.quiet}>
          {legs && `${text.ofPlatforms(legs.filter(({ status }) => status === 'ok').length, legs.length)} · `}
          <span data-charged="">{text.chargedNow(money.exact(total))}</span> ·{' '}
          <span data-left="">{text.left(money.exact(parseMicros(receipt.balance)))}</span> ·{' '}
          <a href={`#/receipts/${encodeURIComponent(last.requestId)}`}>{text.receipt}</a>
        </span>
      </div>
      <Row>
        <Segments label={text.view} value={view} choices={views} onPick={setView} />
        <Button
          kind="quiet"
          title={text.againNote}
          disabled={isRunning}
          onClick={() =>
            inBackground(
              run({ call: last.call, maxPrice: last.maxPrice, requestId: last.requestId, adds: false }),
            )
          }
        >
          {text.again}
        </Button>
      </Row>
    </div>
  );
}
