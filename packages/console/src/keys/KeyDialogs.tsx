// Owns what is done to a key that exists: a new secret while the old one works on for a while, and its end.
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../parts/Button.tsx';
import { Secret } from '../parts/Code.tsx';
import { Dialog, DialogActions } from '../parts/Dialog.tsx';
import { Failure } from '../parts/Failure.tsx';
import { Notice } from '../parts/Notice.tsx';
import { Segments } from '../parts/Segments.tsx';
import { useFormat } from '../shell/use-format.ts';
import { useCommonText } from '../text/common.ts';
import type { KeyRow, NewSecret } from './key-row.ts';

export interface KeyVerbs {
  rotate: (key: KeyRow, graceSeconds: number) => Promise<NewSecret>;
  revoke: (key: KeyRow) => Promise<unknown>;
}

interface KeyDialogProps {
  of: KeyRow;
  verbs: KeyVerbs;
  onClose: () => void;
}

const GRACE = { none: 0, hour: 3_600, day: 86_400 } as const;
type Grace = keyof typeof GRACE;

export function RotateDialog({ of, verbs, onClose }: KeyDialogProps) {
  const text = useCommonText();
  const format = useFormat();
  const [grace, setGrace] = useState<Grace>('hour');
  const rotated = useMutation({ mutationFn: () => verbs.rotate(of, GRACE[grace]) });
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
            choices={(Object.keys(GRACE) as Grace[]).map((value) => ({ value, label: text.grace[value] }))}
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
  const revoked = useMutation({ mutationFn: () => verbs.revoke(of), onSuccess: onClose });
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
