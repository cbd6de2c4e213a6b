// Owns the list of keys, for console and portal alike: what each may spend, when it was last used, and what can be done to it.
import { type ReactNode, useState } from 'react';
import { Button } from '../parts/Button.tsx';
import { Chip } from '../parts/Chip.tsx';
import { Mono } from '../parts/Code.tsx';
import { Row } from '../parts/Row.tsx';
import { type Column, Table } from '../parts/Table.tsx';
import { useFormat } from '../shell/use-format.ts';
import { useCommonText } from '../text/common.ts';
import { type KeyVerbs, RevokeDialog, RotateDialog } from './KeyDialogs.tsx';
import type { KeyRow } from './key-row.ts';

interface KeyRowsProps<Key extends KeyRow> {
  keys: readonly Key[];
  verbs: KeyVerbs | null;
  empty: ReactNode;
  more?: readonly Column<Key>[];
}

const TONES = { active: 'good', disabled: 'warn', revoked: 'bad' } as const;

function useCaps() {
  const text = useCommonText();
  return ({ daily_cap, monthly_cap, total_cap }: KeyRow) => {
    const caps = [
      daily_cap && `${text.caps.daily}: ${daily_cap}`,
      monthly_cap && `${text.caps.monthly}: ${monthly_cap}`,
      total_cap && `${text.caps.total}: ${total_cap}`,
    ].filter(Boolean);
    return caps.length === 0 ? text.none : caps.join(' · ');
  };
}

function useKeyColumns<Key extends KeyRow>(): Column<Key>[] {
  const text = useCommonText();
  const format = useFormat();
  const caps = useCaps();
  return [
    { id: 'name', head: text.name, cell: ({ name }) => name, order: ({ name }) => name },
    { id: 'prefix', head: text.key, cell: ({ prefix }) => <Mono>{`${prefix}…`}</Mono> },
    {
      id: 'status',
      head: text.state,
      cell: ({ status }) => <Chip tone={TONES[status]}>{text.statuses[status]}</Chip>,
    },
    {
      id: 'used',
      head: text.lastUsed,
      cell: (key) => (key.last_used_at === null ? text.never : format.time.ago(key.last_used_at, Date.now())),
      order: (key) => key.last_used_at ?? '',
    },
    { id: 'caps', head: text.caps.daily, cell: caps, wraps: true },
    {
      id: 'expires',
      head: text.expires,
      cell: (key) => (key.expires_at === null ? text.never : format.time.moment(key.expires_at)),
    },
  ];
}

export function KeyRows<Key extends KeyRow>({ keys, verbs, empty, more = [] }: KeyRowsProps<Key>) {
  const text = useCommonText();
  const columns = useKeyColumns<Key>();
  const [over, setOver] = useState<{ what: 'rotate' | 'revoke'; key: Key } | null>(null);
  const acts: Column<Key> = {
    id: 'acts',
    head: <span className="hidden-visually">{text.settings}</span>,
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
        columns={[...columns, ...more, ...(verbs === null ? [] : [acts])]}
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
