// Lets a customer in: a key, unless the account has one, and a one-time link to the portal.
import type { Account } from '../../api/api-types.ts';
import { Secret } from '../../parts/Code.tsx';
import { SendDialog } from '../../parts/SendDialog.tsx';
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
  return (
    <SendDialog
      title={`${text.inviteTitle} · ${account.name}`}
      act={text.ways.invite}
      send={() => letIn(account.id, hasKey)}
      after={({ url, secret }) => (
        <>
          <p>{text.inviteNote}</p>
          <Secret value={url} what={text.link} />
          {secret !== null && (
            <>
              <p>{text.keyNote}</p>
              <Secret value={secret} what={text.key} />
            </>
          )}
        </>
      )}
      onClose={onClose}
    >
      <p>{text.notes.invite}</p>
      <p>{text.inviteNote}</p>
    </SendDialog>
  );
}
