// Creates a key for an account and shows its secret once.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminCreateKeyBody } from '../../api/api-types.ts';
import { adminCreateKeyBody, adminCreateKeyGroupsChoices } from '../../api/bounds.ts';
import { NewKey } from '../../keys/NewKey.tsx';
import { SelectField } from '../../parts/Field.tsx';
import { SendDialog } from '../../parts/SendDialog.tsx';
import { useForm } from '../../parts/use-form.tsx';
import { useCommonText } from '../../text/common.ts';
import { admin } from '../api.ts';
import { usePublicUrl } from '../console-session.ts';
import { useCapRows } from './cap-rows.ts';
import { ProjectField } from './ProjectField.tsx';
import { useKeysText } from './text.ts';

const BOTH = 'both';
const GROUPS = [BOTH, ...adminCreateKeyGroupsChoices] as const;
type Groups = (typeof GROUPS)[number];
const ACCOUNTS_MAX = 200;

export function MakeKeyDialog({ account, onClose }: { account?: string; onClose: () => void }) {
  const text = useKeysText();
  const common = useCommonText();
  const base = usePublicUrl();
  const [owner, setOwner] = useState(account ?? '');
  const [groups, setGroups] = useState<Groups>(BOTH);
  /** Of each account: a project belongs to one. */
  const [projects, setProjects] = useState<Record<string, string>>({});
  const accounts = useQuery({
    queryKey: ['accounts', 'names'],
    queryFn: () => admin('/accounts', { query: { limit: ACCOUNTS_MAX } }),
    enabled: account === undefined,
  });
  const choices = (accounts.data?.accounts ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const ownerId = owner || choices[0]?.value;
  const project = projects[ownerId ?? ''] ?? '';
  const pickProject = (id: string) => setProjects({ ...projects, [ownerId ?? '']: id });
  const places = (
    <>
      <SelectField
        label={text.groups}
        value={groups}
        choices={GROUPS.map((value) => ({ value, label: text[value] }))}
        onPick={(value) => setGroups(value as Groups)}
      />
      <ProjectField account={ownerId} value={project} onPick={pickProject} />
    </>
  );
  const owners = (
    <SelectField label={text.account} value={ownerId ?? ''} choices={choices} onPick={setOwner} />
  );
  const form = useForm<AdminCreateKeyBody>(adminCreateKeyBody, [
    account === undefined && { shown: owners },
    ['name', text.name, { hint: common.keyNameHint }],
    { shown: places },
    useCapRows('max_call'),
  ]);
  const send = (body: AdminCreateKeyBody) =>
    admin('/keys', {
      method: 'POST',
      body: {
        ...body,
        account: ownerId!,
        groups: groups === BOTH ? [...adminCreateKeyGroupsChoices] : [groups],
        ...(project !== '' && { project }),
      },
    });
  return (
    <SendDialog
      title={common.makeKey}
      act={common.makeKey}
      form={form}
      isReady={ownerId !== undefined}
      send={send}
      after={({ secret }) => <NewKey secret={secret} base={base} />}
      onClose={onClose}
    />
  );
}
