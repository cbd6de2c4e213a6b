// Owns what an operator writes about an account: its title, whom to reach, and below which balance its owner is told.
import { useState } from 'react';
import type { Account, AdminUpdateAccountAnswer } from '../../api/api-types.ts';
import { Button } from '../../parts/Button.tsx';
import { Dialog, DialogActions } from '../../parts/Dialog.tsx';
import { Failure } from '../../parts/Failure.tsx';
import { TextField } from '../../parts/Field.tsx';
import { Form } from '../../parts/Form.tsx';
import { useCommonText } from '../../text/common.ts';
import { useChange } from '../use-change.ts';
import { useAccountsText } from './text.ts';

/** As the gateway takes them. */
const CHARS_MAX = 200;

export function DetailsDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const text = useAccountsText();
  const common = useCommonText();
  const [title, setTitle] = useState(account.title ?? '');
  const [contact, setContact] = useState(account.contact ?? '');
  const [low, setLow] = useState(account.low_balance ?? '');
  const changed = useChange<AdminUpdateAccountAnswer>(onClose);
  const given = (value: string) => (value.trim() === '' ? null : value.trim());
  const send = () =>
    changed.mutate({
      path: `/accounts/${account.id}`,
      method: 'PATCH',
      body: { title: given(title), contact: given(contact), low_balance: given(low) },
    });
  return (
    <Dialog title={`${text.details} · ${account.name}`} onClose={onClose}>
      <Form onSend={send}>
        <TextField
          label={text.accountTitle}
          hint={text.accountTitleHint}
          maxLength={CHARS_MAX}
          autoFocus
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
        <TextField
          label={text.contact}
          hint={text.contactHint}
          maxLength={CHARS_MAX}
          value={contact}
          onChange={(event) => setContact(event.target.value)}
        />
        <TextField
          label={`${text.lowBalance} (${account.currency})`}
          hint={text.lowBalanceHint}
          inputMode="decimal"
          value={low}
          onChange={(event) => setLow(event.target.value)}
        />
        {changed.isError && <Failure error={changed.error} />}
        <DialogActions>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button kind="primary" type="submit" disabled={changed.isPending}>
            {text.save}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
