// Creates a key for an account and shows its secret once.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminCreateKeyBody } from '../../api/api-types.ts';
import {
  adminCreateKeyGroupsChoices,
  adminCreateKeyNameMaxLength,
  adminCreateKeyNamePattern,
} from '../../api/bounds.ts';
import { useChange } from '../../api/use-change.ts';
import { NewKey } from '../../keys/NewKey.tsx';
import { Button } from '../../parts/Button.tsx';
import { Dialog, DialogActions, DoneDialog } from '../../parts/Dialog.tsx';
import { Failure } from '../../parts/Failure.tsx';
import { SelectField, TextField } from '../../parts/Field.tsx';
import { Form } from '../../parts/Form.tsx';
import { useCommonText } from '../../text/common.ts';
import { admin } from '../api.ts';
import { usePublicUrl } from '../console-session.ts';
import { CapFields } from './CapFields.tsx';
import { type CapTexts, capsBody, KEY_CAPS } from './caps.ts';
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
  const [name, setName] = useState('');
  const [groups, setGroups] = useState<Groups>(BOTH);
  /** Of each account: a project belongs to one. */
  const [projects, setProjects] = useState<Record<string, string>>({});
  const [caps, setCaps] = useState<CapTexts>({});
  const accounts = useQuery({
    queryKey: ['accounts', 'names'],
    queryFn: () => admin('/accounts', { query: { limit: ACCOUNTS_MAX } }),
    enabled: account === undefined,
  });
  const choices = (accounts.data?.accounts ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const ownerId = owner || choices[0]?.value;
  const project = projects[ownerId ?? ''] ?? '';
  const pickProject = (id: string) => setProjects({ ...projects, [ownerId ?? '']: id });
  const made = useChange((body: AdminCreateKeyBody) => admin('/keys', { method: 'POST', body }));
  const send = () => {
    if (ownerId === undefined) return;
    made.mutate({
      account: ownerId,
      name: name.trim(),
      groups: groups === BOTH ? [...adminCreateKeyGroupsChoices] : [groups],
      ...(project !== '' && { project }),
      ...capsBody(caps, KEY_CAPS),
    });
  };
  if (made.isSuccess) {
    return (
      <DoneDialog title={common.makeKey} onClose={onClose}>
        <NewKey secret={made.data.secret} base={base} />
      </DoneDialog>
    );
  }
  return (
    <Dialog title={common.makeKey} onClose={onClose}>
      <Form onSend={send}>
        {account === undefined && (
          <SelectField label={text.account} value={ownerId ?? ''} choices={choices} onPick={setOwner} />
        )}
        <TextField
          label={text.name}
          required
          maxLength={adminCreateKeyNameMaxLength}
          pattern={adminCreateKeyNamePattern}
          hint={common.keyNameHint}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <SelectField
          label={text.groups}
          value={groups}
          choices={GROUPS.map((value) => ({ value, label: text[value] }))}
          onPick={(value) => setGroups(value as Groups)}
        />
        <ProjectField account={ownerId} value={project} onPick={pickProject} />
        <CapFields caps={caps} names={KEY_CAPS} onChange={setCaps} />
        {made.isError && <Failure error={made.error} />}
        <DialogActions>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button kind="primary" type="submit" disabled={made.isPending || ownerId === undefined}>
            {common.makeKey}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
