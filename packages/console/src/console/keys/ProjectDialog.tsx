// Creates or changes a project.
import { useState } from 'react';
import type { Project } from '../../api/api-types.ts';
import { adminCreateProjectNameMaxLength } from '../../api/bounds.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../parts/Button.tsx';
import { Dialog, DialogActions } from '../../parts/Dialog.tsx';
import { Failure } from '../../parts/Failure.tsx';
import { TextField } from '../../parts/Field.tsx';
import { Form } from '../../parts/Form.tsx';
import { useCommonText } from '../../text/common.ts';
import { admin } from '../api.ts';
import { CapFields } from './CapFields.tsx';
import { type CapTexts, capsBody, capTexts, PROJECT_CAPS } from './caps.ts';
import { useKeysText } from './text.ts';

interface ProjectDialogProps {
  account: string;
  /** null to create one. */
  project: Project | null;
  onClose: () => void;
}

export function ProjectDialog({ account, project, onClose }: ProjectDialogProps) {
  const text = useKeysText();
  const common = useCommonText();
  const title = project === null ? text.makeProject : text.change;
  const [name, setName] = useState(project?.name ?? '');
  const [caps, setCaps] = useState<CapTexts>(() => capTexts(project ?? {}));
  const done = useChange(() => {
    const body = { name: name.trim(), ...capsBody(caps, PROJECT_CAPS) };
    return project === null
      ? admin('/projects', { method: 'POST', body: { account, ...body } })
      : admin('/projects/{project}', { method: 'PATCH', params: { project: project.id }, body });
  }, onClose);
  return (
    <Dialog title={title} onClose={onClose}>
      <Form onSend={() => done.mutate()}>
        <TextField
          label={common.name}
          required
          maxLength={adminCreateProjectNameMaxLength}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <CapFields caps={caps} names={PROJECT_CAPS} onChange={setCaps} />
        {done.isError && <Failure error={done.error} />}
        <DialogActions>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button kind="primary" type="submit" disabled={done.isPending}>
            {title}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
