// Sessions of console and portal, which an operator may end.

import { useState } from 'react';
import type { Session } from '../../api/api-types.ts';
import { useList } from '../../api/use-list.ts';
import { Button } from '../../parts/Button.tsx';
import { Chip } from '../../parts/Chip.tsx';
import { Listed } from '../../parts/Listed.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { ConfirmDialog } from '../../parts/SendDialog.tsx';
import { useCommonText } from '../../text/common.ts';
import { admin } from '../api.ts';
import { useConsoleSession, useMay } from '../console-session.ts';
import { useConsoleText } from '../text.ts';
import { useSystemText } from './text.ts';

const TONES = { live: 'good', ended: 'plain', expired: 'plain' } as const;

export function Sessions() {
  const text = useSystemText();
  const common = useCommonText();
  const roles = useConsoleText().signIn.role;
  const may = useMay();
  const { session: mine, leave } = useConsoleSession();
  const [ending, setEnding] = useState<Session | null>(null);
  const revoke = (session: string) =>
    // Ending one's own session is signing out: the page must forget its secret too.
    session === mine.id
      ? leave()
      : admin('/sessions/{session}/revoke', { method: 'POST', params: { session } });
  const sessions = useList(['sessions'], (cursor) => admin('/sessions', { query: { cursor, limit: 20 } }));
  return (
    <Panel title={text.sessions}>
      <Listed
        of={sessions}
        label={text.sessions}
        rows={(page) => page.sessions}
        empty={text.noSessions}
        columns={[
          [
            'name',
            text.name,
            '',
            ({ id, name }) =>
              id === mine.id ? (
                <>
                  {name} <Chip tone="good">{text.thisSession}</Chip>
                </>
              ) : (
                name
              ),
          ],
          ['kind', common.kind, '', ({ kind }) => text.kinds[kind]],
          ['role', text.role, '', ({ role }) => (role === null ? common.none : roles[role])],
          ['by', text.openedBy, '', 'opened_by'],
          [
            'state',
            common.state,
            '',
            ({ status }) => <Chip tone={TONES[status]}>{text.sessionStates[status]}</Chip>,
          ],
          ['ends', common.expires, '', 'expires_at'],
          [
            'acts',
            text.end,
            'hidden',
            (session) =>
              session.status === 'live' &&
              (may.own || session.id === mine.id) && (
                <Button kind="bare" onClick={() => setEnding(session)}>
                  {session.id === mine.id ? common.signOut : text.end}
                </Button>
              ),
          ],
        ]}
      />
      {ending !== null && (
        <ConfirmDialog
          title={text.endTitle(ending.name)}
          act={ending.id === mine.id ? common.signOut : text.end}
          send={() => revoke(ending.id)}
          onClose={() => setEnding(null)}
        >
          <p>{ending.id === mine.id ? text.endMineSure : text.endSure(ending.name)}</p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}
