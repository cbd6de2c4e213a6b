// The list of complaints, and the dialog that decides one.

import { useState } from 'react';
import type { AdminComplaint } from '../../api/api-types.ts';
import { useList } from '../../api/use-list.ts';
import { AboutLine } from '../../parts/Asked.tsx';
import { Button } from '../../parts/Button.tsx';
import { Chip } from '../../parts/Chip.tsx';
import { Id } from '../../parts/Copy.tsx';
import { Listed } from '../../parts/Listed.tsx';
import { Page } from '../../parts/Page.tsx';
import { Panel } from '../../parts/Panel.tsx';
import type { Column } from '../../parts/Table.tsx';
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
    ['filed', text.filed, '', 'filed_at'],
    ['state', common.state, '', ({ state }) => <Chip tone={TONES[state]}>{text.states[state]}</Chip>],
    ['account', text.account, '', (one) => <Id of={one.account_id} href={`#/accounts/${one.account_id}`} />],
    [
      'reason',
      text.reason,
      'wraps',
      ({ reason, asked }) => (
        <>
          {reason}
          <AboutLine of={asked} />
        </>
      ),
    ],
    ['note', text.note, 'wraps'],
    ['charged', text.charged, 'right'],
    [
      'acts',
      text.decide,
      'hidden',
      (one) =>
        may.change &&
        one.state === 'waiting' && (
          <Button kind="bare" onClick={() => setOpen(one)}>
            {text.decide}
          </Button>
        ),
    ],
  ];
  return (
    <Page title={text.title} sub={text.sub}>
      <Panel>
        <Listed
          of={complaints}
          label={text.title}
          columns={columns}
          rows={(page) => page.complaints}
          empty={text.empty}
        />
      </Panel>
      {open !== null && <DecisionDialog complaint={open} onClose={() => setOpen(null)} />}
    </Page>
  );
}
