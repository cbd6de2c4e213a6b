// The frame of the console: navigation, the signed-in operator with the role, and the search for pasted ids.
import { Outlet } from '@tanstack/react-router';
import { adminListAccountsSearchMaxLength } from '../api/bounds.ts';
import { useGatheringText } from '../gathering/text.ts';
import { Chip } from '../parts/Chip.tsx';
import type { FoundId } from '../shell/Finder.tsx';
import { inBackground } from '../shell/in-background.ts';
import { type NavigationGroup, Shell } from '../shell/Shell.tsx';
import { serviceOfPage } from '../shell/service.ts';
import { useCommonText } from '../text/common.ts';
import { admin } from './api.ts';
import { useConsoleSession } from './console-session.ts';
import { placeOf } from './links.ts';
import { useConsoleText } from './text.ts';

/** Characters that ids consist of. */
const ID = /^[\x21-\x7e]+$/;
const NAMED_MAX = 5;

/** A collection or a watch, by the prefix of its id. */
async function gatheredNamed(id: string, words: Record<'collection' | 'watch', string>): Promise<FoundId[]> {
  try {
    if (id.startsWith('col_')) {
      const { collection } = await admin('/collections/{collection}', { params: { collection: id } });
      return [{ to: `/collections?open=${id}`, label: collection.name ?? id, kind: words.collection }];
    }
    if (id.startsWith('wat_')) {
      const { watch } = await admin('/watches/{watch}', { params: { watch: id } });
      return [{ to: `/watches?open=${id}`, label: watch.name ?? id, kind: words.watch }];
    }
  } catch {}
  return [];
}

/** Finds accounts by a part of their name, and anything by its pasted id. */
function useLookUp() {
  const text = useConsoleText();
  const gathering = useGatheringText();
  return async (id: string): Promise<FoundId[]> => {
    const gathered = await gatheredNamed(id, gathering);
    if (gathered.length > 0) return gathered;
    const [{ found }, { accounts }] = await Promise.all([
      ID.test(id) ? admin('/lookup', { query: { id } }) : { found: [] },
      id.length <= adminListAccountsSearchMaxLength
        ? admin('/accounts', { query: { search: id, limit: NAMED_MAX } })
        : { accounts: [] },
    ]);
    const named = accounts.filter((account) => !found.some((one) => one.id === account.id));
    return [
      ...found.map((one) => ({
        to: placeOf(one),
        label: one.name ?? one.id,
        kind: [text.found[one.kind], one.account_name, one.state].filter(Boolean).join(' · '),
      })),
      ...named.map((one) => ({ to: `/accounts/${one.id}`, label: one.name, kind: text.found.account })),
    ];
  };
}

export function ConsoleShell() {
  const text = useConsoleText();
  const common = useCommonText();
  const gathering = useGatheringText();
  const { session, leave } = useConsoleSession();
  const lookUp = useLookUp();
  const groups: NavigationGroup[] = [
    {
      label: null,
      links: [
        { to: '/', label: text.overview },
        { to: '/calls', label: text.calls, aside: text.live },
        { to: '/collections', label: gathering.collections },
        { to: '/watches', label: gathering.watches },
        { to: '/providers', label: text.providers },
      ],
    },
    {
      label: common.groupCustomers,
      links: [
        { to: '/accounts', label: text.accounts },
        { to: '/keys', label: text.keys },
        { to: '/catalog', label: text.catalog },
        { to: '/complaints', label: text.complaints },
      ],
    },
    {
      label: common.groupInsight,
      links: [
        { to: '/usage', label: text.usage },
        { to: '/notices', label: text.notices },
        { to: '/audit', label: text.audit },
        { to: '/system', label: text.system },
      ],
    },
  ];
  const name = [session.name, session.role && text.signIn.role[session.role]].filter(Boolean).join(' · ');
  return (
    <Shell
      {...serviceOfPage()}
      groups={groups}
      who={<Chip title={name}>{name}</Chip>}
      lookUp={lookUp}
      onSignOut={() => inBackground(leave())}
    >
      <Outlet />
    </Shell>
  );
}
