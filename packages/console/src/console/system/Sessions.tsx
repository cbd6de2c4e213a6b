// Sessions of console and portal, which an operator may end.
import type { Session } from '../../api/api-types.ts';
import { useChange } from '../../api/use-change.ts';
import { useList } from '../../api/use-list.ts';
import { Button } from '../../parts/Button.tsx';
import { Chip } from '../../parts/Chip.tsx';
import { Empty } from '../../parts/Empty.tsx';
import { Failure } from '../../parts/Failure.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { MoreButton } from '../../parts/MoreButton.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { Table } from '../../parts/Table.tsx';
import { useFormat } from '../../shell/use-format.ts';
import { useCommonText } from '../../text/common.ts';
import { admin } from '../api.ts';
import { useMay } from '../console-session.ts';
import { useConsoleText } from '../text.ts';
import { useSystemText } from './text.ts';

const TONES = { live: 'good', ended: 'plain', expired: 'plain' } as const;

export function Sessions() {
  const text = useSystemText();
  const common = useCommonText();
  const roles = useConsoleText().signIn.role;
  const format = useFormat();
  const may = useMay();
  const ended = useChange((session: string) =>
    admin('/sessions/{session}/revoke', { method: 'POST', params: { session } }),
  );
  const sessions = useList(['sessions'], (cursor) => admin('/sessions', { query: { cursor, limit: 20 } }));
  return (
    <Panel title={text.sessions}>
      {ended.isError && <Failure error={ended.error} />}
      <Loaded of={sessions}>
        {({ pages }) => (
          <Table<Session>
            label={text.sessions}
            rows={pages.flatMap((page) => page.sessions)}
            rowKey={({ id }) => id}
            empty={<Empty>{text.noSessions}</Empty>}
            columns={[
              { id: 'name', head: text.name, cell: ({ name }) => name },
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
              { id: 'ends', head: common.expires, cell: ({ expires_at }) => format.time.moment(expires_at) },
              {
                id: 'acts',
                head: <span className="hidden-visually">{text.end}</span>,
                cell: ({ id, status }) =>
                  may.own &&
                  status === 'live' && (
                    <Button kind="bare" onClick={() => ended.mutate(id)}>
                      {text.end}
                    </Button>
                  ),
              },
            ]}
          />
        )}
      </Loaded>
      <MoreButton of={sessions} />
    </Panel>
  );
}
