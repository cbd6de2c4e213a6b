// Opens the playground from the console, signed in as an account with the same kind of link that its owner gets.
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Account } from '../../api/api-types.ts';
import { Button } from '../../parts/Button.tsx';
import { Failure } from '../../parts/Failure.tsx';
import { admin } from '../api.ts';
import { useMay, usePublicUrl } from '../console-session.ts';
import { DEMO } from '../first-customer/progress.ts';
import { useOverviewText } from './text.ts';

const FOUND_MAX = 50;

/** The first start creates it with test money. Any other account may be a customer's, and a call would spend the customer's money. */
async function findDemo(): Promise<Account | null> {
  const { accounts } = await admin('/accounts', { query: { search: DEMO, limit: FOUND_MAX } });
  return accounts.find(({ name, status }) => name === DEMO && status === 'active') ?? null;
}

async function linkOf(account: string): Promise<string> {
  return (await admin('/accounts/{account}/portal-links', { method: 'POST', params: { account } })).url;
}

/** The tab is already open: browsers let a page open one only during the click. */
async function openIn(tab: Window | null, account: string): Promise<void> {
  try {
    const url = await linkOf(account);
    if (tab === null) location.href = url;
    else tab.location.replace(url);
  } catch (error) {
    tab?.close();
    throw error;
  }
}

interface OpenPlaygroundProps {
  /** Id of the account. */
  account: string;
  label: string;
  /** `bare` stands within a sentence. */
  kind?: 'bare' | 'plain';
}

export function OpenPlayground({ account, label, kind = 'plain' }: OpenPlaygroundProps) {
  const may = useMay();
  const base = usePublicUrl();
  const opened = useMutation({ mutationFn: (tab: Window | null) => openIn(tab, account) });
  if (!may.change) return <a href={`${base}/portal/`}>{label}</a>;
  return (
    <>
      <Button
        kind={kind}
        disabled={opened.isPending}
        onClick={() => opened.mutate(window.open('about:blank', '_blank'))}
      >
        {label}
      </Button>
      {opened.isError && <Failure error={opened.error} />}
    </>
  );
}

/** As the account of the first start. Without it the operator chooses an account, whose page has the same link. */
export function OpenDemoPlayground() {
  const text = useOverviewText();
  const may = useMay();
  const base = usePublicUrl();
  const demo = useQuery({ queryKey: ['accounts', DEMO], queryFn: findDemo });
  if (!may.change) return <a href={`${base}/portal/`}>{text.openPlayground}</a>;
  if (demo.data === undefined) return null;
  if (demo.data === null) return <a href="#/accounts">{text.choosePlayground}</a>;
  return <OpenPlayground account={demo.data.id} label={text.openPlaygroundAs(demo.data.name)} kind="bare" />;
}
