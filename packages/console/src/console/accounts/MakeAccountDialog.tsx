import type { Account, AdminCreateAccountBody } from '../../api/api-types.ts';
import { adminCreateAccountBody } from '../../api/bounds.ts';
import { SendDialog } from '../../parts/SendDialog.tsx';
import { useForm } from '../../parts/use-form.tsx';
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
  const hint = useCommonText().accountNameHint;
  const form = useForm<AdminCreateAccountBody>(adminCreateAccountBody, [['name', text.name, { hint }]]);
  return (
    <SendDialog
      title={text.make}
      act={text.make}
      form={form}
      send={(body) => admin('/accounts', { method: 'POST', body })}
      onDone={({ account }) => onMade(account)}
      onClose={onClose}
    />
  );
}
