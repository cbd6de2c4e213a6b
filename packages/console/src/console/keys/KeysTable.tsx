// Owns keys as operators see them: of all accounts, or of one.
import { useQueryClient } from '@tanstack/react-query';
import type { AdminListKeysAnswer, Key } from '../../api/api-types.ts';
import { useList } from '../../api/use-list.ts';
import type { KeyVerbs } from '../../keys/KeyDialogs.tsx';
import { KeyRows } from '../../keys/KeyRows.tsx';
import type { NewSecret } from '../../keys/key-row.ts';
import { Empty } from '../../parts/Empty.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { MoreButton } from '../../parts/MoreButton.tsx';
import { Panel } from '../../parts/Panel.tsx';
import type { Column } from '../../parts/Table.tsx';
import { admin } from '../api.ts';
import { useMay } from '../console-session.ts';
import { useKeysText } from './text.ts';

function useVerbs(): KeyVerbs {
  const queries = useQueryClient();
  const change = async <T,>(path: string, body: object): Promise<T> => {
    const answer = await admin<T>(path, { method: 'POST', body });
    void queries.invalidateQueries({ queryKey: ['keys'] });
    return answer;
  };
  return {
    rotate: ({ id }, grace_seconds) => change<NewSecret>(`/keys/${id}/rotate`, { grace_seconds }),
    revoke: ({ id }) => change(`/keys/${id}/revoke`, {}),
  };
}

export function KeysTable({ account }: { account?: string }) {
  const text = useKeysText();
  const may = useMay();
  const verbs = useVerbs();
  const keys = useList(['keys', account ?? ''], (cursor) =>
    admin<AdminListKeysAnswer>('/keys', { query: { cursor, limit: 50, account } }),
  );
  const owner: Column<Key> = {
    id: 'account',
    head: text.account,
    cell: ({ account_id }) => <a href={`#/accounts/${account_id}?tab=keys`}>{account_id}</a>,
  };
  return (
    <Panel title={text.title}>
      <Loaded of={keys}>
        {({ pages }) => (
          <KeyRows<Key>
            keys={pages.flatMap((page) => page.keys)}
            verbs={may.change ? verbs : null}
            more={account === undefined ? [owner] : []}
            empty={
              <Empty>
                {text.empty} <code>npx reelgate key create ACCOUNT</code>
              </Empty>
            }
          />
        )}
      </Loaded>
      <MoreButton of={keys} />
    </Panel>
  );
}
