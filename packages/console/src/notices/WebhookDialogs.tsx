// Dialogs that create, replay, rotate and remove a webhook. A secret is shown once.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type {
  CreateWebhookAnswer,
  ListWebhooksAnswer,
  RotateWebhookAnswer,
  Webhook,
} from '../api/api-types.ts';
import { createWebhookUrlMaxLength, replayWebhookAfterMin } from '../api/bounds.ts';
import { reloadQueries } from '../api/use-change.ts';
import { GRACE_SECONDS, GRACES, type Grace } from '../keys/grace.ts';
import { Button } from '../parts/Button.tsx';
import { Secret } from '../parts/Code.tsx';
import { Dialog, DialogActions } from '../parts/Dialog.tsx';
import { Failure } from '../parts/Failure.tsx';
import { TextField } from '../parts/Field.tsx';
import { Form } from '../parts/Form.tsx';
import { Notice } from '../parts/Notice.tsx';
import { Segments } from '../parts/Segments.tsx';
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

interface FrameProps<Answer> {
  title: string;
  act: string;
  danger?: boolean;
  send: () => Promise<Answer>;
  /** Shown after success; without it the dialog closes. */
  after?: (answer: Answer) => ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** A form that is sent once, and its result. */
function WebhookDialog<Answer>({ title, act, danger, send, after, onClose, children }: FrameProps<Answer>) {
  const common = useCommonText();
  const queries = useQueryClient();
  const sent = useMutation({
    mutationFn: send,
    onSuccess: () => {
      reloadQueries(queries);
      if (after === undefined) onClose();
    },
  });
  const isDone = sent.isSuccess && after !== undefined;
  return (
    <Dialog title={title} onClose={onClose}>
      <Form onSend={() => sent.mutate()}>
        {isDone ? after(sent.data) : children}
        {sent.isError && <Failure error={sent.error} />}
        <DialogActions>
          <Button onClick={onClose}>{isDone ? common.done : common.cancel}</Button>
          {!isDone && (
            <Button kind={danger ? 'danger' : 'primary'} type="submit" disabled={sent.isPending}>
              {act}
            </Button>
          )}
        </DialogActions>
      </Form>
    </Dialog>
  );
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
  const [url, setUrl] = useState('');
  return (
    <WebhookDialog
      title={text.make}
      act={text.make}
      send={() => verbs.make(url.trim())}
      after={({ secret }) => <ShownSecret secret={secret} />}
      onClose={onClose}
    >
      <TextField
        label={text.url}
        hint={text.urlHint}
        type="url"
        required
        maxLength={createWebhookUrlMaxLength}
        placeholder="https://example.com/notices"
        value={url}
        onChange={(event) => setUrl(event.target.value)}
      />
    </WebhookDialog>
  );
}

interface DialogProps {
  of: Webhook;
  verbs: WebhookVerbs;
  onClose: () => void;
}

export function ReplayDialog({ of, verbs, onClose }: DialogProps) {
  const text = useNoticesText();
  const [after, setAfter] = useState(String(of.last_sequence));
  return (
    <WebhookDialog
      title={text.replay}
      act={text.replay}
      send={() => verbs.replay({ webhook: of.id }, Number(after))}
      after={() => <Notice tone="good">{text.replayed}</Notice>}
      onClose={onClose}
    >
      <p>{text.replayWhy}</p>
      <TextField
        label={text.replayAfter}
        type="number"
        min={replayWebhookAfterMin}
        step={1}
        required
        value={after}
        onChange={(event) => setAfter(event.target.value)}
      />
    </WebhookDialog>
  );
}

export function RotateWebhookDialog({ of, verbs, onClose }: DialogProps) {
  const text = useNoticesText();
  const common = useCommonText();
  const format = useFormat();
  const [grace, setGrace] = useState<Grace>('day');
  return (
    <WebhookDialog
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
    </WebhookDialog>
  );
}

export function RemoveWebhookDialog({ of, verbs, onClose }: DialogProps) {
  const text = useNoticesText();
  return (
    <WebhookDialog
      title={text.remove}
      act={text.remove}
      danger
      send={() => verbs.remove({ webhook: of.id })}
      onClose={onClose}
    >
      <p>{text.removeSure(of.url)}</p>
    </WebhookDialog>
  );
}
