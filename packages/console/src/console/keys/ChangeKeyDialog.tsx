// Changes a key: its name, status, project and caps.
import { useState } from 'react';
import type { AdminUpdateKeyBody, Key } from '../../api/api-types.ts';
import { adminUpdateKeyNameMaxLength, adminUpdateKeyStatusChoices } from '../../api/bounds.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../parts/Button.tsx';
import { Dialog, DialogActions } from '../../parts/Dialog.tsx';
import { Failure } from '../../parts/Failure.tsx';
import { SelectField, TextField } from '../../parts/Field.tsx';
import { Form } from '../../parts/Form.tsx';
import { useCommonText } from '../../text/common.ts';
import { admin } from '../api.ts';
import { CapFields } from './CapFields.tsx';
import { type CapTexts, capsBody, capTexts, KEY_CAPS } from './caps.ts';
import { ProjectField } from './ProjectField.tsx';
import { useKeysText } from './text.ts';

export function ChangeKeyDialog({ of, onClose }: { of: Key; onClose: () => void }) {
  const text = useKeysText();
  const common = useCommonText();
  const [name, setName] = useState(of.name);
  const [status, setStatus] = useState(of.status);
  const [project, setProject] = useState(of.project_id ?? '');
  const [caps, setCaps] = useState<CapTexts>(() => capTexts(of));
  const changed = useChange(
    (body: AdminUpdateKeyBody) => admin('/keys/{key}', { method: 'PATCH', params: { key: of.id }, body }),
    onClose,
  );
  const send = () =>
    changed.mutate({
      // The name is sent only if it changed: the first key's name is not allowed for new keys.
      ...(name.trim() !== of.name && { name: name.trim() }),
      ...(status !== 'revoked' && { status }),
      project: project === '' ? null : project,
      ...capsBody(caps, KEY_CAPS),
    });
  return (
    <Dialog title={`${text.change} · ${of.name}`} onClose={onClose}>
      <Form onSend={send}>
        <TextField
          label={text.name}
          required
          maxLength={adminUpdateKeyNameMaxLength}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <SelectField
          label={common.state}
          value={status}
          choices={adminUpdateKeyStatusChoices.map((value) => ({ value, label: common.statuses[value] }))}
          onPick={(value) => setStatus(value as Key['status'])}
        />
        <ProjectField account={of.account_id} value={project} onPick={setProject} />
        <CapFields caps={caps} names={KEY_CAPS} onChange={setCaps} />
        {changed.isError && <Failure error={changed.error} />}
        <DialogActions>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button kind="primary" type="submit" disabled={changed.isPending}>
            {text.change}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
