// The frame of the portal: navigation, balance, and the search for pasted ids.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { useGatheringText } from '../gathering/text.ts';
import { Chip } from '../parts/Chip.tsx';
import { inBackground } from '../shell/in-background.ts';
import { type NavigationGroup, Shell } from '../shell/Shell.tsx';
import { serviceOfPage } from '../shell/service.ts';
import { useFormat } from '../shell/use-format.ts';
import { useCommonText } from '../text/common.ts';
import { balanceQuery } from './api.ts';
import { lookUpOwn } from './look-up.ts';
import { usePortalSession } from './portal-session.ts';
import { useStatusText } from './status/text.ts';
import { usePortalText } from './text.ts';

export function PortalShell() {
  const text = usePortalText();
  const common = useCommonText();
  const gathering = useGatheringText();
  const status = useStatusText();
  const format = useFormat();
  const { session, leave } = usePortalSession();
  const { data: balance } = useQuery(balanceQuery);
  const name = balance?.account.name ?? session.name;
  const left = balance && format.exact(balance.available, balance.currency);
  const groups: NavigationGroup[] = [
    {
      label: null,
      links: [
        { to: '/', label: text.playground },
        { to: '/collections', label: gathering.collections },
        { to: '/watches', label: gathering.watches },
        { to: '/balance', label: text.balance, aside: left },
        { to: '/usage', label: text.usage },
        { to: '/receipts', label: text.receipts },
        { to: '/keys', label: text.keys },
        { to: '/prices', label: text.prices },
        { to: '/notices', label: text.notices },
        { to: '/status', label: status.status },
      ],
    },
    { label: common.groupBuild, links: [{ to: '/docs', label: text.reference, outside: true }] },
  ];
  const queries = useQueryClient();
  const words = {
    ...{ key: common.key, account: text.account, receipt: text.receipt },
    ...{ collection: gathering.collection, watch: gathering.watch },
  };
  const lookUp = (id: string) => lookUpOwn(queries, id, words);
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
