import { useState } from 'react';
import { adminCreateTokenRoleChoices } from '../../api/bounds.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../parts/Button.tsx';
import { Secret } from '../../parts/Code.tsx';
import { Dialog, DialogActions } from '../../parts/Dialog.tsx';
import { Failure } from '../../parts/Failure.tsx';
import { SelectField, TextField } from '../../parts/Field.tsx';
import { Form } from '../../parts/Form.tsx';
import { Notice } from '../../parts/Notice.tsx';
import { useCommonText } from '../../text/common.ts';
import { admin } from '../api.ts';
import { useSystemText } from './text.ts';

type Role = (typeof adminCreateTokenRoleChoices)[number];
/** The role with the fewest rights first. */
const ROLES = adminCreateTokenRoleChoices.toReversed();

export function MakeTokenDialog({ onClose }: { onClose: () => void }) {
  const text = useSystemText();
  const common = useCommonText();
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  const made = useChange(() => admin('/tokens', { method: 'POST', body: { name: name.trim(), role } }));
  return (
    <Dialog title={text.makeToken} onClose={onClose}>
      <Form onSend={() => made.mutate()}>
        {made.isSuccess ? (
          <>
            <Notice tone="warn">{common.secretOnce}</Notice>
            <Secret value={made.data.secret} what={text.tokens} />
          </>
        ) : (
          <>
            <TextField
              label={text.name}
              required
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
            <SelectField
              label={text.role}
              value={role}
              choices={ROLES.map((value) => ({ value, label: text.roles[value] }))}
              onPick={(value) => setRole(value as Role)}
            />
          </>
        )}
        {made.isError && <Failure error={made.error} />}
        <DialogActions>
          <Button onClick={onClose}>{made.isSuccess ? common.done : common.cancel}</Button>
          {!made.isSuccess && (
            <Button kind="primary" type="submit" disabled={made.isPending}>
              {text.makeToken}
            </Button>
          )}
        </DialogActions>
      </Form>
    </Dialog>
  );
}
