// The caller's own keys: created, rotated and revoked within the rights of the key that signed in.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CreateKeyBody } from '../../api/api-types.ts';
import { createKeyBody } from '../../api/bounds.ts';
import type { KeyVerbs } from '../../keys/KeyDialogs.tsx';
import { KeyRows } from '../../keys/KeyRows.tsx';
import { callsByKey, KEY_DAYS } from '../../keys/key-days.ts';
import { NewKey } from '../../keys/NewKey.tsx';
import { Button } from '../../parts/Button.tsx';
import { Failure } from '../../parts/Failure.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Page } from '../../parts/Page.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { SendDialog } from '../../parts/SendDialog.tsx';
import { useForm } from '../../parts/use-form.tsx';
import { inBackground } from '../../shell/in-background.ts';
import { useCommonText } from '../../text/common.ts';
import { daysAgo } from '../../time/time.ts';
import { portal } from '../api.ts';
import { usePortalText } from '../text.ts';

/** Creates a key of the caller's account and shows its secret once. */
function MakeOwnKeyDialog({ onClose }: { onClose: () => void }) {
  const text = usePortalText();
  const common = useCommonText();
  const form = useForm<CreateKeyBody>(createKeyBody, [
    ['name', text.newKeyName, { hint: common.keyNameHint }],
    ['daily_cap', common.caps.daily],
  ]);
  return (
    <SendDialog
      title={common.makeKey}
      act={common.makeKey}
      form={form}
      send={(body) => portal('/account/v1/keys', { method: 'POST', body })}
      after={({ secret }) => <NewKey secret={secret} base={location.origin} />}
      onClose={onClose}
    />
  );
}

const VERBS: KeyVerbs = {
  rotate: (params, grace_seconds) =>
    portal('/account/v1/keys/{key}/rotate', { method: 'POST', params, body: { grace_seconds } }),
  revoke: (params) => portal('/account/v1/keys/{key}/revoke', { method: 'POST', params }),
};

export function Keys() {
  const text = usePortalText();
  const common = useCommonText();
  const [isMaking, setMaking] = useState(false);
  const from = daysAgo(KEY_DAYS - 1);
  const days = useQuery({
    queryKey: ['usage', 'keys', from],
    queryFn: () => portal('/account/v1/usage/by', { query: { by: 'key,day', from } }),
    select: ({ rows }) => callsByKey(rows),
  });
  const keys = useQuery({ queryKey: ['keys'], queryFn: () => portal('/account/v1/keys') });
  return (
    <Page
      title={text.keys}
      sub={text.keysNote}
      actions={
        keys.data?.may_create && (
          <Button kind="primary" onClick={() => setMaking(true)}>
            {common.makeKey}
          </Button>
        )
      }
    >
      <Panel>
        {days.isError && <Failure error={days.error} again={() => inBackground(days.refetch())} />}
        <Loaded of={keys}>
          {({ keys, may_create }) => (
            <KeyRows
              keys={keys}
              days={days.data ?? (days.isError ? null : undefined)}
              verbs={may_create ? VERBS : null}
              empty={text.noKeys}
            />
          )}
        </Loaded>
      </Panel>
      {isMaking && <MakeOwnKeyDialog onClose={() => setMaking(false)} />}
    </Page>
  );
}
