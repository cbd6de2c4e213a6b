// Delivers events to webhooks in sequence and repeats until the receiver accepts. The runner of duties chooses the webhooks: one process at
// a time sends to each, and a slow receiver uses up only the places of its own account. Requests go out like requests to platforms: the
// address is checked when connecting, and redirects are not followed. Of a response only the status and the time are kept; its body is not
// read.

import type { Chance, Clock } from '../../domain/clock.ts';
import type { StreamEvent } from '../../domain/event.ts';
import type { ClaimedDuty, DutyWork } from '../../domain/gathering/duty.ts';
import {
  GONE,
  signatureOf,
  WEBHOOK_FAILING_MS_MAX,
  type WebhookToSend,
  webhookRetryMs,
} from '../../domain/webhook.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Upstream, UpstreamPolicy } from '../../upstream/upstream.ts';
import { eventView } from '../events/event-views.ts';

/** As the specification advises: a receiver should respond first and work afterwards. */
export const SEND_MS_MAX = 15_000;
/** A turn starts no request after this time, so that the account's other webhooks get their turn. */
const TURN_MS_MAX = 30_000;
/** Per webhook and turn; each event has a few hundred bytes. */
const EVENTS_PER_TURN_MAX = 100;
/** Webhooks that one process delivers to at the same time: each needs a socket and about 50 KB for events. */
const SENDING_MAX = 100;
/** Per account, so that 50 accounts with hanging receivers still find places. */
const SENDING_PER_ACCOUNT_MAX = 2;

interface WebhookSettings {
  enabled: boolean;
  /** Whether webhooks may use loopback and private addresses, and plain http. */
  allowPrivate: boolean;
}

export interface DelivererDeps {
  webhooks: Pick<Storage['webhooks'], 'toSend' | 'taken' | 'failed'>;
  duties: Pick<Storage['duties'], 'release'>;
  upstream: Pick<Upstream, 'send'>;
  clock: Clock;
  chance: Chance;
  settings(): WebhookSettings;
  onDisabled?(webhook: WebhookToSend): void;
}

/** `status` is 0 without a response. */
interface Sent {
  status: number;
  tookMs: number;
}

export class WebhookDeliveries implements DutyWork {
  readonly kind = 'webhook';
  readonly atOnceMax = SENDING_MAX;
  readonly perPartyMax = SENDING_PER_ACCOUNT_MAX;
  readonly #deps: DelivererDeps;

  constructor(deps: DelivererDeps) {
    this.#deps = deps;
  }

  isOn(): boolean {
    return this.#deps.settings().enabled;
  }

  /** Stops at the first event that is not accepted: later events must wait for it. */
  async run({ kind, id, lease }: ClaimedDuty, isStopping: () => boolean): Promise<void> {
    const { webhooks, duties, clock } = this.#deps;
    const toSend = await webhooks.toSend({ id, lease, eventsMax: EVENTS_PER_TURN_MAX });
    if (toSend === null) return;
    const { webhook, events } = toSend;
    const beganMs = clock.monotonicMs();
    let { failures } = webhook;
    for (const event of events) {
      if (isStopping() || clock.monotonicMs() - beganMs > TURN_MS_MAX) break;
      const sent = await this.#send(webhook, event);
      if (sent.status < 200 || sent.status > 299)
        return this.#note({ id, lease }, { ...webhook, failures }, sent);
      const { isOurs } = await webhooks.taken({ id, lease, ...sent, seq: event.seq });
      if (!isOurs) return;
      // An accepted event resets the count of consecutive failures.
      failures = 0;
    }
    await duties.release({ kind, id, lease });
  }

  async #note(leased: { id: string; lease: string }, webhook: WebhookToSend, sent: Sent): Promise<void> {
    const { webhooks, chance, onDisabled } = this.#deps;
    const { isDisabled } = await webhooks.failed({
      ...leased,
      ...sent,
      retryMs: webhookRetryMs(webhook.failures + 1, chance),
      failingMsMax: WEBHOOK_FAILING_MS_MAX,
      isGone: sent.status === GONE,
    });
    if (isDisabled) onDisabled?.(webhook);
  }

  async #send(webhook: WebhookToSend, event: StreamEvent): Promise<Sent> {
    const { upstream, clock } = this.#deps;
    const body = JSON.stringify(eventView(event));
    const timestampSeconds = Math.floor(clock.nowMs() / 1_000);
    const headers = {
      'content-type': 'application/json',
      'webhook-id': event.id,
      'webhook-timestamp': String(timestampSeconds),
      'webhook-signature': signatureOf(webhook.secrets, { id: event.id, timestampSeconds, body }),
    };
    const beganMs = clock.monotonicMs();
    const answer = await upstream.send(
      { method: 'POST', url: webhook.url, headers, body },
      { timeoutMs: SEND_MS_MAX, policy: this.#policyOf(webhook), cancel: null, onBehalfOf: null },
    );
    const tookMs = Math.round(clock.monotonicMs() - beganMs);
    return { status: answer.kind === 'response' ? answer.status : 0, tookMs };
  }

  #policyOf({ id, url }: WebhookToSend): UpstreamPolicy {
    return {
      provider: `webhook ${id}`,
      origin: new URL(url).origin,
      allowPrivate: this.#deps.settings().allowPrivate,
      requestsPerSecond: null,
      inFlightMax: null,
      redirects: 'never',
      keepAlive: false,
      proxies: [],
    };
  }
}
