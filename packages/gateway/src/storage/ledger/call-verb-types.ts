// Owns the verbs of calls: a hold, its charge or its end, and the stored answer, as the storage port states them.
import type { AnswerText, ChargeFacts } from '../../domain/answer.ts';
import type { Attempt, Source, Variant } from '../../domain/call.ts';
import type { Allowance } from '../../domain/catalog.ts';
import type { Group, RateLimit } from '../../domain/key.ts';
import type { Micros } from '../../domain/money.ts';
import type { CapState } from '../../domain/spend-cap.ts';
import type { Delivered, FreeCall, Terms } from '../../domain/terms.ts';

export interface OpenCall {
  accountId: string;
  keyId: string;
  requestId: string;
  /** Other ids that the same question may have been asked under: one of them that is held or has its answer is named, and nothing is opened. */
  twins?: readonly string[];
  /** SHA-256 of method, path and accepted parameters: stays bound to the id for ever. */
  fingerprint: string;
  path: string;
  group: Group;
  platform: string;
  operation: string;
  variant: Variant;
  catalogVersion: number;
  /** The most that the call can cost: this is held. */
  priceMicros: Micros;
  /** What it costs when that depends on what is delivered; absent when it is the price. */
  terms?: Terms;
  /** Covers the call while it lasts; then nothing is held. */
  allowance?: Allowance;
  /** A dearer call is refused; absent when its caller pays any price. */
  ceilingMicros?: Micros;
  /** The limit of keys that carry none of their own. */
  defaultRate: RateLimit;
  /** An account without a limit of its own has the limit of this many keys. */
  keysMax: number;
  /** Pages that earlier calls of the key took beyond one each, to be counted in the rate windows with this call. */
  extraPages?: number;
}

/** What is left of a rate window after this call. */
export interface RateState {
  limit: RateLimit;
  remaining: number;
  resetMs: number;
}

/** Names one opening of one call; settle and release act on nothing else. */
export interface HoldRef {
  accountId: string;
  requestId: string;
  epoch: number;
}

export type OpenResult =
  /**
   * The id is claimed, the price is held, the window is counted. With `free`, an allowance covers it and nothing is held. With
   * `terms`, its price has tiers, and these are the terms that it is held and charged by.
   */
  | { kind: 'opened'; hold: HoldRef; rate: RateState; free?: FreeCall; terms?: Terms }
  /** Settled before; here is the stored answer. A replay is not counted by the rate window it reports. */
  | { kind: 'replay'; answer: StoredAnswer; balanceMicros: Micros; rate: RateState }
  /** Settled before; the answer is no longer kept, or was never stored. */
  | { kind: 'expired' }
  /** Settled before, and its charge was given back without a person: its answer is nobody's any more. */
  | { kind: 'refunded' }
  /** The first use still holds its money. */
  | { kind: 'running' }
  /** The id belongs to another fingerprint. */
  | { kind: 'reused' }
  /** The same question is held, or has its answer, under another of its ids: ask under that one. */
  | { kind: 'twin'; requestId: string }
  /** The most that it can cost is above the caller's ceiling, or above what the key may pay for one call. */
  | { kind: 'ceiling'; priceMicros: Micros; of: 'caller' | 'key' }
  | { kind: 'insufficient'; reason: 'balance'; availableMicros: Micros }
  /** A cap of the key or of its project: the tightest of those that the price does not fit under. */
  | { kind: 'capped'; cap: CapState; nowMs: number }
  | { kind: 'limited'; reason: 'requests' | 'concurrent'; rate: RateState; retryAfterMs: number }
  /** The key or account was revoked, disabled or expired since it was authenticated. */
  | { kind: 'unauthorized' };

/** Somebody else's bytes, passed on as they are. */
export interface AnswerBytes {
  kind: 'bytes';
  bytes: Uint8Array;
  /** Content type and the few other headers that go with them; names in lower case. */
  headers: Record<string, string>;
  status: number;
}

export type AnswerContent = AnswerText | AnswerBytes;

/** What a replay sends: the very bytes, and the headers of those that were passed on. */
export interface StoredAnswer {
  body: Uint8Array;
  /** The same as one gzip member, where it is at hand. */
  gzip: Uint8Array | null;
  /** null for our own JSON. */
  passedOn: { headers: Record<string, string>; status: number } | null;
}

export type KeptAnswer = Pick<StoredAnswer, 'body' | 'passedOn'>;

export interface SettleCall {
  hold: HoldRef;
  chargedMicros: Micros;
  /** From which the charge follows; only of a call with terms. */
  delivered?: Delivered;
  source: Source;
  attempts: Attempt[];
  /** Stored for replay; null for ids that the gateway made itself. */
  answer: AnswerContent | null;
}

export type SettleResult =
  | ({ kind: 'settled' } & ChargeFacts)
  /** The hold is no longer ours: it expired, or another epoch runs. Nothing was charged. */
  | { kind: 'lost' };

export interface ReleaseCall {
  hold: HoldRef;
  failureCode: string;
  attempts: Attempt[];
}

/** A call whose answer is at hand before it is paid for. */
export interface OpenSettledCall
  extends OpenCall,
    Pick<SettleCall, 'chargedMicros' | 'delivered' | 'source' | 'answer'> {}

export type OpenSettledResult =
  | Exclude<OpenResult, { kind: 'opened' }>
  /** Claimed, counted and charged in one commit; nothing was ever held. */
  | ({ kind: 'settled'; rate: RateState } & ChargeFacts);

/** What `open` would do right now. */
export type CallPreview =
  | Exclude<OpenResult, { kind: 'opened' | 'replay' | 'twin' }>
  | { kind: 'replays'; balanceMicros: Micros; availableMicros: Micros }
  /** At this price; at none when an allowance covers it. `terms` as of `opened`. */
  | {
      kind: 'opens';
      priceMicros: Micros;
      isFree: boolean;
      terms?: Terms;
      balanceMicros: Micros;
      availableMicros: Micros;
    };
