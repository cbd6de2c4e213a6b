// The table of webhooks with their state and actions.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Webhook } from '../api/api-types.ts';
import { reloadQueries } from '../api/use-change.ts';
import { Button } from '../parts/Button.tsx';
import { Chip } from '../parts/Chip.tsx';
import { Failure } from '../parts/Failure.tsx';
import { Loaded } from '../parts/Loaded.tsx';
import { Panel, Row } from '../parts/Panel.tsx';
import { type Column, Table } from '../parts/Table.tsx';
import { useFormat } from '../shell/use-format.ts';
import { useCommonText } from '../text/common.ts';
import { useNoticesText } from './text.ts';
import type { WebhookVerbs } from './WebhookDialogs.tsx';
import {
  MakeWebhookDialog,
  RemoveWebhookDialog,
  ReplayDialog,
  RotateWebhookDialog,
} from './WebhookDialogs.tsx';

type Over = { kind: 'make' } | { kind: 'replay' | 'rotate' | 'remove'; of: Webhook };

function useColumns(actions: ((webhook: Webhook) => ReactNode) | null): (Column<Webhook> | false)[] {
  const text = useNoticesText();
  const common = useCommonText();
  const format = useFormat();
  const answer = ({ last_status, last_answer_at, last_took_ms }: Webhook) =>
    last_answer_at === null
      ? common.none
      : [
          last_status || text.noAnswer,
          format.time.moment(last_answer_at),
          last_took_ms && format.ms(last_took_ms),
        ]
          .filter(Boolean)
          .join(' · ');
  const troubles = ({ failures, next_attempt_at: next }: Webhook) =>
    failures === 0
      ? ''
      : [text.failing(failures), next && text.nextTry(format.time.moment(next))].filter(Boolean).join(', ');
  return [
    ['url', text.url, 'wraps'],
    [
      'state',
      common.state,
      '',
      (one) => (
        <>
          <Chip tone={one.state === 'disabled' ? 'bad' : one.failures > 0 ? 'warn' : 'good'}>
            {common.statuses[one.state]}
          </Chip>{' '}
          {troubles(one)}
        </>
      ),
    ],
    ['answer', text.lastAnswer, 'wide', answer],
    ['taken', text.lastTaken, 'right wide', (one) => text.number(one.last_sequence)],
    actions !== null && ['actions', common.actions, '', actions],
  ];
}

function Actions({ of, verbs, open }: { of: Webhook; verbs: WebhookVerbs; open: (over: Over) => void }) {
  const text = useNoticesText();
  const common = useCommonText();
  const queries = useQueryClient();
  const test = useMutation({
    mutationFn: () => verbs.test({ webhook: of.id }),
    onSuccess: () => reloadQueries(queries),
  });
  return (
    <Row>
      <Button kind="quiet" disabled={test.isPending} onClick={() => test.mutate()}>
        {text.test}
      </Button>
      <Button kind="quiet" onClick={() => open({ kind: 'replay', of })}>
        {text.replay}
      </Button>
      <Button kind="quiet" onClick={() => open({ kind: 'rotate', of })}>
        {common.rotate}
      </Button>
      <Button kind="quiet" onClick={() => open({ kind: 'remove', of })}>
        {text.remove}
      </Button>
      {test.isSuccess && <span role="status">{text.tested}</span>}
      {test.isError && <Failure error={test.error} />}
    </Row>
  );
}

export function Webhooks({
  name,
  verbs,
  mayChange,
}: {
  name: string;
  verbs: WebhookVerbs;
  mayChange: boolean;
}) {
  const text = useNoticesText();
  const [over, setOver] = useState<Over | null>(null);
  const close = () => setOver(null);
  const webhooks = useQuery({ queryKey: ['webhooks', name], queryFn: verbs.list });
  const columns = useColumns(mayChange ? (of) => <Actions of={of} verbs={verbs} open={setOver} /> : null);
  return (
    <Panel
      title={text.webhooks}
      way={mayChange && <Button onClick={() => setOver({ kind: 'make' })}>{text.make}</Button>}
    >
      <p>{text.webhooksWhy}</p>
      <Loaded of={webhooks}>
        {({ webhooks }) => (
          <Table label={text.webhooks} columns={columns} rows={webhooks} empty={text.noWebhooks} />
        )}
      </Loaded>
      {over?.kind === 'make' && <MakeWebhookDialog verbs={verbs} onClose={close} />}
      {over?.kind === 'replay' && <ReplayDialog of={over.of} verbs={verbs} onClose={close} />}
      {over?.kind === 'rotate' && <RotateWebhookDialog of={over.of} verbs={verbs} onClose={close} />}
      {over?.kind === 'remove' && <RemoveWebhookDialog of={over.of} verbs={verbs} onClose={close} />}
    </Panel>
  );
}
