// Owns closing an account whose owner leaves. Its balance stays on the books; a closed account can be opened again.
import type { Account } from '../../api/api-types.ts';
import { Button } from '../../parts/Button.tsx';
import { Dialog, DialogActions } from '../../parts/Dialog.tsx';
import { Failure } from '../../parts/Failure.tsx';
import { useFormat } from '../../shell/use-format.ts';
import { useCommonText } from '../../text/common.ts';
import { useChange } from '../use-change.ts';
import { useAccountsText } from './text.ts';

export function ClosingDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const text = useAccountsText();
  const common = useCommonText();
  const format = useFormat();
  const closed = useChange(onClose);
  return (
    <Dialog title={`${text.closeAccount} · ${account.name}`} onClose={onClose}>
      <p>{text.closeSure(account.name)}</p>
      <p data-stays="">{text.balanceStays(format.exact(account.balance, account.currency))}</p>
      {closed.isError && <Failure error={closed.error} />}
      <DialogActions>
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button
          kind="danger"
          disabled={closed.isPending}
          onClick={() => closed.mutate({ path: `/accounts/${account.id}/close` })}
        >
          {text.closeAccount}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
