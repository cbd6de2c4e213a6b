// The grants of one account, and the dialog that gives another one.
import { useState } from 'react';
import type { Account } from '../../api/api-types.ts';
import { useList } from '../../api/use-list.ts';
import { GrantsTable } from '../../grants/GrantsTable.tsx';
import { useGrantsText } from '../../grants/text.ts';
import { Button, MoreButton } from '../../parts/Button.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { admin } from '../api.ts';
import { useMay } from '../console-session.ts';
import { GrantDialog } from './GrantDialog.tsx';
import { useGivingText } from './grants-text.ts';

export function AccountGrants({ account }: { account: Account }) {
  const text = useGrantsText();
  const giving = useGivingText();
  const may = useMay();
  const [isGiving, setGiving] = useState(false);
  const grants = useList(['grants', account.id], (cursor) =>
    admin('/accounts/{account}/grants', { params: { account: account.id }, query: { cursor, limit: 50 } }),
  );
  return (
    <Panel
      title={text.title}
      way={may.change && <Button onClick={() => setGiving(true)}>{giving.give}</Button>}
    >
      <p>{giving.why}</p>
      <Loaded of={grants}>
        {({ pages }) => <GrantsTable grants={pages.flatMap((page) => page.grants)} empty={giving.none} />}
      </Loaded>
      <MoreButton of={grants} />
      {isGiving && <GrantDialog account={account} onClose={() => setGiving(false)} />}
    </Panel>
  );
}
