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
  const callsOf = ({ id }: Key) => {
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
  };
  const linked = (key: Key) => (placeOf ? <a href={placeOf(key)}>{key.name}</a> : key.name);
  const used = ({ last_used_at: at }: Key) => (at === null ? text.never : <Time at={at} form="ago" />);
  const columns: (Column<Key> | false)[] = [
    ['name', text.name, 'wraps sorted', linked],
    ...more,
    ['prefix', text.key, 'wide', ({ prefix }) => <Mono>{`${prefix}…`}</Mono>],
    ['status', text.state, '', ({ status }) => <Chip tone={KEY_TONES[status]}>{text.statuses[status]}</Chip>],
    ['days', text.lastDays(KEY_DAYS), 'wide', callsOf],
    ['used', text.lastUsed, '', used, { order: (key) => key.last_used_at ?? '' }],
    ['caps', text.spent, 'wide', ({ caps, currency }) => <CapMeters caps={caps} currency={currency} />],
    keys.some(({ expires_at }) => expires_at !== null) && [
      ...(['expires', text.expires, 'wide'] as const),
      ({ expires_at: at }) => (at === null ? text.never : <Time at={at} />),
    ],
  ];
  return columns;
}

export function KeyRows<Key extends OwnKey>(props: KeyRowsProps<Key>) {
  const { keys, verbs, empty } = props;
  const text = useCommonText();
  const columns = useKeyColumns<Key>(props);
  const [over, setOver] = useState<{ what: 'rotate' | 'revoke'; key: Key } | null>(null);
  const acts = (key: Key) =>
    key.status !== 'revoked' && (
      <Row>
        <Button kind="bare" onClick={() => setOver({ what: 'rotate', key })}>
          {text.rotate}
        </Button>
        <Button kind="bare" onClick={() => setOver({ what: 'revoke', key })}>
          {text.revoke}
        </Button>
      </Row>
    );
  return (
    <>
      <Table
        label={text.key}
        columns={[...columns, verbs !== null && ['acts', text.actions, 'hidden', acts]]}
        rows={keys}
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
