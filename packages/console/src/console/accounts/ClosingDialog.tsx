// Owns closing an account whose owner leaves. Its balance stays on the books; a closed account can be opened again.
import type { Account } from '../../api/api-types.ts';
import { useFormat } from '../../shell/use-format.ts';
import { admin } from '../api.ts';
import { SureDialog } from '../SureDialog.tsx';
import { useAccountsText } from './text.ts';

export function ClosingDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const text = useAccountsText();
  const format = useFormat();
  return (
    <SureDialog
      title={`${text.closeAccount} · ${account.name}`}
      act={text.closeAccount}
      send={() => admin('/accounts/{account}/close', { method: 'POST', params: { account: account.id } })}
      onClose={onClose}
    >
      <p>{text.closeSure(account.name)}</p>
      <p data-stays="">{text.balanceStays(format.exact(account.balance, account.currency))}</p>
    </SureDialog>
  );
}
