// Parts of collections and watches that console and portal show alike: state, progress, spent of budget, distance between runs.
import type { Collection, WatchRun } from '../api/api-types.ts';
import { parseMicros, shareSpent } from '../money/money.ts';
import { Chip } from '../parts/Chip.tsx';
import type { Fact } from '../parts/Facts.tsx';
import { Meter } from '../parts/Meter.tsx';
import { Money } from '../parts/Money.tsx';
import { otherColumns, otherFacts } from '../parts/other-fields.tsx';
import { type Column, Table } from '../parts/Table.tsx';
import { Time } from '../parts/Time.tsx';
import { useFormat } from '../shell/use-format.ts';
import { useCommonText } from '../text/common.ts';
import {
  type AnyCollection,
  type AnyWatch,
  COLLECTION_TONES,
  isCutShort,
  isRunDue,
  questionWords,
  readEvery,
  WATCH_TONES,
} from './gathered.ts';
import { useGatheringText } from './text.ts';

export function useQuestion() {
  const text = useGatheringText();
  const format = useFormat();
  return ({ query, questions = 1 }: { query: Collection['query']; questions?: number }): string =>
    query === null ? text.questions(format.count(questions)) : questionWords(query) || text.question;
}

/** The name that the caller gave, else the question. */
export function useTitle() {
  const question = useQuestion();
  return (of: Pick<Collection, 'name' | 'query'> & { questions?: number }): string => of.name ?? question(of);
}

/** Its field says it in a title already. */
const TITLE = ['name'];

/** What the owner said about it. */
export function useGivenFacts() {
  const { given } = useGatheringText();
  return (of: Pick<Collection, 'id'>): Fact[] => otherFacts(given, of, TITLE);
}

export function useGivenColumns<Row>(): Column<Row>[] {
  return otherColumns<Row>(useGatheringText().given, TITLE);
}

export function CollectionState({ of }: { of: AnyCollection }) {
  const text = useGatheringText();
  const format = useFormat();
  const { state, waiting_for: wait } = of;
  const words = state === 'waiting' && wait !== null ? text.waits[wait] : text.states[state];
  if (!isCutShort(of)) return <Chip tone={COLLECTION_TONES[state]}>{words}</Chip>;
  const unasked = text.unasked(format.count(of.questions_unasked), format.count(of.questions));
  return (
    <Chip tone={state === 'failed' ? 'bad' : 'warn'}>
      {words} · {unasked}
    </Chip>
  );
}

export function WatchState({ of }: { of: AnyWatch }) {
  const text = useGatheringText();
  const { state, paused_for: why } = of;
  return (
    <Chip tone={WATCH_TONES[state]}>
      {state === 'paused' && why !== null ? text.pauses[why] : text.states[state]}
    </Chip>
  );
}

export function Progress({ of, wide = false }: { of: AnyCollection; wide?: boolean }) {
  const text = useGatheringText();
  const format = useFormat();
  return (
    <Meter share={of.items / of.items_max} wide={wide}>
      <span data-items={of.items}>{text.itemsOf(format.count(of.items), format.count(of.items_max))}</span>
    </Meter>
  );
}

interface SpentProps {
  spent: string;
  budget: string | null;
  currency: string;
  write?: (words: string) => string;
}

function Spent({ spent, budget, currency, write = (words) => words }: SpentProps) {
  const text = useGatheringText();
  const { exact } = useFormat();
  const paid = exact(spent, currency);
  if (budget === null) return <span>{write(text.noBudget(paid))}</span>;
  return (
    <Meter warns share={shareSpent(parseMicros(spent), parseMicros(budget))}>
      {write(text.spentOf(paid, exact(budget, currency)))}
    </Meter>
  );
}

export function CollectionSpent({ of: { charged, budget, currency } }: { of: AnyCollection }) {
  return <Spent spent={charged} budget={budget} currency={currency} />;
}

/** Of the month, and of all time where there is a budget for it. */
export function WatchSpent({ of: { spent, budget, currency } }: { of: AnyWatch }) {
  const text = useGatheringText();
  const hasTotal = budget.total !== null;
  return (
    <>
      {(budget.month !== null || !hasTotal) && (
        <Spent spent={spent.month} budget={budget.month} currency={currency} write={text.spentMonth} />
      )}
      {hasTotal && (
        <Spent spent={spent.total} budget={budget.total} currency={currency} write={text.spentTotal} />
      )}
    </>
  );
}

export function useEvery() {
  const text = useGatheringText();
  const format = useFormat();
  return (every: string): string => {
    const read = readEvery(every);
    return read === null ? text.everyTexts.auto : text[read.unit](format.count(read.count));
  };
}

export function NextRun({ of }: { of: AnyWatch }) {
  const text = useGatheringText();
  const common = useCommonText();
  const now = Date.now();
  if (of.next_run_at === null) return common.none;
  return isRunDue(of, now) ? text.runningNow : <Time at={of.next_run_at} form="ago" />;
}

/** A run's result in one line. */
export function RunOutcome({ run }: { run: WatchRun }) {
  const text = useGatheringText();
  const format = useFormat();
  if (run.failure !== null) return <Chip tone="bad">{run.failure}</Chip>;
  return (
    <>
      {format.count(run.items)} {run.gap && <Chip tone="warn">{text.gap}</Chip>}
    </>
  );
}

interface RunsTableProps {
  runs: readonly WatchRun[];
  currency: string;
  callLink: (requestId: string) => string;
}

export function RunsTable({ runs, currency, callLink }: RunsTableProps) {
  const text = useGatheringText();
  const common = useCommonText();
  const format = useFormat();
  const columns: Column<WatchRun>[] = [
    [
      'at',
      common.time,
      '',
      (run) => (
        <>
          <a href={callLink(run.request_id)}>
            <Time at={run.at} />
          </a>
          {run.late_seconds > 0 && <> · {text.lateBy(format.count(run.late_seconds))}</>}
        </>
      ),
    ],
    ['items', text.newItems, '', (run) => <RunOutcome run={run} />],
    ['pages', text.pages, 'right wide'],
    ['charged', common.charged, 'right', ({ charged }) => <Money of={charged} currency={currency} />],
  ];
  return (
    <Table
      label={text.runs}
      columns={columns}
      rows={runs}
      rowKey={({ number }) => String(number)}
      empty={text.noRun}
    />
  );
}
