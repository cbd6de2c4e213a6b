import type { AdminCreateTokenBody } from '../../api/api-types.ts';
import { adminCreateTokenBody, adminCreateTokenRoleChoices } from '../../api/bounds.ts';
import { Secret } from '../../parts/Code.tsx';
import { Notice } from '../../parts/Notice.tsx';
import { SendDialog } from '../../parts/SendDialog.tsx';
import { useForm } from '../../parts/use-form.tsx';
import { useCommonText } from '../../text/common.ts';
import { admin } from '../api.ts';
import { useSystemText } from './text.ts';

/** The role with the fewest rights first. */
const ROLES = adminCreateTokenRoleChoices.toReversed();

export function MakeTokenDialog({ onClose }: { onClose: () => void }) {
  const text = useSystemText();
  const common = useCommonText();
  const labels = Object.fromEntries(ROLES.map((role) => [role, text.roles[role]]));
  const form = useForm<AdminCreateTokenBody>(
    adminCreateTokenBody,
    [
      ['name', text.name],
      ['role', text.role, { labels }],
    ],
    { role: ROLES[0] },
  );
  return (
    <SendDialog
      title={text.makeToken}
      act={text.makeToken}
      form={form}
      send={(body) => admin('/tokens', { method: 'POST', body })}
      after={({ secret }) => (
        <>
          <Notice tone="warn">{common.secretOnce}</Notice>
          <Secret value={secret} what={text.tokens} />
        </>
      )}
      onClose={onClose}
    />
  );
}
