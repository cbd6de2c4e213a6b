// Creates a key of the caller's account and shows its secret once.
import type { CreateKeyBody } from '../../api/api-types.ts';
import { createKeyBody } from '../../api/bounds.ts';
import { NewKey } from '../../keys/NewKey.tsx';
import { SendDialog } from '../../parts/SendDialog.tsx';
import { useForm } from '../../parts/use-form.tsx';
import { useCommonText } from '../../text/common.ts';
import { portal } from '../api.ts';
import { usePortalText } from '../text.ts';

export function MakeOwnKeyDialog({ onClose }: { onClose: () => void }) {
  const text = usePortalText();
  const common = useCommonText();
  const form = useForm<CreateKeyBody>(createKeyBody, [
    ['name', text.newKeyName, { hint: common.keyNameHint }],
    ['daily_cap', common.caps.daily],
  ]);
  return (
    <SendDialog
      title={common.makeKey}
      act={common.makeKey}
      form={form}
      send={(body) => portal('/account/v1/keys', { method: 'POST', body })}
      after={({ secret }) => <NewKey secret={secret} base={location.origin} />}
      onClose={onClose}
    />
  );
}
