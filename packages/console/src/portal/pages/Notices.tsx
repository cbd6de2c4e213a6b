// Owns what happened to the caller's account, and where else it is told.
import type { ListEventsAnswer } from '../../api/api-types.ts';
import { EventRows } from '../../notices/EventRows.tsx';
import { useNoticesText } from '../../notices/text.ts';
import { useEvents } from '../../notices/use-events.ts';
import { Webhooks } from '../../notices/Webhooks.tsx';
import { webhookVerbs } from '../../notices/webhook-verbs.ts';
import { Loaded } from '../../parts/Loaded.tsx';
import { MoreButton } from '../../parts/MoreButton.tsx';
import { Page } from '../../parts/Page.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { portal } from '../api.ts';

const OWN_WEBHOOKS = webhookVerbs(portal, '/api/account/v1/webhooks');

export function Notices() {
  const text = useNoticesText();
  const events = useEvents(['own'], (query) => portal<ListEventsAnswer>('/api/account/v1/events', { query }));
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
