// Opens the playground from the console, signed in as an account with the same kind of link that its owner gets.
import { useMutation } from '@tanstack/react-query';
import { Button } from '../../parts/Button.tsx';
import { Failure } from '../../parts/Failure.tsx';
import { admin } from '../api.ts';
import { useMay, usePublicUrl } from '../console-session.ts';
import { useOverviewText } from './text.ts';

/** A link for the first account, which the first start created. */
async function linkOfFirst(): Promise<string> {
  const { accounts } = await admin('/accounts', { query: { limit: 1 } });
  const params = { account: accounts[0]?.id ?? 'demo' };
  return (await admin('/accounts/{account}/portal-links', { method: 'POST', params })).url;
}

/** The tab is already open: browsers let a page open one only during the click. */
async function openIn(tab: Window | null): Promise<void> {
  try {
    const url = await linkOfFirst();
    if (tab === null) location.href = url;
    else tab.location.replace(url);
  } catch (error) {
    tab?.close();
    throw error;
  }
}

export function OpenPlayground() {
  const text = useOverviewText();
  const may = useMay();
  const base = usePublicUrl();
  const opened = useMutation({ mutationFn: openIn });
  if (!may.change) return <a href={`${base}/portal/`}>{text.openPlayground}</a>;
  return (
    <>
      <Button
        kind="bare"
        disabled={opened.isPending}
        onClick={() => opened.mutate(window.open('about:blank', '_blank'))}
      >
        {text.openPlayground}
      </Button>
      {opened.isError && <Failure error={opened.error} />}
    </>
  );
}
