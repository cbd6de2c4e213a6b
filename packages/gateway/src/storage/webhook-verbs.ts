// Owns the port of webhooks at rest: who is sent which events, up to where each has taken them, and who sends right now.
import type { StreamEvent } from '../domain/event.ts';
import type { Webhook, WebhookToSend } from '../domain/webhook.ts';
import type { Actor } from './actor.ts';

/** One send is at most one of these. `leased` names whoever may write: a node that was paused for long finds another name. */
export interface Leased {
  id: string;
  lease: string;
}

export interface WebhookVerbs {
  /** It is sent what happens from now on. */
  create(
    input: Actor & { id: string; stream: string; url: string; secret: string; max: number },
  ): Promise<{ kind: 'created'; webhook: Webhook } | { kind: 'full' }>;
  find(input: { id: string }): Promise<Webhook | null>;
  /** Of one stream, by age. A stream has few. */
  list(input: { stream: string }): Promise<Webhook[]>;
  remove(input: Actor & { id: string }): Promise<{ removed: boolean }>;
  /** A new secret; what is sent until then carries a signature of the old one as well. */
  rotate(input: Actor & { id: string; secret: string; graceUntilMs: number }): Promise<Webhook | null>;
  /** Everything behind this number is sent again, also to one that was disabled. */
  replay(input: Actor & { id: string; after: number }): Promise<Webhook | null>;
  /** Writes an event that says nothing but that there is one. */
  test(input: Actor & { id: string }): Promise<Webhook | null>;
  /**
   * Webhooks with something to send, at most `perStream` of one stream. Every stream's first comes before anybody's second, and who was
   * sent nothing for the longest time comes first.
   */
  due(input: {
    limit: number;
    perStream: number;
    /** Streams to leave out. */
    except: readonly string[];
  }): Promise<{ id: string; stream: string }[]>;
  /** Takes those of them that nobody else sends to, for so long, each with its next events. */
  claim(input: {
    ids: readonly string[];
    lease: string;
    leaseMs: number;
    eventsMax: number;
  }): Promise<{ webhook: WebhookToSend; events: StreamEvent[] }[]>;
  /** It has taken everything up to this number. False when the lease is no longer ours: then nothing was changed. */
  taken(input: Leased & { seq: number; status: number; tookMs: number }): Promise<{ isOurs: boolean }>;
  /** It has not. One that fails for too long, or is gone, is disabled, and its account told. */
  failed(
    input: Leased & {
      status: number;
      tookMs: number;
      retryMs: number;
      failingMsMax: number;
      isGone: boolean;
    },
  ): Promise<{ isOurs: boolean; isDisabled: boolean }>;
  /** Lets others send. */
  release(input: Leased): Promise<null>;
}
