// Creates a link that signs the owner of an account in to the portal.
import type { Account } from '../../api/api-types.ts';
import { Secret } from '../../parts/Code.tsx';
import { SendDialog } from '../../parts/SendDialog.tsx';
import { admin } from '../api.ts';
import { useAccountsText } from './text.ts';

export function PortalLinkDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const text = useAccountsText();
  const params = { account: account.id };
  return (
    <SendDialog
      title={`${text.portalLink} · ${account.name}`}
      act={text.makeLink}
      send={() => admin('/accounts/{account}/portal-links', { method: 'POST', params })}
      after={({ url }) => (
        <>
          <p>{text.portalLinkNote}</p>
          <Secret value={url} what={text.portalLink} />
        </>
      )}
      onClose={onClose}
    >
      <p>{text.portalLinkNote}</p>
    </SendDialog>
  );
}
