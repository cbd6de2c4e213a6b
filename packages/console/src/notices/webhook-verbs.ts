// Owns what can be asked about webhooks, whoever asks: the routes of an account and those of the operator take and give the same.
import type {
  CreateWebhookAnswer,
  ListWebhooksAnswer,
  RotateWebhookAnswer,
  Webhook,
} from '../api/api-types.ts';
import type { Asked } from '../api/request.ts';

export interface WebhookVerbs {
  list: () => Promise<ListWebhooksAnswer>;
  make: (url: string) => Promise<CreateWebhookAnswer>;
  test: (of: Webhook) => Promise<unknown>;
  replay: (of: Webhook, after: number) => Promise<unknown>;
  rotate: (of: Webhook, graceSeconds: number) => Promise<RotateWebhookAnswer>;
  remove: (of: Webhook) => Promise<unknown>;
}

/** `path` is the list; `account` is named where the operator asks for one. */
export function webhookVerbs(
  ask: <T>(path: string, asked?: Asked) => Promise<T>,
  path: string,
  account?: string,
): WebhookVerbs {
  const one = ({ id }: Webhook, verb = '') => `${path}/${encodeURIComponent(id)}${verb}`;
  const post = <T>(to: string, body: object) => ask<T>(to, { method: 'POST', body });
  return {
    list: () => ask(path, { query: { account } }),
    make: (url) => post(path, { url, ...(account && { account }) }),
    test: (of) => post(one(of, '/test'), {}),
    replay: (of, after) => post(one(of, '/replay'), { after }),
    rotate: (of, grace_seconds) => post(one(of, '/rotate'), { grace_seconds }),
    remove: (of) => ask(one(of), { method: 'DELETE' }),
  };
}
