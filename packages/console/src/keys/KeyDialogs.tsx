// Rotates a key, with a grace period for the old secret, and revokes one.
import { useState } from 'react';
import type { OwnKey, RotateKeyAnswer } from '../api/api-types.ts';
import { Secret } from '../parts/Code.tsx';
import { Notice } from '../parts/Notice.tsx';
import { Segments } from '../parts/Segments.tsx';
import { ConfirmDialog, SendDialog } from '../parts/SendDialog.tsx';
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

export function RotateDialog({ of, verbs, onClose }: KeyDialogProps) {
  const text = useCommonText();
  const format = useFormat();
  const [grace, setGrace] = useState<Grace>('hour');
  return (
    <SendDialog
      title={`${text.rotate} · ${of.name}`}
      act={text.rotate}
      send={() => verbs.rotate({ key: of.id }, GRACE_SECONDS[grace])}
      after={({ secret, previous_valid_until: until }) => (
        <>
          <Notice tone="warn">{text.secretOnce}</Notice>
          <Secret value={secret} what={text.key} />
          {until && <p>{text.oldUntil(format.time.full(until))}</p>}
        </>
      )}
      onClose={onClose}
    >
      <p>{text.rotateSure(of.name)}</p>
      <Segments
        label={text.rotate}
        value={grace}
        choices={GRACES.map((value) => ({ value, label: text.grace[value] }))}
        onPick={setGrace}
      />
    </SendDialog>
  );
}

export function RevokeDialog({ of, verbs, onClose }: KeyDialogProps) {
  const text = useCommonText();
  return (
    <ConfirmDialog
      title={`${text.revoke} · ${of.name}`}
      act={text.revoke}
      send={() => verbs.revoke({ key: of.id })}
      onClose={onClose}
    >
      <p>{text.revokeSure(of.name)}</p>
    </ConfirmDialog>
  );
}
