// Owns making a key for an account: its name, what it may spend, and its secret, shown once.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminCreateKeyAnswer, AdminListAccountsAnswer } from '../../api/api-types.ts';
import { NewKey } from '../../keys/NewKey.tsx';
import { Button } from '../../parts/Button.tsx';
import { Dialog, DialogActions } from '../../parts/Dialog.tsx';
import { DoneDialog } from '../../parts/DoneDialog.tsx';
import { Failure } from '../../parts/Failure.tsx';
import { SelectField, TextField } from '../../parts/Field.tsx';
import { Form } from '../../parts/Form.tsx';
import { useCommonText } from '../../text/common.ts';
import { admin } from '../api.ts';
import { usePublicUrl } from '../console-session.ts';
import { useChange } from '../use-change.ts';
import { CapFields } from './CapFields.tsx';
import { type CapTexts, capsBody, KEY_CAPS } from './caps.ts';
import { ProjectField } from './ProjectField.tsx';
import { useKeysText } from './text.ts';

const GROUPS = { both: ['u1', 'u2'], u1: ['u1'], u2: ['u2'] } as const;
type Groups = keyof typeof GROUPS;
const ACCOUNTS_MAX = 200;

export function MakeKeyDialog({ account, onClose }: { account?: string; onClose: () => void }) {
  const text = useKeysText();
  const common = useCommonText();
  const base = usePublicUrl();
  const [owner, setOwner] = useState(account ?? '');
  const [name, setName] = useState('');
  const [groups, setGroups] = useState<Groups>('both');
  const [project, setProject] = useState('');
  const [caps, setCaps] = useState<CapTexts>({});
  const accounts = useQuery({
    queryKey: ['accounts', 'names'],
    queryFn: () => admin<AdminListAccountsAnswer>('/accounts', { query: { limit: ACCOUNTS_MAX } }),
    enabled: account === undefined,
  });
  const choices = (accounts.data?.accounts ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const ownerId = owner || choices[0]?.value;
  const pickOwner = (id: string) => {
    setOwner(id);
    setProject('');
  };
  const made = useChange<AdminCreateKeyAnswer>();
  const send = () => {
    const body = {
      account: ownerId,
      name: name.trim(),
      groups: GROUPS[groups],
      ...(project !== '' && { project }),
      ...capsBody(caps, KEY_CAPS),
    };
    made.mutate({ path: '/keys', body });
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
          <SelectField label={text.account} value={ownerId ?? ''} choices={choices} onPick={pickOwner} />
        )}
        <TextField
          label={text.name}
          required
          maxLength={64}
          pattern="[A-Za-z0-9._\-]+"
          hint={common.keyNameHint}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <SelectField
          label={text.groups}
          value={groups}
          choices={(Object.keys(GROUPS) as Groups[]).map((value) => ({ value, label: text[value] }))}
          onPick={(value) => setGroups(value as Groups)}
        />
        <ProjectField account={ownerId} value={project} onPick={setProject} />
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
