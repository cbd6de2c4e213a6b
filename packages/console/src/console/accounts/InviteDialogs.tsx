// Creates an invite, whose link is shown once, and revokes one.
import { useState } from 'react';
import type { AdminCreateInviteBody, Invite } from '../../api/api-types.ts';
import {
  adminCreateInviteContactMaxLength,
  adminCreateInviteDaysMax,
  adminCreateInviteDaysMin,
  adminCreateInviteTitleMaxLength,
} from '../../api/bounds.ts';
import { useChange } from '../../api/use-change.ts';
import { AMOUNT_CHARS_MAX, readAmount } from '../../money/money.ts';
import { Button } from '../../parts/Button.tsx';
import { Secret } from '../../parts/Code.tsx';
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx';
import { Dialog, DialogActions, DoneDialog } from '../../parts/Dialog.tsx';
import { Failure } from '../../parts/Failure.tsx';
import { TextField } from '../../parts/Field.tsx';
import { Form } from '../../parts/Form.tsx';
import { Notice } from '../../parts/Notice.tsx';
import { useCommonText } from '../../text/common.ts';
import { admin } from '../api.ts';
import { EMPTY_INVITE, type InviteFields, inviteBody } from './forms.ts';
import { useInvitesText } from './invites-text.ts';

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const text = useInvitesText();
  const common = useCommonText();
  const [fields, setFields] = useState(EMPTY_INVITE);
  const made = useChange((body: AdminCreateInviteBody) => admin('/invites', { method: 'POST', body }));
  const of = (name: keyof InviteFields) => ({
    value: fields[name],
    onChange: (event: { target: { value: string } }) => setFields({ ...fields, [name]: event.target.value }),
  });
  if (made.isSuccess) {
    return (
      <DoneDialog title={text.make} onClose={onClose}>
        <Notice tone="warn">{text.once}</Notice>
        <Secret value={made.data.url} what={text.link} />
      </DoneDialog>
    );
  }
  const isWrong = fields.credit.trim() !== '' && readAmount(fields.credit) === null;
  return (
    <Dialog title={text.make} onClose={onClose}>
      <Form onSend={() => made.mutate(inviteBody(fields))}>
        <TextField
          label={text.forWhom}
          hint={text.forWhomHint}
          maxLength={adminCreateInviteTitleMaxLength}
          {...of('title')}
        />
        <TextField
          label={text.contact}
          hint={text.contactHint}
          type="email"
          maxLength={adminCreateInviteContactMaxLength}
          {...of('contact')}
        />
        <TextField
          label={text.credit}
          hint={text.creditHint}
          inputMode="decimal"
          maxLength={AMOUNT_CHARS_MAX}
          wrong={isWrong ? common.wrongAmount : null}
          {...of('credit')}
        />
        <TextField
          label={text.days}
          type="number"
          required
          min={adminCreateInviteDaysMin}
          max={adminCreateInviteDaysMax}
          {...of('days')}
        />
        {made.isError && <Failure error={made.error} />}
        <DialogActions>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button kind="primary" type="submit" disabled={made.isPending || isWrong}>
            {text.make}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

export function RevokeInviteDialog({ invite, onClose }: { invite: Invite; onClose: () => void }) {
  const text = useInvitesText();
  const common = useCommonText();
  return (
    <ConfirmDialog
      title={common.revoke}
      act={common.revoke}
      send={() => admin('/invites/{invite}/revoke', { method: 'POST', params: { invite: invite.id } })}
      onClose={onClose}
    >
      <p>{text.revokeSure(invite.title ?? invite.contact ?? text.unnamed)}</p>
    </ConfirmDialog>
  );
}
