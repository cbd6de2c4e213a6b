// The events of one stream (an account's or the operators' own) and its webhooks.
import { EventRows } from '../../notices/EventRows.tsx';
import { useNoticesText } from '../../notices/text.ts';
import { useEvents } from '../../notices/use-events.ts';
import type { WebhookVerbs } from '../../notices/WebhookDialogs.tsx';
import { Webhooks } from '../../notices/Webhooks.tsx';
import { MoreButton } from '../../parts/Button.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { admin } from '../api.ts';
import { useMay } from '../console-session.ts';

/** Webhooks of an account, or of the operators if no account is given. */
function webhooksOf(account: string | undefined): WebhookVerbs {
  return {
    list: () => admin('/webhooks', { query: { account } }),
    make: (url) => admin('/webhooks', { method: 'POST', body: { url, ...(account && { account }) } }),
    test: (params) => admin('/webhooks/{webhook}/test', { method: 'POST', params }),
    replay: (params, after) =>
      admin('/webhooks/{webhook}/replay', { method: 'POST', params, body: { after } }),
    rotate: (params, grace_seconds) =>
      admin('/webhooks/{webhook}/rotate', { method: 'POST', params, body: { grace_seconds } }),
    remove: (params) => admin('/webhooks/{webhook}', { method: 'DELETE', params }),
  };
}

export function StreamNotices({ account }: { account?: string }) {
  const text = useNoticesText();
  const may = useMay();
  const events = useEvents([account ?? 'operator'], (query) =>
    admin('/events', { query: { ...query, account } }),
  );
  return (
    <>
      <Panel title={text.title}>
        <Loaded of={events}>
          {({ pages }) => <EventRows events={pages.flatMap((part) => part.events)} />}
        </Loaded>
        <MoreButton of={events} />
      </Panel>
      <Webhooks name={account ?? 'operator'} verbs={webhooksOf(account)} mayChange={may.change} />
    </>
  );
}
