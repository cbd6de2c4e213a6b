// Rotates a key, with a grace period for the old secret, and revokes one.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OwnKey, RotateKeyAnswer } from '../api/api-types.ts';
import { reloadQueries } from '../api/use-change.ts';
import { Button } from '../parts/Button.tsx';
import { Secret } from '../parts/Code.tsx';
import { Dialog, DialogActions } from '../parts/Dialog.tsx';
import { Failure } from '../parts/Failure.tsx';
import { Notice } from '../parts/Notice.tsx';
import { Segments } from '../parts/Segments.tsx';
import { useFormat } from '../shell/use-format.ts';
import { useCommonText } from '../text/common.ts';
import { GRACE_SECONDS, GRACES, type Grace } from './grace.ts';

/** The account routes and the admin routes take and return the same. */
export interface KeyVerbs {
  rotate: (params: { key: string }, graceSeconds: number) => Promise<RotateKeyAnswer>;
  revoke: (params: { key: string }) => Promise<unknown>;
}

interface KeyDialogProps {
  of: OwnKey;
  verbs: KeyVerbs;
  onClose: () => void;
}

function useKeysChanged(): () => void {
  const queries = useQueryClient();
  return () => reloadQueries(queries, { queryKey: ['keys'] });
}

export function RotateDialog({ of, verbs, onClose }: KeyDialogProps) {
  const text = useCommonText();
  const format = useFormat();
  const [grace, setGrace] = useState<Grace>('hour');
  const rotated = useMutation({
    mutationFn: () => verbs.rotate({ key: of.id }, GRACE_SECONDS[grace]),
    onSuccess: useKeysChanged(),
  });
  const until = rotated.data?.previous_valid_until;
  return (
    <Dialog title={`${text.rotate} · ${of.name}`} onClose={onClose}>
      {rotated.isSuccess ? (
        <>
          <Notice tone="warn">{text.secretOnce}</Notice>
          <Secret value={rotated.data.secret} what={text.key} />
          {until && <p>{text.oldUntil(format.time.full(until))}</p>}
        </>
      ) : (
        <>
          <p>{text.rotateSure(of.name)}</p>
          <Segments
            label={text.rotate}
            value={grace}
            choices={GRACES.map((value) => ({ value, label: text.grace[value] }))}
            onPick={setGrace}
          />
        </>
      )}
      {rotated.isError && <Failure error={rotated.error} />}
      <DialogActions>
        <Button onClick={onClose}>{rotated.isSuccess ? text.done : text.cancel}</Button>
        {!rotated.isSuccess && (
          <Button kind="primary" disabled={rotated.isPending} onClick={() => rotated.mutate()}>
            {text.rotate}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

export function RevokeDialog({ of, verbs, onClose }: KeyDialogProps) {
  const text = useCommonText();
  const changed = useKeysChanged();
  const revoked = useMutation({
    mutationFn: () => verbs.revoke({ key: of.id }),
    onSuccess: () => {
      changed();
      onClose();
    },
  });
  return (
    <Dialog title={`${text.revoke} · ${of.name}`} onClose={onClose}>
      <p>{text.revokeSure(of.name)}</p>
      {revoked.isError && <Failure error={revoked.error} />}
      <DialogActions>
        <Button onClick={onClose}>{text.cancel}</Button>
        <Button kind="danger" disabled={revoked.isPending} onClick={() => revoked.mutate()}>
          {text.revoke}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
