import { useQuery } from '@tanstack/react-query';
import type { ListedKey } from '../../api/api-types.ts';
import { adminListKeysSearchMaxLength } from '../../api/bounds.ts';
import { useList } from '../../api/use-list.ts';
import type { KeyVerbs } from '../../keys/KeyDialogs.tsx';
import { KeyRows } from '../../keys/KeyRows.tsx';
import { callsByKey, KEY_DAYS } from '../../keys/key-days.ts';
import { MoreButton } from '../../parts/Button.tsx';
import { Failure } from '../../parts/Failure.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { SearchBox } from '../../parts/SearchBox.tsx';
import type { Column } from '../../parts/Table.tsx';
import { inBackground } from '../../shell/in-background.ts';
import { textIn, useUrlState } from '../../shell/use-url-state.ts';
import { useCommonText } from '../../text/common.ts';
import { daysAgo } from '../../time/time.ts';
import { admin } from '../api.ts';
import { useMay } from '../console-session.ts';
import { KeyDrawer } from './KeyDrawer.tsx';
import { useKeysText } from './text.ts';

const PAGE = 50;

const VERBS: KeyVerbs = {
  rotate: (params, grace_seconds) =>
    admin('/keys/{key}/rotate', { method: 'POST', params, body: { grace_seconds } }),
  revoke: (params) => admin('/keys/{key}/revoke', { method: 'POST', params }),
};

/** The data of the bars, with one request for all keys. */
function useDays(account: string | undefined) {
  const from = daysAgo(KEY_DAYS - 1);
  const query = { by: 'key,day', from, account };
  return useQuery({
    queryKey: ['usage', 'keys', from, account],
    queryFn: () => admin('/usage/by', { query }),
    select: ({ rows }) => callsByKey(rows),
  });
}

function useColumns(account: string | undefined): Column<ListedKey>[] {
  const text = useKeysText();
  const common = useCommonText();
  const owner: Column<ListedKey> = [
    'account',
    text.account,
    '',
    (key) => <a href={`#/accounts/${key.account_id}?tab=keys`}>{key.account_name}</a>,
  ];
  const project: Column<ListedKey> = [
    'project',
    text.project,
    'wide',
    (key) => key.project_name ?? common.none,
  ];
  return account === undefined ? [owner, project] : [project];
}

export function KeysTable({ account }: { account?: string }) {
  const text = useKeysText();
  const may = useMay();
  const columns = useColumns(account);
  const [{ search, open }, change] = useUrlState((found) => ({
    search: textIn(found, 'search'),
    open: textIn(found, 'open'),
  }));
  const days = useDays(account);
  const keys = useList(['keys', account ?? '', search ?? ''], (cursor) =>
    admin('/keys', { query: { cursor, limit: PAGE, account, search } }),
  );
  const base = account === undefined ? '#/keys?' : `#/accounts/${account}?tab=keys&`;
  return (
    <Panel>
      <SearchBox
        label={text.search}
        maxLength={adminListKeysSearchMaxLength}
        value={search}
        onSearch={(value) => change({ search: value })}
      />
      {days.isError && <Failure error={days.error} again={() => inBackground(days.refetch())} />}
      <Loaded of={keys}>
        {({ pages }) => (
          <KeyRows<ListedKey>
            keys={pages.flatMap((page) => page.keys)}
            days={days.data ?? (days.isError ? null : undefined)}
            verbs={may.change ? VERBS : null}
            placeOf={({ id }) => `${base}open=${id}`}
            more={columns}
            empty={
              <>
                {search === undefined ? text.empty : text.noneFound}{' '}
                {search === undefined && <code>npx reelgate key create ACCOUNT</code>}
              </>
            }
          />
        )}
      </Loaded>
      <MoreButton of={keys} />
      {open !== undefined && <KeyDrawer id={open} onClose={() => change({ open: undefined })} />}
    </Panel>
  );
}
