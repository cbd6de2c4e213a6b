// Opens the call with a request id. Entries and audit rows link here, because they do not contain the call's id.
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { CallFacts } from '../../parts/CallFacts.tsx';
import { CallWaterfall } from '../../parts/CallWaterfall.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Page } from '../../parts/Page.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { useFormat } from '../../shell/use-format.ts';
import { useCommonText } from '../../text/common.ts';
import { admin } from '../api.ts';
import { useMay } from '../console-session.ts';
import { useCallsText } from './text.ts';

export function CallByRequest() {
  const text = useCallsText();
  const common = useCommonText();
  const format = useFormat();
  const may = useMay();
  const { account, request } = useParams({ strict: false }) as { account: string; request: string };
  const found = useQuery({
    queryKey: ['request', account, request],
    queryFn: () =>
      admin('/accounts/{account}/requests/{request_id}', { params: { account, request_id: request } }),
  });
  return (
    <Page title={request} sub={<a href={`#/accounts/${encodeURIComponent(account)}`}>{text.account}</a>}>
      <Loaded of={found}>
        {({ call }) => (
          <Panel title={common.whatHappened}>
            <CallFacts
              of={call}
              state={call.failure ?? common.states[call.state]}
              opened={text.opened}
              asked={(question) => (may.change ? question : text.askedHidden)}
            >
              {[
                [common.charged, format.exact(call.charged, call.currency)],
                [common.refunded, format.exact(call.refunded, call.currency)],
              ]}
            </CallFacts>
            <CallWaterfall call={call} attempts={call.attempts} />
          </Panel>
        )}
      </Loaded>
    </Page>
  );
}
