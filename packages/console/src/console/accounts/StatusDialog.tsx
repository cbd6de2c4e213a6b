// Disables, enables, closes and reopens an account. The balance of a closed account stays on the books.
import type { Account } from '../../api/api-types.ts';
import { ConfirmDialog, SendDialog } from '../../parts/SendDialog.tsx';
import { useFormat } from '../../shell/use-format.ts';
import { admin } from '../api.ts';
import { useAccountsText } from './text.ts';

/** The action that leads out of each status. */
export const NEXT = { active: 'disable', disabled: 'enable', closed: 'reopen' } as const;

function changeStatus({ id, status }: Account) {
  const params = { account: id };
  if (status === 'closed') return admin('/accounts/{account}/reopen', { method: 'POST', params });
  const body = { status: status === 'active' ? 'disabled' : 'active' } as const;
  return admin('/accounts/{account}', { method: 'PATCH', params, body });
}

export function StatusDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const text = useAccountsText();
  const next = NEXT[account.status];
  return (
    <SendDialog
      title={`${text[next]} · ${account.name}`}
      act={text[next]}
      danger={next === 'disable'}
      send={() => changeStatus(account)}
      onClose={onClose}
    >
      <p>{text.statusSure[next](account.name)}</p>
    </SendDialog>
  );
}

export function ClosingDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const text = useAccountsText();
  const format = useFormat();
  return (
    <ConfirmDialog
      title={`${text.closeAccount} · ${account.name}`}
      act={text.closeAccount}
      send={() => admin('/accounts/{account}/close', { method: 'POST', params: { account: account.id } })}
      onClose={onClose}
    >
      <p>{text.closeSure(account.name)}</p>
      <p data-stays="">{text.balanceStays(format.exact(account.balance, account.currency))}</p>
    </ConfirmDialog>
  );
}
