// Gives a grant. Before sending, it shows what will be available afterwards.

import { useState } from 'react';
import type { Account, AdminGiveGrantBody } from '../../api/api-types.ts';
import { adminGiveGrantBody, adminGiveGrantKindChoices } from '../../api/bounds.ts';
import { useGrantsText } from '../../grants/text.ts';
import { parseMicros, readAmount } from '../../money/money.ts';
import { TextField } from '../../parts/Field.tsx';
import { Notice } from '../../parts/Notice.tsx';
import { SendDialog } from '../../parts/SendDialog.tsx';
import { useForm } from '../../parts/use-form.tsx';
import { useFormat } from '../../shell/use-format.ts';
import { admin } from '../api.ts';
import { useOwnReference } from './forms.ts';
import { useGivingText } from './grants-text.ts';
import { useAccountsText } from './text.ts';

/** Operators mostly give money that was not paid for, so the paid kind comes last. */
const [PAID, ...UNPAID] = adminGiveGrantKindChoices;
const KINDS = [...UNPAID, PAID];
/** The grant can still be used on its last day. */
const endOf = (day: string) => `${day}T23:59:59.999Z`;

export function GrantDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const text = useGivingText();
  const grants = useGrantsText();
  const accounts = useAccountsText();
  const money = useFormat().money(account.currency);
  const [day, setDay] = useState('');
  const lastDay = (
    <TextField
      label={text.lastDay}
      hint={text.lastDayHint}
      type="date"
      min={new Date().toISOString().slice(0, 10)}
      value={day}
      onChange={(event) => setDay(event.target.value)}
    />
  );
  const labels = Object.fromEntries(KINDS.map((one) => [one, grants.kinds[one]]));
  const form = useForm<AdminGiveGrantBody>(
    adminGiveGrantBody,
    [
      ['kind', text.kind, { labels, hintOf: text.kindHints }],
      ['amount', `${accounts.amount} (${account.currency})`],
      { shown: lastDay },
      ['reason', accounts.reason, { hint: accounts.reasonHint }],
    ],
    { kind: 'promo' },
  );
  const reference = useOwnReference();
  const value = readAmount(form.typed.amount!);
  const available = parseMicros(account.available);
  return (
    <SendDialog
      title={`${text.give} · ${account.name}`}
      act={value === null ? text.give : accounts.book(text.give, money.exact(value))}
      form={form}
      isReady={value !== null}
      send={(body) =>
        admin('/accounts/{account}/grants', {
          method: 'POST',
          params: { account: account.id },
          body: { ...body, reference, ...(day !== '' && { expires_at: endOf(day) }) },
        })
      }
      after={({ grant, duplicate }) => (
        <Notice tone={duplicate ? 'warn' : 'good'}>
          <span data-given="">
            {duplicate ? text.givenBefore : text.given(money.exact(parseMicros(grant.amount)))}
          </span>
        </Notice>
      )}
      onClose={onClose}
    >
      {value !== null && (
        <Notice>
          <span data-preview="">
            {accounts.preview(money.exact(available), money.exact(available + value))}
          </span>
        </Notice>
      )}
    </SendDialog>
  );
}
