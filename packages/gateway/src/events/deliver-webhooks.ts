// Owns the sending of events to webhooks: in their order, one process at a time for each webhook, again until it was taken. It goes
// out as every request to a platform does, with the guard of addresses at the moment of connecting and without redirects. Of an
// answer it keeps the status and the time, and reads nothing else.
import { eventView } from '../account/event-view.ts';
import type { Chance, Clock, RandomBytes } from '../domain/clock.ts';
import type { StreamEvent } from '../domain/event.ts';
import { base62 } from '../domain/key.ts';
import {
  GONE,
  signatureOf,
  WEBHOOK_FAILING_MS_MAX,
  type WebhookToSend,
  webhookRetryMs,
} from '../domain/webhook.ts';
import type { WebhookVerbs } from '../storage/storage.ts';
import type { Upstream, UpstreamPolicy } from '../upstream/upstream.ts';

/** As the specification advises: a receiver answers first and works afterwards. */
const SEND_MS_MAX = 15_000;
/** Others may send when a process was killed so long ago. Longer than a turn and its last send take. */
const LEASE_MS = 60_000;
/** A turn begins no send after this time, so that the last one ends within the lease. */
const TURN_MS_MAX = 30_000;
/** Of one webhook in one turn; each is a few hundred bytes. */
const EVENTS_PER_TURN_MAX = 100;
const LEASE_CHARS = 16; // 95 random bits: no two leases meet.

export interface WebhookSettings {
  enabled: boolean;
  /** May an address lie in loopback or a private range, and be plain http? */
  allowPrivate: boolean;
}

export interface DelivererDeps {
  webhooks: Pick<WebhookVerbs, 'due' | 'claim' | 'taken' | 'failed' | 'release'>;
  upstream: Pick<Upstream, 'send'>;
  clock: Clock;
  chance: Chance;
  random: RandomBytes;
  settings(): WebhookSettings;
  onDisabled?(webhook: WebhookToSend): void;
}

interface Turn {
  lease: string;
  beganMs: number;
}

/** 0 when nobody answered. */
interface Sent {
  status: number;
  tookMs: number;
}

export class WebhookDeliverer {
  readonly #deps: DelivererDeps;
  #running: Promise<void> | null = null;

  constructor(deps: DelivererDeps) {
    this.#deps = deps;
  }

  /** One turn; who comes while one runs waits for its end. */
  deliver(): Promise<void> {
    this.#running ??= this.#turn().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #turn(): Promise<void> {
    const { webhooks, random, clock, settings } = this.#deps;
    if (!settings().enabled) return;
    const ids = await webhooks.due();
    if (ids.length === 0) return;
    const turn = { lease: base62(random, LEASE_CHARS), beganMs: clock.monotonicMs() };
    const claim = { ids, lease: turn.lease, leaseMs: LEASE_MS, eventsMax: EVENTS_PER_TURN_MAX };
    const claimed = await webhooks.claim(claim);
    const ends = await Promise.allSettled(
      claimed.map(({ webhook, events }) => this.#sendAll(turn, webhook, events)),
    );
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }

  /** Until one is not taken: what comes behind it waits. */
  async #sendAll(turn: Turn, webhook: WebhookToSend, events: readonly StreamEvent[]): Promise<void> {
    const { webhooks, clock } = this.#deps;
    const leased = { id: webhook.id, lease: turn.lease };
    let { failures } = webhook;
    for (const event of events) {
      if (clock.monotonicMs() - turn.beganMs > TURN_MS_MAX) break;
      const sent = await this.#send(webhook, event);
      if (sent.status < 200 || sent.status > 299) return this.#note(leased, { ...webhook, failures }, sent);
      const { isOurs } = await webhooks.taken({ ...leased, ...sent, seq: event.seq });
      if (!isOurs) return;
      // What it has taken ends the row of failures.
      failures = 0;
    }
    await webhooks.release(leased);
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
