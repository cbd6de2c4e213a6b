// Admin tokens for scripts: shown once when created, and revoked for good.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminCreateTokenBody, AdminToken } from '../../api/api-types.ts';
import { adminCreateTokenBody, adminCreateTokenRoleChoices } from '../../api/bounds.ts';
import { Button } from '../../parts/Button.tsx';
import { Chip } from '../../parts/Chip.tsx';
import { Mono, Secret } from '../../parts/Code.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Notice } from '../../parts/Notice.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { ConfirmDialog, SendDialog } from '../../parts/SendDialog.tsx';
import { Table } from '../../parts/Table.tsx';
import { useForm } from '../../parts/use-form.tsx';
import { useCommonText } from '../../text/common.ts';
import { admin } from '../api.ts';
import { useSystemText } from './text.ts';

/** The role with the fewest rights first. */
const ROLES = adminCreateTokenRoleChoices.toReversed();

function MakeTokenDialog({ onClose }: { onClose: () => void }) {
  const text = useSystemText();
  const common = useCommonText();
  const labels = Object.fromEntries(ROLES.map((role) => [role, text.roles[role]]));
  const form = useForm<AdminCreateTokenBody>(
    adminCreateTokenBody,
    [
      ['name', text.name],
      ['role', text.role, { labels }],
    ],
    { role: ROLES[0] },
  );
  return (
    <SendDialog
      title={text.makeToken}
      act={text.makeToken}
      form={form}
      send={(body) => admin('/tokens', { method: 'POST', body })}
      after={({ secret }) => (
        <>
          <Notice tone="warn">{common.secretOnce}</Notice>
          <Secret value={secret} what={text.tokens} />
        </>
      )}
      onClose={onClose}
    />
  );
}

function RevokeTokenDialog({ token, onClose }: { token: AdminToken; onClose: () => void }) {
  const text = useSystemText();
  const common = useCommonText();
  return (
    <ConfirmDialog
      title={`${common.revoke} · ${token.name}`}
      act={common.revoke}
      send={() => admin('/tokens/{token}/revoke', { method: 'POST', params: { token: token.id } })}
      onClose={onClose}
    >
      <p>{text.revokeSure(token.name)}</p>
    </ConfirmDialog>
  );
}

export function Tokens() {
  const text = useSystemText();
  const common = useCommonText();
  const [over, setOver] = useState<'make' | AdminToken | null>(null);
  const close = () => setOver(null);
  const tokens = useQuery({ queryKey: ['tokens'], queryFn: () => admin('/tokens') });
  return (
    <Panel title={text.tokens} way={<Button onClick={() => setOver('make')}>{text.makeToken}</Button>}>
      <p>{text.tokensNote}</p>
      <Loaded of={tokens}>
        {({ tokens }) => (
          <Table<AdminToken>
            label={text.tokens}
            rows={tokens}
            empty={text.noTokens}
            columns={[
              ['name', text.name],
              ['prefix', common.key, '', ({ prefix }) => <Mono>{`${prefix}…`}</Mono>],
              [
                'status',
                common.state,
                '',
                ({ status }) => (
                  <Chip tone={status === 'active' ? 'good' : 'bad'}>{common.statuses[status]}</Chip>
                ),
              ],
              ['made', common.created, '', 'created_at'],
              [
                'acts',
                common.revoke,
                'hidden',
                (token) =>
                  token.status === 'active' && (
                    <Button kind="bare" onClick={() => setOver(token)}>
                      {common.revoke}
                    </Button>
                  ),
              ],
            ]}
          />
        )}
      </Loaded>
      {over === 'make' && <MakeTokenDialog onClose={close} />}
      {over !== null && over !== 'make' && <RevokeTokenDialog token={over} onClose={close} />}
    </Panel>
  );
}
