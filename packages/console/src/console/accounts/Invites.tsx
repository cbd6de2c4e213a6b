// The list of invites with their states. Unused ones can be revoked.

import { useState } from 'react';
import type { Invite } from '../../api/api-types.ts';
import { useList } from '../../api/use-list.ts';
import { Button } from '../../parts/Button.tsx';
import { Chip } from '../../parts/Chip.tsx';
import { Id } from '../../parts/Copy.tsx';
import { Listed } from '../../parts/Listed.tsx';
import { Panel } from '../../parts/Panel.tsx';
import type { Column } from '../../parts/Table.tsx';
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
  const may = useMay();
  return [
    ['whom', text.forWhom, 'wraps', ({ title, contact }) => title ?? contact ?? common.none],
    ['state', common.state, '', ({ state }) => <Chip tone={TONES[state]}>{text.states[state]}</Chip>],
    ['credit', text.credit, 'right'],
    [
      'account',
      text.account,
      '',
      ({ account_id: id }) => (id === null ? common.none : <Id of={id} href={`#/accounts/${id}`} />),
    ],
    ['until', text.until, 'wide', 'expires_at'],
    ['by', text.by, 'wide', ({ created_by }) => <span title={created_by}>{actorName(created_by)}</span>],
    [
      'actions',
      common.revoke,
      'hidden',
      (invite) =>
        may.change &&
        invite.state === 'open' && (
          <Button kind="quiet" onClick={() => onRevoke(invite)}>
            {common.revoke}
          </Button>
        ),
    ],
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
      <Listed
        of={invites}
        label={text.invites}
        columns={columns}
        rows={(page) => page.invites}
        empty={text.none}
      />
      {ending && <RevokeInviteDialog invite={ending} onClose={() => setEnding(null)} />}
    </Panel>
  );
}
