// Moves money by hand: top-up, refund or adjustment. Before booking, it shows what will be available afterwards.
import { type ChangeEvent, useState } from 'react';
import type { Account } from '../../api/api-types.ts';
import { adminAdjustReasonMaxLength, adminAdjustReferenceMaxLength } from '../../api/bounds.ts';
import { parseMicros } from '../../money/money.ts';
import { TextField } from '../../parts/Field.tsx';
import { Notice } from '../../parts/Notice.tsx';
import { SendDialog } from '../../parts/SendDialog.tsx';
import { useFormat } from '../../shell/use-format.ts';
import { useCommonText } from '../../text/common.ts';
import { amountFault, book, changeOf, type MoneyKind, useOwnReference } from './forms.ts';
import { useAccountsText } from './text.ts';

interface MoneyDialogProps {
  kind: MoneyKind;
  account: Account;
  /** Request id of the call to refund; without it the form asks for one. */
  requestId?: string;
  /** The most that can be refunded, as a decimal, if it is known. */
  most?: string;
  /** The top-up order that was paid by hand. */
  order?: { reference: string; amount: string };
  onClose: () => void;
}

export function MoneyDialog({ kind, account, requestId, most, order, onClose }: MoneyDialogProps) {
  const text = useAccountsText();
  const common = useCommonText();
  const format = useFormat();
  const money = format.money(account.currency);
  const title = { topup: text.topUp, refund: text.refund, adjust: text.adjust }[kind];
  const [amount, setAmount] = useState(order?.amount ?? '');
  const [reference, setReference] = useState(order?.reference ?? '');
  const [reason, setReason] = useState('');
  const [request, setRequest] = useState(requestId ?? '');
  const fault = amountFault(kind, amount);
  const value = fault === null ? changeOf(kind, amount, most === undefined ? null : parseMicros(most)) : null;
  const available = parseMicros(account.available);
  const ownReference = useOwnReference();
  const send = () => book(kind, account.id, { amount, reference, reason, request }, ownReference);
  const typed = (set: (value: string) => void) => (event: ChangeEvent<HTMLInputElement>) =>
    set(event.target.value);
  const faults = { wrong: common.wrongAmount, large: common.tooLarge, negative: text.aboveZero };
  return (
    <SendDialog
      title={`${title} · ${account.name}`}
      act={value === null ? title : text.book(title, money.exact(value))}
      isReady={fault === null}
      send={send}
      after={({ entry, duplicate }) => (
        <Notice tone={duplicate ? 'warn' : 'good'}>
          <span data-booked="">
            {duplicate
              ? text.duplicate
              : text.booked(
                  money.exact(parseMicros(entry.amount)),
                  money.exact(parseMicros(entry.balance_after)),
                )}
          </span>
        </Notice>
      )}
      onClose={onClose}
    >
      {kind === 'topup' && account.status === 'closed' && <Notice tone="warn">{text.topUpClosed}</Notice>}
      {kind === 'refund' && requestId === undefined && (
        <TextField label={text.requestId} required value={request} onChange={typed(setRequest)} />
      )}
      <TextField
        label={`${text.amount} (${account.currency})`}
        inputMode="decimal"
        required={kind !== 'refund'}
        hint={kind === 'refund' ? text.amountAll : kind === 'adjust' ? text.minusHint : undefined}
        wrong={fault && faults[fault]}
        value={amount}
        onChange={typed(setAmount)}
      />
      {kind !== 'refund' && (
        <TextField
          label={text.reference}
          hint={text.referenceHint}
          required={kind === 'adjust'}
          maxLength={adminAdjustReferenceMaxLength}
          value={reference}
          onChange={typed(setReference)}
        />
      )}
      <TextField
        label={text.reason}
        hint={text.reasonHint}
        maxLength={adminAdjustReasonMaxLength}
        required={kind !== 'topup'}
        value={reason}
        onChange={typed(setReason)}
      />
      {value !== null && (
        <Notice>
          <span data-preview="">{text.preview(money.exact(available), money.exact(available + value))}</span>
        </Notice>
      )}
    </SendDialog>
  );
}
