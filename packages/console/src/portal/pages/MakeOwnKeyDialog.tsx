// Creates a key of the caller's account and shows its secret once.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createKeyNameMaxLength, createKeyNamePattern } from '../../api/bounds.ts';
import { reloadQueries } from '../../api/use-change.ts';
import { NewKey } from '../../keys/NewKey.tsx';
import { Button } from '../../parts/Button.tsx';
import { Dialog, DialogActions } from '../../parts/Dialog.tsx';
import { Failure } from '../../parts/Failure.tsx';
import { TextField } from '../../parts/Field.tsx';
import { Form } from '../../parts/Form.tsx';
import { useCommonText } from '../../text/common.ts';
import { portal } from '../api.ts';
import { usePortalText } from '../text.ts';

export function MakeOwnKeyDialog({ onClose }: { onClose: () => void }) {
  const text = usePortalText();
  const common = useCommonText();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [cap, setCap] = useState('');
  const made = useMutation({
    mutationFn: () =>
      portal('/account/v1/keys', {
        method: 'POST',
        body: { name: name.trim(), ...(cap.trim() !== '' && { daily_cap: cap.trim() }) },
      }),
    onSuccess: () => reloadQueries(queries, { queryKey: ['keys'] }),
  });
  return (
    <Dialog title={common.makeKey} onClose={onClose}>
      <Form onSend={() => made.mutate()}>
        {made.isSuccess ? (
          <NewKey secret={made.data.secret} base={location.origin} />
        ) : (
          <>
            <TextField
              label={text.newKeyName}
              required
              maxLength={createKeyNameMaxLength}
              pattern={createKeyNamePattern}
              hint={common.keyNameHint}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
            <TextField
              label={common.caps.daily}
              inputMode="decimal"
              value={cap}
              onChange={(event) => setCap(event.target.value)}
            />
          </>
        )}
        {made.isError && <Failure error={made.error} />}
        <DialogActions>
          <Button onClick={onClose}>{made.isSuccess ? common.done : common.cancel}</Button>
          {!made.isSuccess && (
            <Button kind="primary" type="submit" disabled={made.isPending}>
              {common.makeKey}
            </Button>
          )}
        </DialogActions>
      </Form>
    </Dialog>
  );
}
