// The list of invites with their states. Unused ones can be revoked.
import { useState } from 'react';
import type { Invite } from '../../api/api-types.ts';
import { useList } from '../../api/use-list.ts';
import { Button, MoreButton } from '../../parts/Button.tsx';
import { Chip } from '../../parts/Chip.tsx';
import { Id } from '../../parts/Copy.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Empty } from '../../parts/Notice.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { type Column, Table } from '../../parts/Table.tsx';
import { Time } from '../../parts/Time.tsx';
import { useFormat } from '../../shell/use-format.ts';
import { useCommonText } from '../../text/common.ts';
import { actorName } from '../../text/names.ts';
import { admin } from '../api.ts';
import { useMay } from '../console-session.ts';
import { RevokeInviteDialog } from './InviteDialogs.tsx';
import { useInvitesText } from './invites-text.ts';

const TONES = { open: 'warn', used: 'good', revoked: 'plain', expired: 'plain' } as const;

function useColumns(onRevoke: (invite: Invite) => void): Column<Invite>[] {
  const text = useInvitesText();
  const common = useCommonText();
  const format = useFormat();
  const may = useMay();
  return [
    {
      id: 'whom',
      head: text.forWhom,
      wraps: true,
      cell: ({ title, contact }) => title ?? contact ?? common.none,
    },
    {
      id: 'state',
      head: common.state,
      cell: ({ state }) => <Chip tone={TONES[state]}>{text.states[state]}</Chip>,
    },
    {
      id: 'credit',
      head: text.credit,
      right: true,
      cell: ({ credit, currency }) => format.exact(credit, currency),
    },
    {
      id: 'account',
      head: text.account,
      cell: ({ account_id: id }) => (id === null ? common.none : <Id of={id} href={`#/accounts/${id}`} />),
    },
    { id: 'until', head: text.until, wide: true, cell: ({ expires_at }) => <Time at={expires_at} /> },
    {
      id: 'by',
      head: text.by,
      wide: true,
      cell: ({ created_by }) => <span title={created_by}>{actorName(created_by)}</span>,
    },
    {
      id: 'actions',
      head: <span className="hidden-visually">{common.revoke}</span>,
      cell: (invite) =>
        may.change &&
        invite.state === 'open' && (
          <Button kind="quiet" onClick={() => onRevoke(invite)}>
            {common.revoke}
          </Button>
        ),
    },
  ];
}

export function Invites() {
  const text = useInvitesText();
  const [ending, setEnding] = useState<Invite | null>(null);
  const columns = useColumns(setEnding);
  const invites = useList(['invites'], (cursor) => admin('/invites', { query: { cursor, limit: 50 } }));
  return (
    <Panel title={text.invites}>
      <p>{text.why}</p>
      <Loaded of={invites}>
        {({ pages }) => (
          <Table
            label={text.invites}
            columns={columns}
            rows={pages.flatMap((page) => page.invites)}
            rowKey={({ id }) => id}
            empty={<Empty>{text.none}</Empty>}
          />
        )}
      </Loaded>
      <MoreButton of={invites} />
      {ending && <RevokeInviteDialog invite={ending} onClose={() => setEnding(null)} />}
    </Panel>
  );
}
