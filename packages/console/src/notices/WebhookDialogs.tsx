// Dialogs that create, replay, rotate and remove a webhook. A secret is shown once.

import { useState } from 'react';
import type {
  CreateWebhookAnswer,
  CreateWebhookBody,
  ListWebhooksAnswer,
  ReplayWebhookBody,
  RotateWebhookAnswer,
  Webhook,
} from '../api/api-types.ts';
import { createWebhookBody, replayWebhookBody } from '../api/bounds.ts';
import { GRACE_SECONDS, GRACES, type Grace } from '../keys/grace.ts';
import { Secret } from '../parts/Code.tsx';
import { Notice } from '../parts/Notice.tsx';
import { Segments } from '../parts/Segments.tsx';
import { SendDialog } from '../parts/SendDialog.tsx';
import { useForm } from '../parts/use-form.tsx';
import { useFormat } from '../shell/use-format.ts';
import { useCommonText } from '../text/common.ts';
import { useNoticesText } from './text.ts';

/** Path parameters of the routes of one webhook. */
interface One {
  webhook: string;
}

/** The account routes and the admin routes take and return the same. */
export interface WebhookVerbs {
  list: () => Promise<ListWebhooksAnswer>;
  make: (url: string) => Promise<CreateWebhookAnswer>;
  test: (params: One) => Promise<unknown>;
  replay: (params: One, after: number) => Promise<unknown>;
  rotate: (params: One, graceSeconds: number) => Promise<RotateWebhookAnswer>;
  remove: (params: One) => Promise<unknown>;
}

function ShownSecret({ secret }: { secret: string }) {
  const text = useNoticesText();
  return (
    <>
      <Notice tone="warn">{text.secretOnce}</Notice>
      <Secret value={secret} what={text.secret} />
    </>
  );
}

export function MakeWebhookDialog({ verbs, onClose }: { verbs: WebhookVerbs; onClose: () => void }) {
  const text = useNoticesText();
  const form = useForm<CreateWebhookBody>(createWebhookBody, [
    ['url', text.url, { hint: text.urlHint, type: 'url', placeholder: 'https://example.com/notices' }],
  ]);
  return (
    <SendDialog
      title={text.make}
      act={text.make}
      form={form}
      send={({ url }) => verbs.make(url)}
      after={({ secret }) => <ShownSecret secret={secret} />}
      onClose={onClose}
    />
  );
}

interface DialogProps {
  of: Webhook;
  verbs: WebhookVerbs;
  onClose: () => void;
}

export function ReplayDialog({ of, verbs, onClose }: DialogProps) {
  const text = useNoticesText();
  const form = useForm<ReplayWebhookBody>(
    replayWebhookBody,
    [{ shown: <p>{text.replayWhy}</p> }, ['after', text.replayAfter]],
    { after: of.last_sequence },
  );
  return (
    <SendDialog
      title={text.replay}
      act={text.replay}
      form={form}
      send={({ after }) => verbs.replay({ webhook: of.id }, after)}
      after={() => <Notice tone="good">{text.replayed}</Notice>}
      onClose={onClose}
    />
  );
}

export function RotateWebhookDialog({ of, verbs, onClose }: DialogProps) {
  const text = useNoticesText();
  const common = useCommonText();
  const format = useFormat();
  const [grace, setGrace] = useState<Grace>('day');
  return (
    <SendDialog
      title={common.rotate}
      act={common.rotate}
      send={() => verbs.rotate({ webhook: of.id }, GRACE_SECONDS[grace])}
      after={({ secret, previous_valid_until: until }) => (
        <>
          <ShownSecret secret={secret} />
          <p>{common.oldUntil(format.time.full(until))}</p>
        </>
      )}
      onClose={onClose}
    >
      <p>{text.rotateSure}</p>
      <Segments
        label={common.rotate}
        value={grace}
        choices={GRACES.map((value) => ({ value, label: common.grace[value] }))}
        onPick={setGrace}
      />
    </SendDialog>
  );
}

export function RemoveWebhookDialog({ of, verbs, onClose }: DialogProps) {
  const text = useNoticesText();
  return (
    <SendDialog
      title={text.remove}
      act={text.remove}
      danger
      send={() => verbs.remove({ webhook: of.id })}
      onClose={onClose}
    >
      <p>{text.removeSure(of.url)}</p>
    </SendDialog>
  );
}
