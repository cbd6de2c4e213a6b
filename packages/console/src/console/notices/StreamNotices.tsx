// Owns the events of one stream as operators read them, those of an account or their own, and the webhooks that are sent them.
import type { AdminListEventsAnswer } from '../../api/api-types.ts';
import { EventRows } from '../../notices/EventRows.tsx';
import { useNoticesText } from '../../notices/text.ts';
import { useEvents } from '../../notices/use-events.ts';
import { Webhooks } from '../../notices/Webhooks.tsx';
import { webhookVerbs } from '../../notices/webhook-verbs.ts';
import { Loaded } from '../../parts/Loaded.tsx';
import { MoreButton } from '../../parts/MoreButton.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { admin } from '../api.ts';
import { useMay } from '../console-session.ts';

export function StreamNotices({ account }: { account?: string }) {
  const text = useNoticesText();
  const may = useMay();
  const events = useEvents([account ?? 'operator'], (query) =>
    admin<AdminListEventsAnswer>('/events', { query: { ...query, account } }),
  );
  return (
    <>
      <Panel title={text.title}>
        <Loaded of={events}>
          {({ pages }) => <EventRows events={pages.flatMap((part) => part.events)} />}
        </Loaded>
        <MoreButton of={events} />
      </Panel>
      <Webhooks
        name={account ?? 'operator'}
        verbs={webhookVerbs(admin, '/webhooks', account)}
        mayChange={may.change}
      />
    </>
  );
}
