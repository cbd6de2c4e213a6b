// How well each operation of each platform works, for callers. The same page is shown without a session where the operator made it public.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { StatusRow } from '../../api/api-types.ts';
import { ProblemError } from '../../api/problem.ts';
import { Chip, type Tone } from '../../parts/Chip.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Page } from '../../parts/Page.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { type Column, Table } from '../../parts/Table.tsx';
import { Brand } from '../../shell/Brand.tsx';
import { serviceOfPage } from '../../shell/service.ts';
import shell from '../../shell/shell.module.css';
import style from '../../shell/shell.module.css';
import { useFormat } from '../../shell/use-format.ts';
import { useCommonText } from '../../text/common.ts';
import { statusQuery } from '../api.ts';
import { isOperation } from '../playground/operations.ts';
import { usePortalText } from '../text.ts';
import { EVERY, foldUnknown } from './fold-unknown.ts';
import { useStatusText } from './text.ts';

const TONES: Record<StatusRow['state'], Tone> = {
  good: 'good',
  slow: 'warn',
  unsteady: 'warn',
  failing: 'bad',
  unknown: 'plain',
};

/** Shown before the word, so that states differ without colour and without reading. */
const MARKS: Record<StatusRow['state'], string> = {
  good: '✓',
  slow: '◷',
  unsteady: '!',
  failing: '✕',
  unknown: '–',
};

function State({ row: { state, cause } }: { row: StatusRow }) {
  const text = useStatusText();
  return (
    <>
      <Chip tone={TONES[state]}>
        <span aria-hidden="true">{MARKS[state]}</span>
        {text.states[state]}
      </Chip>
      {cause !== null && <div className="quiet">{text.causes[cause]}</div>}
    </>
  );
}

function Window({ of }: { of: StatusRow['hour'] }) {
  const text = useStatusText();
  const common = useCommonText();
  const format = useFormat();
  if (of === null) return common.none;
  const [answered, refused] = [format.percent(of.success), format.percent(of.refused)];
  return (
    <>
      <Worded words={text.answered(answered)} figure={answered} />
      {of.p95_ms !== null && (
        <div className="quiet">
          <Worded words={text.within(format.ms(of.p95_ms))} figure={format.ms(of.p95_ms)} />
        </div>
      )}
      {of.refused > 0 && (
        <div className="quiet">
          <Worded words={text.refused(refused)} figure={`${MARKS.failing} ${refused}`} />
        </div>
      )}
    </>
  );
}

/** Three windows fit beside each other on a narrow screen without their words, which the legend below has. */
function Worded({ words, figure }: { words: string; figure: string }) {
  return (
    <>
      <span className={shell.wideOnly}>{words}</span>
      <span className={shell.narrowOnly}>{figure}</span>
    </>
  );
}

const nameOf = ({ platform, operation }: StatusRow) => `${platform} ${operation}`;

function useColumns(): Column<StatusRow>[] {
  const text = useStatusText();
  const { operations } = usePortalText();
  const labelOf = (operation: string) => {
    if (operation === EVERY) return text.every;
    return isOperation(operation) ? operations[operation] : text.mounted;
  };
  return [
    [
      'what',
      text.what,
      'wraps',
      (row) => (
        <>
          <div>{row.platform}</div>
          <div className="quiet">{labelOf(row.operation)}</div>
        </>
      ),
      { order: nameOf },
    ],
    ['state', text.state, '', (row) => <State row={row} />, { order: ({ state }) => state }],
    ['hour', text.hour, '', ({ hour }) => <Window of={hour} />],
    ['day', text.day, '', ({ day }) => <Window of={day} />],
    ['month', text.month, '', ({ month }) => <Window of={month} />],
  ];
}

export function Status() {
  const text = useStatusText();
  const format = useFormat();
  const columns = useColumns();
  const status = useQuery(statusQuery);
  return (
    <Loaded of={status}>
      {({ operations, measured_at }) => (
        <Page title={text.status} sub={text.note}>
          <Panel title={text.status}>
            <Table<StatusRow>
              label={text.status}
              rows={foldUnknown(operations)}
              rowKey={nameOf}
              empty={text.none}
              columns={columns}
            />
          </Panel>
          <p className="quiet">{text.measured(format.time.moment(measured_at))}</p>
          <p className="quiet">{text.legend}</p>
          <p className="quiet">{text.rule}</p>
        </Page>
      )}
    </Loaded>
  );
}

/** The status page for visitors without a session. Where the status is not public, the sign-in is shown in its place. */
export function PublicStatus({ signIn }: { signIn: ReactNode }) {
  const text = useStatusText();
  const status = useQuery(statusQuery);
  if (status.isLoading) return null;
  if (status.error instanceof ProblemError && status.error.problem.status === 401) return signIn;
  return (
    <>
      <header className={style.top}>
        <Brand {...serviceOfPage()} />
        <div className={style.who}>
          <a href="#/">{text.signIn}</a>
        </div>
      </header>
      <main className={style.main}>
        <Status />
      </main>
    </>
  );
}
