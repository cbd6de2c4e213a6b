// The caller's latest calls, including failed ones, which cost nothing.
import type { CallReceipt } from '../../api/api-types.ts';
import { useList } from '../../api/use-list.ts';
import { AboutLine } from '../../parts/Asked.tsx';
import { MoreButton } from '../../parts/Button.tsx';
import { Chip } from '../../parts/Chip.tsx';
import { Id } from '../../parts/Copy.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Money } from '../../parts/Money.tsx';
import { Empty } from '../../parts/Notice.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { Table } from '../../parts/Table.tsx';
import { Time } from '../../parts/Time.tsx';
import { useCommonText } from '../../text/common.ts';
import { portal } from '../api.ts';
import { usePortalText } from '../text.ts';

const TONES = { held: 'warn', settled: 'good', released: 'bad', expired: 'bad' } as const;

export function OwnCalls() {
  const text = usePortalText();
  const common = useCommonText();
  const calls = useList(['requests'], (cursor) =>
    portal('/account/v1/requests', { query: { cursor, limit: 20 } }),
  );
  return (
    <Panel title={text.latestCalls}>
      <Loaded of={calls}>
        {({ pages }) => (
          <Table<CallReceipt>
            label={text.latestCalls}
            rows={pages.flatMap((page) => page.calls)}
            rowKey={(call) => call.request_id}
            empty={<Empty>{text.noEntries}</Empty>}
            columns={[
              { id: 'time', head: common.time, cell: (call) => <Time at={call.opened_at} /> },
              {
                id: 'request',
                head: common.request,
                cell: (call) => (
                  <Id of={call.request_id} href={`#/receipts/${encodeURIComponent(call.request_id)}`} />
                ),
              },
              {
                id: 'call',
                head: text.oneCall,
                cell: ({ platform, operation, asked }) => (
                  <>
                    {`${platform} · ${operation}`}
                    <AboutLine of={asked} />
                  </>
                ),
              },
              {
                id: 'state',
                head: common.state,
                cell: ({ state, failure }) => (
                  <Chip tone={TONES[state]}>{failure ?? common.states[state]}</Chip>
                ),
              },
              {
                id: 'charged',
                head: common.charged,
                right: true,
                cell: ({ charged, currency }) => <Money of={charged} currency={currency} />,
              },
              {
                id: 'refunded',
                head: common.refunded,
                right: true,
                cell: ({ refunded, currency }) => <Money of={refunded} currency={currency} />,
              },
            ]}
          />
        )}
      </Loaded>
      <MoreButton of={calls} />
    </Panel>
  );
}
