// Changes the details of an account: name, contact, data for statements, and the balance below which its owner is notified.
import { useState } from 'react';
import type { Account, AdminUpdateAccountBody } from '../../api/api-types.ts';
import {
  adminUpdateAccountBillingAddressMaxLength,
  adminUpdateAccountContactMaxLength,
  adminUpdateAccountNameMaxLength,
  adminUpdateAccountTaxIdMaxLength,
  adminUpdateAccountTitleMaxLength,
} from '../../api/bounds.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../parts/Button.tsx';
import { Dialog, DialogActions } from '../../parts/Dialog.tsx';
import { Failure } from '../../parts/Failure.tsx';
import { AreaField, TextField } from '../../parts/Field.tsx';
import { Form } from '../../parts/Form.tsx';
import { useCommonText } from '../../text/common.ts';
import { admin } from '../api.ts';
import { type DetailFields, detailBody, detailFields } from './forms.ts';
import { useAccountsText } from './text.ts';

export function DetailsDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const text = useAccountsText();
  const common = useCommonText();
  const [fields, setFields] = useState(() => detailFields(account));
  const changed = useChange(
    (body: AdminUpdateAccountBody) =>
      admin('/accounts/{account}', { method: 'PATCH', params: { account: account.id }, body }),
    onClose,
  );
  const of = (name: keyof DetailFields) => ({
    value: fields[name],
    onChange: (event: { target: { value: string } }) => setFields({ ...fields, [name]: event.target.value }),
  });
  return (
    <Dialog title={`${text.details} · ${account.name}`} onClose={onClose}>
      <Form onSend={() => changed.mutate(detailBody(fields))}>
        <TextField
          label={text.name}
          hint={`${common.accountNameHint} ${text.renameHint}`}
          maxLength={adminUpdateAccountNameMaxLength}
          required
          {...of('name')}
        />
        <TextField
          label={text.accountTitle}
          hint={text.accountTitleHint}
          maxLength={adminUpdateAccountTitleMaxLength}
          {...of('title')}
        />
        <TextField
          label={text.contact}
          hint={text.contactHint}
          maxLength={adminUpdateAccountContactMaxLength}
          {...of('contact')}
        />
        <AreaField
          label={text.address}
          rows={3}
          maxLength={adminUpdateAccountBillingAddressMaxLength}
          {...of('address')}
        />
        <TextField label={text.taxId} maxLength={adminUpdateAccountTaxIdMaxLength} {...of('taxId')} />
        <TextField
          label={`${text.lowBalance} (${account.currency})`}
          hint={text.lowBalanceHint}
          inputMode="decimal"
          {...of('low')}
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
