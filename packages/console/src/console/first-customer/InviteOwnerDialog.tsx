// Lets a customer in: a key, unless the account has one, and a one-time link to the portal.
import type { Account } from '../../api/api-types.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../parts/Button.tsx';
import { Secret } from '../../parts/Code.tsx';
import { Dialog, DialogActions, DoneDialog } from '../../parts/Dialog.tsx';
import { Failure } from '../../parts/Failure.tsx';
import { useCommonText } from '../../text/common.ts';
import { admin } from '../api.ts';
import { useFirstCustomerText } from './text.ts';

const KEY_NAME = 'first';

/** A link needs a key that works, with which the calls of the portal are made. */
async function letIn(account: string, hasKey: boolean): Promise<{ url: string; secret: string | null }> {
  const made = hasKey ? null : await admin('/keys', { method: 'POST', body: { account, name: KEY_NAME } });
  const { url } = await admin('/accounts/{account}/portal-links', { method: 'POST', params: { account } });
  return { url, secret: made?.secret ?? null };
}

interface InviteOwnerDialogProps {
  account: Account;
  hasKey: boolean;
  onClose: () => void;
}

export function InviteOwnerDialog({ account, hasKey, onClose }: InviteOwnerDialogProps) {
  const text = useFirstCustomerText();
  const common = useCommonText();
  const made = useChange(() => letIn(account.id, hasKey));
  const title = `${text.inviteTitle} · ${account.name}`;
  if (made.isSuccess) {
    return (
      <DoneDialog title={title} onClose={onClose}>
        <p>{text.inviteNote}</p>
        <Secret value={made.data.url} what={text.link} />
        {made.data.secret !== null && (
          <>
            <p>{text.keyNote}</p>
            <Secret value={made.data.secret} what={text.key} />
          </>
        )}
      </DoneDialog>
    );
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{text.notes.invite}</p>
      <p>{text.inviteNote}</p>
      {made.isError && <Failure error={made.error} />}
      <DialogActions>
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button kind="primary" disabled={made.isPending} onClick={() => made.mutate()}>
          {text.ways.invite}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
