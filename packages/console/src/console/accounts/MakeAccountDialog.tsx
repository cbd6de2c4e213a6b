import { useState } from 'react';
import type { Account } from '../../api/api-types.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../parts/Button.tsx';
import { Dialog, DialogActions } from '../../parts/Dialog.tsx';
import { Failure } from '../../parts/Failure.tsx';
import { TextField } from '../../parts/Field.tsx';
import { Form } from '../../parts/Form.tsx';
import { useCommonText } from '../../text/common.ts';
import { admin } from '../api.ts';
import { useAccountsText } from './text.ts';

function openAccount({ id }: Account): void {
  location.hash = `#/accounts/${id}`;
}

interface MakeAccountDialogProps {
  /** Without it, the page of the new account opens. */
  onMade?: (account: Account) => void;
  onClose: () => void;
}

export function MakeAccountDialog({ onMade = openAccount, onClose }: MakeAccountDialogProps) {
  const text = useAccountsText();
  const common = useCommonText();
  const [name, setName] = useState('');
  const made = useChange(
    () => admin('/accounts', { method: 'POST', body: { name: name.trim() } }),
    ({ account }) => {
      onClose();
      onMade(account);
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
