// Owns making a key for an account: its name, what it may spend, and its secret, shown once.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminCreateKeyAnswer, AdminListAccountsAnswer } from '../../api/api-types.ts';
import { NewKey } from '../../keys/NewKey.tsx';
import { Button } from '../../parts/Button.tsx';
import { Dialog, DialogActions } from '../../parts/Dialog.tsx';
import { Failure } from '../../parts/Failure.tsx';
import { SelectField, TextField } from '../../parts/Field.tsx';
import { Form, Pair } from '../../parts/Form.tsx';
import { useCommonText } from '../../text/common.ts';
import { admin } from '../api.ts';
import { publicUrl } from '../public-url.ts';
import { useChange } from '../use-change.ts';
import { useKeysText } from './text.ts';

const GROUPS = { both: ['u1', 'u2'], u1: ['u1'], u2: ['u2'] } as const;
type Groups = keyof typeof GROUPS;
const CAPS = ['daily', 'monthly', 'total', 'call'] as const;
const CAP_FIELDS = {
  daily: 'daily_cap',
  monthly: 'monthly_cap',
  total: 'total_cap',
  call: 'max_call',
} as const;
const ACCOUNTS_MAX = 200;

export function MakeKeyDialog({ account, onClose }: { account?: string; onClose: () => void }) {
  const text = useKeysText();
  const common = useCommonText();
  const [owner, setOwner] = useState(account ?? '');
  const [name, setName] = useState('');
  const [groups, setGroups] = useState<Groups>('both');
  const [caps, setCaps] = useState<Partial<Record<(typeof CAPS)[number], string>>>({});
  const accounts = useQuery({
    queryKey: ['accounts', 'names'],
    queryFn: () => admin<AdminListAccountsAnswer>('/accounts', { query: { limit: ACCOUNTS_MAX } }),
    enabled: account === undefined,
  });
  const choices = (accounts.data?.accounts ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const ownerId = owner || choices[0]?.value;
  const made = useChange<AdminCreateKeyAnswer>();
  const send = () => {
    const given = CAPS.flatMap((cap) => (caps[cap]?.trim() ? [[CAP_FIELDS[cap], caps[cap].trim()]] : []));
    const body = {
      account: ownerId,
      name: name.trim(),
      groups: GROUPS[groups],
      ...Object.fromEntries(given),
    };
    made.mutate({ path: '/keys', body });
  };
  if (made.isSuccess) {
    return (
      <Dialog title={common.makeKey} onClose={onClose}>
        <NewKey secret={made.data.secret} base={publicUrl()} />
        <DialogActions>
          <Button kind="primary" onClick={onClose}>
            {common.done}
          </Button>
        </DialogActions>
      </Dialog>
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
          autoFocus
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
        <Pair>
          {CAPS.map((cap) => (
            <TextField
              key={cap}
              label={common.caps[cap]}
              inputMode="decimal"
              value={caps[cap] ?? ''}
              onChange={(event) => setCaps({ ...caps, [cap]: event.target.value })}
            />
          ))}
        </Pair>
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
