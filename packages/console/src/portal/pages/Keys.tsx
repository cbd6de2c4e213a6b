// Owns the caller's own keys: made, rotated and revoked within the rights of the key that signed in.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useList } from '../../api/use-list.ts';
import type { KeyVerbs } from '../../keys/KeyDialogs.tsx';
import { KeyRows } from '../../keys/KeyRows.tsx';
import type { KeyRow, NewSecret } from '../../keys/key-row.ts';
import { Button } from '../../parts/Button.tsx';
import { Empty } from '../../parts/Empty.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { MoreButton } from '../../parts/MoreButton.tsx';
import { Page } from '../../parts/Page.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { useCommonText } from '../../text/common.ts';
import { portal } from '../api.ts';
import { usePortalText } from '../text.ts';
import { MakeOwnKeyDialog } from './MakeOwnKeyDialog.tsx';
import { OWN_KEYS } from './own-keys.ts';

interface OwnKeys {
  keys: KeyRow[];
  next_cursor: string | null;
}

function useVerbs(): KeyVerbs {
  const queries = useQueryClient();
  const change = async <T,>(path: string, body: object): Promise<T> => {
    const answer = await portal<T>(path, { method: 'POST', body });
    void queries.invalidateQueries({ queryKey: ['keys'] });
    return answer;
  };
  return {
    rotate: ({ id }, grace_seconds) => change<NewSecret>(`${OWN_KEYS}/${id}/rotate`, { grace_seconds }),
    revoke: ({ id }) => change(`${OWN_KEYS}/${id}/revoke`, {}),
  };
}

export function Keys() {
  const text = usePortalText();
  const common = useCommonText();
  const verbs = useVerbs();
  const [isMaking, setMaking] = useState(false);
  const keys = useList(['keys'], (cursor) => portal<OwnKeys>(OWN_KEYS, { query: { cursor } }));
  return (
    <Page
      title={text.keys}
      sub={text.keysNote}
      actions={
        <Button kind="primary" onClick={() => setMaking(true)}>
          {common.makeKey}
        </Button>
      }
    >
      <Panel>
        <Loaded of={keys}>
          {({ pages }) => (
            <KeyRows
              keys={pages.flatMap((page) => page.keys)}
              verbs={verbs}
              empty={<Empty>{text.noKeys}</Empty>}
            />
          )}
        </Loaded>
        <MoreButton of={keys} />
      </Panel>
      {isMaking && <MakeOwnKeyDialog onClose={() => setMaking(false)} />}
    </Page>
  );
}
