// Owns disabling and enabling an account, and opening a closed one again.
import type { Account } from '../../api/api-types.ts';
import { Button } from '../../parts/Button.tsx';
import { Dialog, DialogActions } from '../../parts/Dialog.tsx';
import { Failure } from '../../parts/Failure.tsx';
import { useCommonText } from '../../text/common.ts';
import { admin } from '../api.ts';
import { useChange } from '../use-change.ts';
import { useAccountsText } from './text.ts';

/** What happens next to an account in this status. */
export const NEXT = { active: 'disable', disabled: 'enable', closed: 'reopen' } as const;

function changeStatus({ id, status }: Account) {
  const params = { account: id };
  if (status === 'closed') return admin('/accounts/{account}/reopen', { method: 'POST', params });
  const body = { status: status === 'active' ? 'disabled' : 'active' } as const;
  return admin('/accounts/{account}', { method: 'PATCH', params, body });
}

export function StatusDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const text = useAccountsText();
  const common = useCommonText();
  const changed = useChange(() => changeStatus(account), onClose);
  const next = NEXT[account.status];
  return (
    <Dialog title={`${text[next]} · ${account.name}`} onClose={onClose}>
      <p>{text.statusSure[next](account.name)}</p>
      {changed.isError && <Failure error={changed.error} />}
      <DialogActions>
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button
          kind={next === 'disable' ? 'danger' : 'primary'}
          disabled={changed.isPending}
          onClick={() => changed.mutate()}
        >
          {text[next]}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
