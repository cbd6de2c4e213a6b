// Creates or changes a project.
import type { AdminUpdateProjectBody, Project } from '../../api/api-types.ts';
import { adminUpdateProjectBody } from '../../api/bounds.ts';
import { SendDialog } from '../../parts/SendDialog.tsx';
import { useForm } from '../../parts/use-form.tsx';
import { useCommonText } from '../../text/common.ts';
import { admin } from '../api.ts';
import { useCapRows } from './cap-rows.ts';
import { useKeysText } from './text.ts';

interface ProjectDialogProps {
  account: string;
  /** null to create one. */
  project: Project | null;
  onClose: () => void;
}

export function ProjectDialog({ account, project, onClose }: ProjectDialogProps) {
  const text = useKeysText();
  const { name } = useCommonText();
  const title = project === null ? text.makeProject : text.change;
  const form = useForm<AdminUpdateProjectBody & { name: string }>(
    adminUpdateProjectBody,
    [['name', name, { required: true }], useCapRows()],
    project ?? {},
  );
  return (
    <SendDialog
      title={title}
      act={title}
      form={form}
      send={(body) =>
        project === null
          ? admin('/projects', { method: 'POST', body: { account, ...body } })
          : admin('/projects/{project}', { method: 'PATCH', params: { project: project.id }, body })
      }
      onClose={onClose}
    />
  );
}
