import { useState } from 'react';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../parts/Button.tsx';
import { Dialog, DialogActions } from '../../parts/Dialog.tsx';
import { Failure } from '../../parts/Failure.tsx';
import { TextField } from '../../parts/Field.tsx';
import { Form } from '../../parts/Form.tsx';
import { useCommonText } from '../../text/common.ts';
import { admin } from '../api.ts';
import { useAccountsText } from './text.ts';

export function MakeAccountDialog({ onClose }: { onClose: () => void }) {
  const text = useAccountsText();
  const common = useCommonText();
  const [name, setName] = useState('');
  const made = useChange(
    () => admin('/accounts', { method: 'POST', body: { name: name.trim() } }),
    ({ account }) => {
      onClose();
      location.hash = `#/accounts/${account.id}`;
    },
  );
  return (
    <Dialog title={text.make} onClose={onClose}>
      <Form onSend={() => made.mutate()}>
        <TextField
          label={text.name}
          hint={common.accountNameHint}
          required
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        {made.isError && <Failure error={made.error} />}
        <DialogActions>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button kind="primary" type="submit" disabled={made.isPending}>
            {text.make}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
