// The list of complaints, and the dialog that decides one.
import { useState } from 'react';
import type { AdminComplaint } from '../../api/api-types.ts';
import { useList } from '../../api/use-list.ts';
import { AboutLine } from '../../parts/Asked.tsx';
import { Button, MoreButton } from '../../parts/Button.tsx';
import { Chip } from '../../parts/Chip.tsx';
import { Id } from '../../parts/Copy.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Money } from '../../parts/Money.tsx';
import { Empty } from '../../parts/Notice.tsx';
import { Page } from '../../parts/Page.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { type Column, Table } from '../../parts/Table.tsx';
import { Time } from '../../parts/Time.tsx';
import { useCommonText } from '../../text/common.ts';
import { admin } from '../api.ts';
import { useMay } from '../console-session.ts';
import { DecisionDialog } from './DecisionDialog.tsx';
import { useComplaintsText } from './text.ts';

const TONES = { waiting: 'warn', refunded: 'good', refused: 'plain' } as const;

export function Complaints() {
  const text = useComplaintsText();
  const common = useCommonText();
  const may = useMay();
  const [open, setOpen] = useState<AdminComplaint | null>(null);
  const complaints = useList(['complaints'], (cursor) =>
    admin('/complaints', { query: { cursor, limit: 50 } }),
  );
  const columns: Column<AdminComplaint>[] = [
    { id: 'filed', head: text.filed, cell: ({ filed_at }) => <Time at={filed_at} /> },
    {
      id: 'state',
      head: common.state,
      cell: ({ state }) => <Chip tone={TONES[state]}>{text.states[state]}</Chip>,
    },
    {
      id: 'account',
      head: text.account,
      cell: (one) => <Id of={one.account_id} href={`#/accounts/${one.account_id}`} />,
    },
    {
      id: 'reason',
      head: text.reason,
      wraps: true,
      cell: ({ reason, asked }) => (
        <>
          {reason}
          <AboutLine of={asked} />
        </>
      ),
    },
    { id: 'note', head: text.note, wraps: true, cell: ({ note }) => note },
    {
      id: 'charged',
      head: text.charged,
      right: true,
      cell: ({ charged, currency }) => <Money of={charged} currency={currency} />,
    },
    {
      id: 'acts',
      head: <span className="hidden-visually">{text.decide}</span>,
      cell: (one) =>
        may.change &&
        one.state === 'waiting' && (
          <Button kind="bare" onClick={() => setOpen(one)}>
            {text.decide}
          </Button>
        ),
    },
  ];
  return (
    <Page title={text.title} sub={text.sub}>
      <Panel>
        <Loaded of={complaints}>
          {({ pages }) => (
            <Table
              label={text.title}
              columns={columns}
              rows={pages.flatMap((page) => page.complaints)}
              rowKey={({ id }) => id}
              empty={<Empty>{text.empty}</Empty>}
            />
          )}
        </Loaded>
        <MoreButton of={complaints} />
      </Panel>
      {open !== null && <DecisionDialog complaint={open} onClose={() => setOpen(null)} />}
    </Page>
  );
}
