// Sessions of console and portal, which an operator may end.
import { useState } from 'react';
import type { Session } from '../../api/api-types.ts';
import { useList } from '../../api/use-list.ts';
import { Button, MoreButton } from '../../parts/Button.tsx';
import { Chip } from '../../parts/Chip.tsx';
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Empty } from '../../parts/Notice.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { Table } from '../../parts/Table.tsx';
import { Time } from '../../parts/Time.tsx';
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
      <Loaded of={sessions}>
        {({ pages }) => (
          <Table<Session>
            label={text.sessions}
            rows={pages.flatMap((page) => page.sessions)}
            rowKey={({ id }) => id}
            empty={<Empty>{text.noSessions}</Empty>}
            columns={[
              {
                id: 'name',
                head: text.name,
                cell: ({ id, name }) =>
                  id === mine.id ? (
                    <>
                      {name} <Chip tone="good">{text.thisSession}</Chip>
                    </>
                  ) : (
                    name
                  ),
              },
              { id: 'kind', head: common.kind, cell: ({ kind }) => text.kinds[kind] },
              {
                id: 'role',
                head: text.role,
                cell: ({ role }) => (role === null ? common.none : roles[role]),
              },
              { id: 'by', head: text.openedBy, cell: ({ opened_by }) => opened_by },
              {
                id: 'state',
                head: common.state,
                cell: ({ status }) => <Chip tone={TONES[status]}>{text.sessionStates[status]}</Chip>,
              },
              { id: 'ends', head: common.expires, cell: ({ expires_at }) => <Time at={expires_at} /> },
              {
                id: 'acts',
                head: <span className="hidden-visually">{text.end}</span>,
                cell: (session) =>
                  session.status === 'live' &&
                  (may.own || session.id === mine.id) && (
                    <Button kind="bare" onClick={() => setEnding(session)}>
                      {session.id === mine.id ? common.signOut : text.end}
                    </Button>
                  ),
              },
            ]}
          />
        )}
      </Loaded>
      <MoreButton of={sessions} />
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
