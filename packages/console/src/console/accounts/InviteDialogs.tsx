// Creates an invite, whose link is shown once, and revokes one.
import type { AdminCreateInviteBody, Invite } from '../../api/api-types.ts';
import { adminCreateInviteBody } from '../../api/bounds.ts';
import { Secret } from '../../parts/Code.tsx';
import { Notice } from '../../parts/Notice.tsx';
import { ConfirmDialog, SendDialog } from '../../parts/SendDialog.tsx';
import { useForm } from '../../parts/use-form.tsx';
import { useCommonText } from '../../text/common.ts';
import { admin } from '../api.ts';
import { useInvitesText } from './invites-text.ts';

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const text = useInvitesText();
  const form = useForm<AdminCreateInviteBody>(
    adminCreateInviteBody,
    [
      ['title', text.forWhom, { hint: text.forWhomHint }],
      ['contact', text.contact, { hint: text.contactHint, type: 'email' }],
      ['credit', text.credit, { hint: text.creditHint }],
      ['days', text.days, { required: true }],
    ],
    { days: 7 },
  );
  return (
    <SendDialog
      title={text.make}
      act={text.make}
      form={form}
      send={(body) => admin('/invites', { method: 'POST', body })}
      after={({ url }) => (
        <>
          <Notice tone="warn">{text.once}</Notice>
          <Secret value={url} what={text.link} />
        </>
      )}
      onClose={onClose}
    />
  );
}

export function RevokeInviteDialog({ invite, onClose }: { invite: Invite; onClose: () => void }) {
  const text = useInvitesText();
  const common = useCommonText();
  return (
    <ConfirmDialog
      title={common.revoke}
      act={common.revoke}
      send={() => admin('/invites/{invite}/revoke', { method: 'POST', params: { invite: invite.id } })}
      onClose={onClose}
    >
      <p>{text.revokeSure(invite.title ?? invite.contact ?? text.unnamed)}</p>
    </ConfirmDialog>
  );
}
