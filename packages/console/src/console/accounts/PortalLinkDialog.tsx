// Creates a link that signs the owner of an account in to the portal.
import type { Account } from '../../api/api-types.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../parts/Button.tsx';
import { Secret } from '../../parts/Code.tsx';
import { Dialog, DialogActions } from '../../parts/Dialog.tsx';
import { Failure } from '../../parts/Failure.tsx';
import { useCommonText } from '../../text/common.ts';
import { admin } from '../api.ts';
import { useAccountsText } from './text.ts';

export function PortalLinkDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const text = useAccountsText();
  const common = useCommonText();
  const made = useChange(() =>
    admin('/accounts/{account}/portal-links', { method: 'POST', params: { account: account.id } }),
  );
  return (
    <Dialog title={`${text.portalLink} · ${account.name}`} onClose={onClose}>
      <p>{text.portalLinkNote}</p>
      {made.isError && <Failure error={made.error} />}
      {made.isSuccess && <Secret value={made.data.url} what={text.portalLink} />}
      <DialogActions>
        <Button onClick={onClose}>{made.isSuccess ? common.done : common.cancel}</Button>
        {!made.isSuccess && (
          <Button kind="primary" disabled={made.isPending} onClick={() => made.mutate()}>
            {text.makeLink}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
