// The secret address of a watch's feeds: made, replaced, removed. An address is shown once.
import { useState } from 'react';
import type { Watch } from '../../api/api-types.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../parts/Button.tsx';
import { Secret } from '../../parts/Code.tsx';
import { DoneDialog } from '../../parts/Dialog.tsx';
import { Failure } from '../../parts/Failure.tsx';
import { Notice } from '../../parts/Notice.tsx';
import { Panel, Row } from '../../parts/Panel.tsx';
import { ConfirmDialog } from '../../parts/SendDialog.tsx';
import { portal } from '../api.ts';
import { useGatherText } from './text.ts';

export function Feed({ of }: { of: Watch }) {
  const text = useGatherText();
  const [over, setOver] = useState<'rotate' | 'remove' | 'made' | null>(null);
  const params = { watch: of.id };
  const made = useChange(
    () => portal('/watches/v1/{watch}/feed', { method: 'POST', params }),
    () => setOver('made'),
  );
  const close = () => setOver(null);
  return (
    <Panel title={text.feed}>
      <p>{of.feed ? text.hasFeed : text.feedNote}</p>
      <Row>
        {of.feed ? (
          <>
            <Button onClick={() => setOver('rotate')}>{text.rotateFeed}</Button>
            <Button kind="danger" onClick={() => setOver('remove')}>
              {text.removeFeed}
            </Button>
          </>
        ) : (
          <Button disabled={made.isPending} onClick={() => made.mutate()}>
            {text.makeFeed}
          </Button>
        )}
      </Row>
      {made.isError && <Failure error={made.error} />}
      {over === 'made' && made.data && (
        <DoneDialog title={text.feed} onClose={close}>
          <Notice tone="warn">{text.feedOnce}</Notice>
          <Secret value={made.data.feed.atom} what={text.atom} />
          <Secret value={made.data.feed.json} what={text.jsonFeed} />
        </DoneDialog>
      )}
      {over === 'rotate' && (
        <ConfirmDialog
          title={text.rotateFeed}
          act={text.rotateFeed}
          send={() => made.mutateAsync()}
          onClose={() => setOver((now) => (now === 'rotate' ? null : now))}
        >
          <p>{text.rotateSure}</p>
        </ConfirmDialog>
      )}
      {over === 'remove' && (
        <ConfirmDialog
          title={text.removeFeed}
          act={text.removeFeed}
          send={() => portal('/watches/v1/{watch}/feed', { method: 'DELETE', params })}
          onClose={close}
        >
          <p>{text.removeFeedSure}</p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}
