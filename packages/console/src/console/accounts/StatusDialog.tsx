// Owns disabling and enabling an account, a closed one too.
import type { Account } from '../../api/api-types.ts';
import { Button } from '../../parts/Button.tsx';
import { Dialog, DialogActions } from '../../parts/Dialog.tsx';
import { Failure } from '../../parts/Failure.tsx';
import { useCommonText } from '../../text/common.ts';
import { useChange } from '../use-change.ts';
import { useAccountsText } from './text.ts';

/** What is enabled was disabled, or closed. */
function changeOf({ id, status }: Account) {
  if (status === 'closed') return { path: `/accounts/${id}/reopen`, method: 'POST' as const, body: {} };
  const body = { status: status === 'active' ? 'disabled' : 'active' };
  return { path: `/accounts/${id}`, method: 'PATCH' as const, body };
}

export function StatusDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const text = useAccountsText();
  const common = useCommonText();
  const changed = useChange(onClose);
  const isActive = account.status === 'active';
  const title = isActive ? text.disable : text.enable;
  return (
    <Dialog title={title} onClose={onClose}>
      {isActive && <p>{text.disableSure(account.name)}</p>}
      {changed.isError && <Failure error={changed.error} />}
      <DialogActions>
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button
          kind={isActive ? 'danger' : 'primary'}
          disabled={changed.isPending}
          onClick={() => changed.mutate(changeOf(account))}
        >
          {title}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
