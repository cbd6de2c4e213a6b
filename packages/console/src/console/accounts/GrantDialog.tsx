// Gives a grant. Before sending, it shows what will be available afterwards.
import { useState } from 'react';
import type { Account, AdminGiveGrantBody, Grant } from '../../api/api-types.ts';
import { adminGiveGrantKindChoices, adminGiveGrantReasonMaxLength } from '../../api/bounds.ts';
import { useChange } from '../../api/use-change.ts';
import { useGrantsText } from '../../grants/text.ts';
import { AMOUNT_CHARS_MAX, parseMicros, readAmount, toDecimal } from '../../money/money.ts';
import { Button } from '../../parts/Button.tsx';
import { Dialog, DialogActions, DoneDialog } from '../../parts/Dialog.tsx';
import { Failure } from '../../parts/Failure.tsx';
import { SelectField, TextField } from '../../parts/Field.tsx';
import { Form } from '../../parts/Form.tsx';
import { Notice } from '../../parts/Notice.tsx';
import { useFormat } from '../../shell/use-format.ts';
import { useCommonText } from '../../text/common.ts';
import { admin } from '../api.ts';
import { useOwnReference } from './forms.ts';
import { useGivingText } from './grants-text.ts';
import { useAccountsText } from './text.ts';

/** Operators mostly give money that was not paid for, so the paid kind comes last. */
const [PAID, ...UNPAID] = adminGiveGrantKindChoices;
const KINDS = [...UNPAID, PAID];
/** The grant can still be used on its last day. */
const endOf = (day: string) => `${day}T23:59:59.999Z`;

interface GrantDialogProps {
  account: Account;
  onClose: () => void;
}

export function GrantDialog({ account, onClose }: GrantDialogProps) {
  const text = useGivingText();
  const grants = useGrantsText();
  const accounts = useAccountsText();
  const common = useCommonText();
  const money = useFormat().money(account.currency);
  const [kind, setKind] = useState<Grant['kind']>('promo');
  const [amount, setAmount] = useState('');
  const [day, setDay] = useState('');
  const [reason, setReason] = useState('');
  const given = useChange((body: AdminGiveGrantBody) =>
    admin('/accounts/{account}/grants', { method: 'POST', params: { account: account.id }, body }),
  );
  const reference = useOwnReference();
  const value = readAmount(amount);
  const available = parseMicros(account.available);
  const send = () =>
    given.mutate({
      kind,
      amount: toDecimal(value ?? 0n),
      ...(day !== '' && { expires_at: endOf(day) }),
      reference,
      reason: reason.trim(),
    });
  if (given.isSuccess) {
    const { grant, duplicate } = given.data;
    return (
      <DoneDialog title={text.give} onClose={onClose}>
        <Notice tone={duplicate ? 'warn' : 'good'}>
          <span data-given="">
            {duplicate ? text.givenBefore : text.given(money.exact(parseMicros(grant.amount)))}
          </span>
        </Notice>
      </DoneDialog>
    );
  }
  return (
    <Dialog title={`${text.give} · ${account.name}`} onClose={onClose}>
      <Form onSend={send}>
        <SelectField
          label={text.kind}
          hint={text.kindHints[kind]}
          value={kind}
          choices={KINDS.map((one) => ({ value: one, label: grants.kinds[one] }))}
          onPick={(picked) => setKind(picked as Grant['kind'])}
        />
        <TextField
          label={`${accounts.amount} (${account.currency})`}
          inputMode="decimal"
          required
          maxLength={AMOUNT_CHARS_MAX}
          wrong={amount.trim() !== '' && value === null ? common.wrongAmount : null}
          value={amount}
          onChange={(event) => setAmount(event.target.value)}
        />
        <TextField
          label={text.lastDay}
          hint={text.lastDayHint}
          type="date"
          min={new Date().toISOString().slice(0, 10)}
          value={day}
          onChange={(event) => setDay(event.target.value)}
        />
        <TextField
          label={accounts.reason}
          hint={accounts.reasonHint}
          required
          maxLength={adminGiveGrantReasonMaxLength}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        {value !== null && (
          <Notice>
            <span data-preview="">
              {accounts.preview(money.exact(available), money.exact(available + value))}
            </span>
          </Notice>
        )}
        {given.isError && <Failure error={given.error} />}
        <DialogActions>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button kind="primary" type="submit" disabled={given.isPending || value === null}>
            {value === null ? text.give : accounts.book(text.give, money.exact(value))}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
