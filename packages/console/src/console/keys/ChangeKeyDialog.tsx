// Changes a key: its name, status, project and caps.
import { useState } from 'react';
import type { AdminUpdateKeyBody, Key } from '../../api/api-types.ts';
import { adminUpdateKeyBody, adminUpdateKeyStatusChoices } from '../../api/bounds.ts';
import { SendDialog } from '../../parts/SendDialog.tsx';
import { useForm } from '../../parts/use-form.tsx';
import { useCommonText } from '../../text/common.ts';
import { admin } from '../api.ts';
import { useCapRows } from './cap-rows.ts';
import { ProjectField } from './ProjectField.tsx';
import { useKeysText } from './text.ts';

export function ChangeKeyDialog({ of, onClose }: { of: Key; onClose: () => void }) {
  const text = useKeysText();
  const common = useCommonText();
  const [project, setProject] = useState(of.project_id ?? '');
  const labels = Object.fromEntries(adminUpdateKeyStatusChoices.map((one) => [one, common.statuses[one]]));
  const form = useForm<AdminUpdateKeyBody>(
    adminUpdateKeyBody,
    [
      ['name', text.name, { required: true }],
      of.status !== 'revoked' && ['status', common.state, { labels }],
      { shown: <ProjectField account={of.account_id} value={project} onPick={setProject} /> },
      useCapRows('max_call'),
    ],
    of,
  );
  // The name is sent only if it changed: the first key's name is not allowed for new keys.
  const send = ({ name, ...body }: AdminUpdateKeyBody) =>
    admin('/keys/{key}', {
      method: 'PATCH',
      params: { key: of.id },
      body: { ...body, ...(name !== of.name && { name }), project: project === '' ? null : project },
    });
  return (
    <SendDialog
      title={`${text.change} · ${of.name}`}
      act={text.change}
      form={form}
      send={send}
      onClose={onClose}
    />
  );
}
