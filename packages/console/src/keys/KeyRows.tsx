// The table of keys, for console and portal: use, caps and actions.
import { type ReactNode, useState } from 'react';
import type { OwnKey } from '../api/api-types.ts';
import { Button } from '../parts/Button.tsx';
import { Sparkline } from '../parts/Chart.tsx';
import { Chip } from '../parts/Chip.tsx';
import { Mono } from '../parts/Code.tsx';
import { Row } from '../parts/Panel.tsx';
import { type Column, Table } from '../parts/Table.tsx';
import { Time } from '../parts/Time.tsx';
import { useFormat } from '../shell/use-format.ts';
import { useCommonText } from '../text/common.ts';
import { CapMeters } from './CapMeter.tsx';
import { type KeyVerbs, RevokeDialog, RotateDialog } from './KeyDialogs.tsx';
import { KEY_DAYS } from './key-days.ts';

interface KeyRowsProps<Key extends OwnKey> {
  keys: readonly Key[];
  /** Calls by day and key id; undefined while loading, null if loading failed. */
  days: ReadonlyMap<string, readonly number[]> | null | undefined;
  verbs: KeyVerbs | null;
  empty: ReactNode;
  /** Address of a key's page. */
  placeOf?: (key: Key) => string;
  more?: readonly Column<Key>[];
}

export const KEY_TONES = { active: 'good', disabled: 'warn', revoked: 'bad' } as const;
const NO_CALLS = Array<number>(KEY_DAYS).fill(0);

function useKeyColumns<Key extends OwnKey>({ keys, days, placeOf, more = [] }: KeyRowsProps<Key>) {
  const text = useCommonText();
  const format = useFormat();
  const columns: Column<Key>[] = [
    {
      id: 'name',
      head: text.name,
      wraps: true,
      cell: (key) => (placeOf ? <a href={placeOf(key)}>{key.name}</a> : key.name),
      order: ({ name }) => name,
    },
    ...more,
    { id: 'prefix', head: text.key, wide: true, cell: ({ prefix }) => <Mono>{`${prefix}…`}</Mono> },
    {
      id: 'status',
      head: text.state,
      cell: ({ status }) => <Chip tone={KEY_TONES[status]}>{text.statuses[status]}</Chip>,
    },
    {
      id: 'days',
      head: text.lastDays(KEY_DAYS),
      wide: true,
      cell: ({ id }) => {
        if (days === undefined) return text.loading;
        if (days === null) return text.none;
        const calls = days.get(id) ?? NO_CALLS;
        const sum = format.count(calls.reduce((all, one) => all + one, 0));
        return (
          <Row>
            <Sparkline values={calls} label={text.callsIn(sum, KEY_DAYS)} />
            <span aria-hidden="true">{sum}</span>
          </Row>
        );
      },
    },
    {
      id: 'used',
      head: text.lastUsed,
      cell: (key) => (key.last_used_at === null ? text.never : <Time at={key.last_used_at} form="ago" />),
      order: (key) => key.last_used_at ?? '',
    },
    {
      id: 'caps',
      head: text.spent,
      wide: true,
      cell: ({ caps, currency }) => <CapMeters caps={caps} currency={currency} />,
    },
  ];
  const ends: Column<Key> = {
    id: 'expires',
    head: text.expires,
    wide: true,
    cell: (key) => (key.expires_at === null ? text.never : <Time at={key.expires_at} />),
  };
  return keys.some(({ expires_at }) => expires_at !== null) ? [...columns, ends] : columns;
}

export function KeyRows<Key extends OwnKey>(props: KeyRowsProps<Key>) {
  const { keys, verbs, empty } = props;
  const text = useCommonText();
  const columns = useKeyColumns<Key>(props);
  const [over, setOver] = useState<{ what: 'rotate' | 'revoke'; key: Key } | null>(null);
  const acts: Column<Key> = {
    id: 'acts',
    head: <span className="hidden-visually">{text.actions}</span>,
    cell: (key) =>
      key.status !== 'revoked' && (
        <Row>
          <Button kind="bare" onClick={() => setOver({ what: 'rotate', key })}>
            {text.rotate}
          </Button>
          <Button kind="bare" onClick={() => setOver({ what: 'revoke', key })}>
            {text.revoke}
          </Button>
        </Row>
      ),
  };
  return (
    <>
      <Table
        label={text.key}
        columns={verbs === null ? columns : [...columns, acts]}
        rows={keys}
        rowKey={({ id }) => id}
        empty={empty}
      />
      {verbs && over?.what === 'rotate' && (
        <RotateDialog of={over.key} verbs={verbs} onClose={() => setOver(null)} />
      )}
      {verbs && over?.what === 'revoke' && (
        <RevokeDialog of={over.key} verbs={verbs} onClose={() => setOver(null)} />
      )}
    </>
  );
}
