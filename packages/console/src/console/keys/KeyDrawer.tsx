// One key in a drawer: its limits, what is spent of its caps, and its actions.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminGetKeyAnswer, AdminUpdateKeyBody, Key } from '../../api/api-types.ts';
import { adminUpdateKeyBody, adminUpdateKeyStatusChoices } from '../../api/bounds.ts';
import { CapMeters } from '../../keys/CapMeter.tsx';
import { KEY_TONES } from '../../keys/KeyRows.tsx';
import { Button } from '../../parts/Button.tsx';
import { Chip } from '../../parts/Chip.tsx';
import { Mono } from '../../parts/Code.tsx';
import { Id } from '../../parts/Copy.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { Facts } from '../../parts/Facts.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Panel, Row } from '../../parts/Panel.tsx';
import { SendDialog } from '../../parts/SendDialog.tsx';
import { Time } from '../../parts/Time.tsx';
import { useForm } from '../../parts/use-form.tsx';
import { useFormat } from '../../shell/use-format.ts';
import { useCommonText } from '../../text/common.ts';
import { admin } from '../api.ts';
import { useMay } from '../console-session.ts';
import { useCapRows } from './cap-rows.ts';
import { ProjectField } from './ProjectField.tsx';
import { useKeysText } from './text.ts';

/** Changes a key: its name, status, project and caps. */
function ChangeKeyDialog({ of, onClose }: { of: Key; onClose: () => void }) {
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

/** Writes a rate limit, of an account or of a key: how many requests in how many seconds, and how many at once. */
export function useRate(): (rate: NonNullable<Key['rate']>) => string {
  const text = useKeysText();
  const { count } = useFormat();
  return ({ requests, per_seconds, concurrent }) =>
    text.rateOf({
      requests: count(requests),
      per_seconds: count(per_seconds),
      concurrent: count(concurrent),
    });
}

const listed = (names: readonly string[] | null, all: string) => (names === null ? all : names.join(', '));

function KeyFacts({ of }: { of: Key }) {
  const text = useKeysText();
  const common = useCommonText();
  const format = useFormat();
  const writeRate = useRate();
  return (
    <Facts
      rows={[
        [
          common.state,
          <Chip key="state" tone={KEY_TONES[of.status]}>
            {common.statuses[of.status]}
          </Chip>,
        ],
        [text.id, <Id key="id" of={of.id} />],
        [common.key, <Mono key="prefix">{`${of.prefix}…`}</Mono>],
        [text.account, <Id key="account" of={of.account_id} href={`#/accounts/${of.account_id}`} />],
        [common.created, <Time key="at" at={of.created_at} form="full" />],
        [
          common.lastUsed,
          of.last_used_at === null ? common.never : <Time key="at" at={of.last_used_at} form="full" />,
        ],
        [
          common.expires,
          of.expires_at === null ? common.never : <Time key="at" at={of.expires_at} form="full" />,
        ],
        [text.groups, of.groups.length > 1 ? text.both : text[of.groups[0] ?? 'both']],
        [common.caps.call, of.max_call === null ? text.unbounded : format.exact(of.max_call, of.currency)],
        [text.platforms, listed(of.platforms, text.all)],
        [text.operations, listed(of.operations, text.all)],
        [text.addresses, listed(of.addresses, text.anywhere)],
        of.rate !== null && [text.rate, writeRate(of.rate)],
      ]}
    />
  );
}

function KeyBody({ answer: { key, caps } }: { answer: AdminGetKeyAnswer }) {
  const text = useKeysText();
  const common = useCommonText();
  const may = useMay();
  const [isChanging, setChanging] = useState(false);
  return (
    <>
      <Panel title={common.spent}>
        <CapMeters caps={caps} currency={key.currency} />
      </Panel>
      <KeyFacts of={key} />
      <Row>
        {may.change && key.status !== 'revoked' && (
          <Button onClick={() => setChanging(true)}>{text.change}</Button>
        )}
        <a href={`#/calls?key=${key.id}`}>{text.calls} →</a>
      </Row>
      {isChanging && <ChangeKeyDialog of={key} onClose={() => setChanging(false)} />}
    </>
  );
}

export function KeyDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const text = useKeysText();
  const found = useQuery({
    queryKey: ['keys', 'one', id],
    queryFn: () => admin('/keys/{key}', { params: { key: id } }),
  });
  return (
    <Dialog side title={found.data?.key.name ?? text.title} onClose={onClose}>
      <Loaded of={found}>{(answer) => <KeyBody answer={answer} />}</Loaded>
    </Dialog>
  );
}
