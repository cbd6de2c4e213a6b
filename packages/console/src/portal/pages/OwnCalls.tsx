// The caller's latest calls, including failed ones, which cost nothing.

import { useList } from '../../api/use-list.ts';
import { AboutLine } from '../../parts/Asked.tsx';
import { Chip } from '../../parts/Chip.tsx';
import { Id } from '../../parts/Copy.tsx';
import { Listed } from '../../parts/Listed.tsx';
import { Panel } from '../../parts/Panel.tsx';
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
      <Listed
        of={calls}
        label={text.latestCalls}
        rows={(page) => page.calls}
        rowKey={(call) => call.request_id}
        empty={text.noEntries}
        columns={[
          ['time', common.time, '', (call) => <Time at={call.opened_at} />],
          [
            'request',
            common.request,
            '',
            (call) => <Id of={call.request_id} href={`#/receipts/${encodeURIComponent(call.request_id)}`} />,
          ],
          [
            'call',
            text.oneCall,
            '',
            ({ platform, operation, asked }) => (
              <>
                {`${platform} · ${operation}`}
                <AboutLine of={asked} />
              </>
            ),
          ],
          [
            'state',
            common.state,
            '',
            ({ state, failure }) => <Chip tone={TONES[state]}>{failure ?? common.states[state]}</Chip>,
          ],
          ['charged', common.charged, 'right'],
          ['refunded', common.refunded, 'right'],
        ]}
      />
    </Panel>
  );
}
