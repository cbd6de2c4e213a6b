// What can be asked about webhooks: the routes of an account and those of the operator take and give the same.
import type { CreateWebhookAnswer, ListWebhooksAnswer, RotateWebhookAnswer } from '../api/api-types.ts';

/** The path parameters of the routes of one webhook. */
interface One {
  webhook: string;
}

export interface WebhookVerbs {
  list: () => Promise<ListWebhooksAnswer>;
  make: (url: string) => Promise<CreateWebhookAnswer>;
  test: (params: One) => Promise<unknown>;
  replay: (params: One, after: number) => Promise<unknown>;
  rotate: (params: One, graceSeconds: number) => Promise<RotateWebhookAnswer>;
  remove: (params: One) => Promise<unknown>;
}
