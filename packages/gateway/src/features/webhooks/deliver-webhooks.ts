// Delivers events to webhooks in sequence, one process at a time per webhook, and repeats until the receiver accepts. A slow receiver uses
// up only the places of its own account. Requests go out like requests to platforms: the address is checked when connecting, and redirects
// are not followed. Of a response only the status and the time are kept; its body is not read.

import type { Chance, Clock, RandomBytes } from '../../domain/clock.ts';
import type { StreamEvent } from '../../domain/event.ts';
import { base62 } from '../../domain/key.ts';
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
const SEND_MS_MAX = 15_000;
/** After this time another process may take over from a killed one. Longer than a turn with its last request. */
const LEASE_MS = 60_000;
/** A turn starts no request after this time, so that its last one ends within the lease. */
const TURN_MS_MAX = 30_000;
/** Per webhook and turn; each event has a few hundred bytes. */
const EVENTS_PER_TURN_MAX = 100;
/** Webhooks that one process delivers to at the same time: each needs a socket and about 50 KB for events. */
const SENDING_MAX = 100;
/** Per account, so that 50 accounts with hanging receivers still find places. */
const SENDING_PER_ACCOUNT_MAX = 2;
const LEASE_CHARS = 16; // 95 random bits: two leases never collide.

export interface WebhookSettings {
  enabled: boolean;
  /** Whether webhooks may use loopback and private addresses, and plain http. */
  allowPrivate: boolean;
}

export interface DelivererDeps {
  webhooks: Pick<Storage['webhooks'], 'due' | 'claim' | 'taken' | 'failed' | 'release'>;
  upstream: Pick<Upstream, 'send'>;
  clock: Clock;
  chance: Chance;
  random: RandomBytes;
  settings(): WebhookSettings;
  onDisabled?(webhook: WebhookToSend): void;
  /** A delivery could not be recorded, so it will be repeated. */
  onFailed?(error: unknown): void;
}

interface Turn {
  lease: string;
  beganMs: number;
}

/** `status` is 0 without a response. */
interface Sent {
  status: number;
  tookMs: number;
}

export class WebhookDeliverer {
  readonly #deps: DelivererDeps;
  #looking: Promise<void> | null = null;
  /** Running deliveries, with the account whose events are sent. */
  readonly #sending = new Map<Promise<void>, string>();

  constructor(deps: DelivererDeps) {
    this.#deps = deps;
  }

  /** Starts deliveries to all due webhooks, without waiting for receivers. A second caller waits for the running round. */
  deliver(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  /** Resolves when no delivery is running. */
  async settled(): Promise<void> {
    while (this.#sending.size > 0) await Promise.all(this.#sending.keys());
  }

  async #look(): Promise<void> {
    const { webhooks, random, clock, settings } = this.#deps;
    const limit = SENDING_MAX - this.#sending.size;
    if (!settings().enabled || limit === 0) return;
    const ids = await this.#due(limit);
    if (ids.length === 0) return;
    const turn = { lease: base62(random, LEASE_CHARS), beganMs: clock.monotonicMs() };
    const claim = { ids, lease: turn.lease, leaseMs: LEASE_MS, eventsMax: EVENTS_PER_TURN_MAX };
    for (const { webhook, events } of await webhooks.claim(claim)) this.#begin(turn, webhook, events);
  }

  /** Due webhooks whose account has a place left. */
  async #due(limit: number): Promise<string[]> {
    const taken = new Map<string, number>();
    for (const stream of this.#sending.values()) taken.set(stream, (taken.get(stream) ?? 0) + 1);
    const perStream = SENDING_PER_ACCOUNT_MAX;
    const except = [...taken].filter(([, places]) => places >= perStream).map(([stream]) => stream);
    const due = await this.#deps.webhooks.due({ limit, perStream, except });
    return due.filter(({ stream }) => takePlace(taken, stream)).map(({ id }) => id);
  }

  #begin(turn: Turn, webhook: WebhookToSend, events: readonly StreamEvent[]): void {
    const sending = this.#sendAll(turn, webhook, events)
      .catch((error: unknown) => this.#deps.onFailed?.(error))
      .finally(() => this.#sending.delete(sending));
    this.#sending.set(sending, webhook.stream);
  }

  /** Stops at the first event that is not accepted: later events must wait for it. */
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
      // An accepted event resets the count of consecutive failures.
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

/** Counts one more for this account; false when the account is at its limit. */
function takePlace(taken: Map<string, number>, stream: string): boolean {
  const places = taken.get(stream) ?? 0;
  if (places >= SENDING_PER_ACCOUNT_MAX) return false;
  taken.set(stream, places + 1);
  return true;
}
