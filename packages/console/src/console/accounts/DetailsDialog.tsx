// Changes the details of an account: name, contact, data for statements, and the balance below which its owner is notified.
import type { Account, AdminUpdateAccountBody } from '../../api/api-types.ts';
import { adminUpdateAccountBody } from '../../api/bounds.ts';
import { otherRows } from '../../parts/other-fields.tsx';
import { SendDialog } from '../../parts/SendDialog.tsx';
import { useForm } from '../../parts/use-form.tsx';
import { useCommonText } from '../../text/common.ts';
import { admin } from '../api.ts';
import { useAccountsText } from './text.ts';

export function DetailsDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const text = useAccountsText();
  const common = useCommonText();
  const form = useForm<AdminUpdateAccountBody>(
    adminUpdateAccountBody,
    [
      ['name', text.name, { hint: `${common.accountNameHint} ${text.renameHint}`, required: true }],
      ...otherRows<AdminUpdateAccountBody>(text.given, adminUpdateAccountBody, {
        title: { hint: text.accountTitleHint },
        contact: { hint: text.contactHint },
        billing_address: { rows: 3 },
      }),
      ['low_balance', `${text.lowBalance} (${account.currency})`, { hint: text.lowBalanceHint }],
    ],
    account,
  );
  return (
    <SendDialog
      title={`${text.details} · ${account.name}`}
      act={text.save}
      form={form}
      send={(body) =>
        admin('/accounts/{account}', { method: 'PATCH', params: { account: account.id }, body })
      }
      onClose={onClose}
    />
  );
}
