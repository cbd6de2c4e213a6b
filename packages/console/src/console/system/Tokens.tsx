// Admin tokens for scripts: shown once when created, and revoked for good.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminToken } from '../../api/api-types.ts';
import { Button } from '../../parts/Button.tsx';
import { Chip } from '../../parts/Chip.tsx';
import { Mono } from '../../parts/Code.tsx';
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { Table } from '../../parts/Table.tsx';
import { useCommonText } from '../../text/common.ts';
import { admin } from '../api.ts';
import { MakeTokenDialog } from './MakeTokenDialog.tsx';
import { useSystemText } from './text.ts';

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
