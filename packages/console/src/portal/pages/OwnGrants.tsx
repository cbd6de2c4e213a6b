import { useList } from '../../api/use-list.ts';
import { GrantsTable } from '../../grants/GrantsTable.tsx';
import { useGrantsText } from '../../grants/text.ts';
import { MoreButton } from '../../parts/Button.tsx';
import { Failure } from '../../parts/Failure.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { inBackground } from '../../shell/in-background.ts';
import { portal } from '../api.ts';
import { usePayingText } from '../paying/text.ts';

/** Grants per part of the list. Most accounts have one, from their sign-up. */
const SHOWN = 10;

export function OwnGrants() {
  const text = useGrantsText();
  const paying = usePayingText();
  const grants = useList(['grants'], (cursor) =>
    portal('/account/v1/grants', { query: { cursor, limit: SHOWN } }),
  );
  const all = grants.data?.pages.flatMap((page) => page.grants) ?? [];
  if (all.length === 0)
    return grants.isError ? (
      <Failure error={grants.error} again={() => inBackground(grants.refetch())} />
    ) : null;
  return (
    <Panel title={text.title}>
      <p>{paying.grantsWhy}</p>
      <GrantsTable grants={all} empty={null} />
      <MoreButton of={grants} />
    </Panel>
  );
}
