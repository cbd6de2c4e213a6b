// Owns the way from the console into the playground: signed in as an account, by the same link that its owner would get.
import { useMutation } from '@tanstack/react-query';
import { Button } from '../../parts/Button.tsx';
import { Failure } from '../../parts/Failure.tsx';
import { admin } from '../api.ts';
import { useMay, usePublicUrl } from '../console-session.ts';
import { useOverviewText } from './text.ts';

/** Of the account that the first start made, which is the first one. */
async function linkOfFirst(): Promise<string> {
  const { accounts } = await admin('/accounts', { query: { limit: 1 } });
  const params = { account: accounts[0]?.id ?? 'demo' };
  return (await admin('/accounts/{account}/portal-links', { method: 'POST', params })).url;
}

/** The tab is opened at the click: a browser lets no page open one later. */
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
