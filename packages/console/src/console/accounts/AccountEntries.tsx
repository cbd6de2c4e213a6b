import type { Account } from '../../api/api-types.ts';
import { useList } from '../../api/use-list.ts';
import { MoreButton } from '../../parts/Button.tsx';
import { EntriesTable } from '../../parts/EntriesTable.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { actorName } from '../../text/names.ts';
import { admin } from '../api.ts';
import { callByRequest } from '../links.ts';
import { useAccountsText } from './text.ts';

export function AccountEntries({ account }: { account: Account }) {
  const text = useAccountsText();
  const entries = useList(['entries', account.id], (cursor) =>
    admin('/accounts/{account}/entries', { params: { account: account.id }, query: { cursor, limit: 50 } }),
  );
  return (
    <Panel title={text.entries}>
      <Loaded of={entries}>
        {({ pages }) => (
          <EntriesTable
            label={text.entries}
            entries={pages.flatMap((page) => page.entries)}
            callLink={(id) => callByRequest(account.id, id)}
            more={[['actor', text.actor, '', ({ actor }) => actorName(actor).replace(/^key:.*/, 'key')]]}
            empty={text.noEntries}
          />
        )}
      </Loaded>
      <MoreButton of={entries} />
    </Panel>
  );
}
