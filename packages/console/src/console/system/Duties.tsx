// Work that is due, by kind: how much, how much of it is late, and how much fails. Late work is listed one by one.
import { useQuery } from '@tanstack/react-query';
import type { Duty, DutyCounts } from '../../api/api-types.ts';
import { Chip } from '../../parts/Chip.tsx';
import { Id } from '../../parts/Copy.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { type Column, Table } from '../../parts/Table.tsx';
import { Time } from '../../parts/Time.tsx';
import { useFormat } from '../../shell/use-format.ts';
import { admin } from '../api.ts';
import { useSystemText } from './text.ts';

const LATE_SHOWN = 20;

/** Where one duty, or all late ones of its kind, can be looked at. */
const PLACES: Partial<Record<DutyCounts['kind'], string>> = {
  collection: '#/collections',
  watch: '#/watches',
};

function Trouble({ count, tone }: { count: number; tone: 'warn' | 'bad' }) {
  const format = useFormat();
  return count === 0 ? format.count(0) : <Chip tone={tone}>{format.count(count)}</Chip>;
}

function LateDuties() {
  const text = useSystemText();
  const late = useQuery({
    queryKey: ['duties', 'late'],
    queryFn: () => admin('/duties', { query: { late: true, limit: LATE_SHOWN } }),
  });
  const columns: Column<Duty>[] = [
    ['kind', text.duty, '', ({ kind }) => text.dutyKinds[kind]],
    [
      'id',
      text.id,
      'wraps',
      ({ kind, id }) =>
        PLACES[kind] === undefined ? <Id of={id} /> : <Id of={id} href={`${PLACES[kind]}?open=${id}`} />,
    ],
    ['due', text.dueSince, '', ({ due_at }) => <Time at={due_at} form="ago" />],
    ['failures', text.failures, 'right wide'],
  ];
  return (
    <Loaded of={late}>
      {({ duties }) => (
        <Table
          label={text.lateDuties}
          columns={columns}
          rows={duties}
          rowKey={({ kind, id }) => `${kind} ${id}`}
        />
      )}
    </Loaded>
  );
}

export function Duties({ counts }: { counts: readonly DutyCounts[] }) {
  const text = useSystemText();
  const columns: Column<DutyCounts>[] = [
    [
      'kind',
      text.duty,
      '',
      ({ kind, late }) =>
        late > 0 && PLACES[kind] !== undefined ? (
          <a href={`${PLACES[kind]}?late=true`}>{text.dutyKinds[kind]}</a>
        ) : (
          text.dutyKinds[kind]
        ),
    ],
    ['due', text.due, 'right'],
    ['late', text.late, 'right', ({ late }) => <Trouble count={late} tone="bad" />],
    ['failing', text.failing, 'right', ({ failing }) => <Trouble count={failing} tone="warn" />],
  ];
  return (
    <Panel title={text.duties}>
      <p>{text.dutiesNote}</p>
      <Table label={text.duties} columns={columns} rows={counts} rowKey={({ kind }) => kind} />
      {counts.some(({ late }) => late > 0) && <LateDuties />}
    </Panel>
  );
}
