// Events of the caller's account, and its webhooks.
import { EventRows } from '../../notices/EventRows.tsx';
import { useNoticesText } from '../../notices/text.ts';
import { useEvents } from '../../notices/use-events.ts';
import type { WebhookVerbs } from '../../notices/WebhookDialogs.tsx';
import { Webhooks } from '../../notices/Webhooks.tsx';
import { MoreButton } from '../../parts/Button.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Page } from '../../parts/Page.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { portal } from '../api.ts';

const OWN_WEBHOOKS: WebhookVerbs = {
  list: () => portal('/account/v1/webhooks'),
  make: (url) => portal('/account/v1/webhooks', { method: 'POST', body: { url } }),
  test: (params) => portal('/account/v1/webhooks/{webhook}/test', { method: 'POST', params }),
  replay: (params, after) =>
    portal('/account/v1/webhooks/{webhook}/replay', { method: 'POST', params, body: { after } }),
  rotate: (params, grace_seconds) =>
    portal('/account/v1/webhooks/{webhook}/rotate', { method: 'POST', params, body: { grace_seconds } }),
  remove: (params) => portal('/account/v1/webhooks/{webhook}', { method: 'DELETE', params }),
};

export function Notices() {
  const text = useNoticesText();
  const events = useEvents(['own'], (query) => portal('/account/v1/events', { query }));
  return (
    <Page title={text.title} sub={text.sub}>
      <Panel>
        <Loaded of={events}>
          {({ pages }) => <EventRows events={pages.flatMap((part) => part.events)} />}
        </Loaded>
        <MoreButton of={events} />
      </Panel>
      <Webhooks name="own" verbs={OWN_WEBHOOKS} mayChange />
    </Page>
  );
}
