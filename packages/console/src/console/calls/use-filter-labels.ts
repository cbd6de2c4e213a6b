// The name of each filter of calls, as people read it.
import { useCommonText } from '../../text/common.ts';
import type { CallFilterName } from './filters.ts';
import { useCallsText } from './text.ts';

export function useFilterLabels(): Record<CallFilterName, string> {
  const text = useCallsText();
  const common = useCommonText();
  return {
    account: text.account,
    key: text.key,
    platform: text.platform,
    provider: common.provider,
    path: common.path,
    state: common.state,
    failure: text.failure,
    of: text.madeFor,
    from: text.from,
    to: text.to,
  };
}
