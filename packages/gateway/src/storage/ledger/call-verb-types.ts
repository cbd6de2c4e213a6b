// Inputs and results of the verbs of calls, as the storage port states them.

import type { Group } from '../../domain/access/key.ts';
import type { AnswerBytes, AnswerText, ChargeFacts } from '../../domain/answer.ts';
import type { Attempt, Source, Variant } from '../../domain/call.ts';
import type { Allowance } from '../../domain/catalog.ts';
import type { RateLimit } from '../../domain/limiting/rate-limit.ts';
import type { CapState } from '../../domain/limiting/spend-cap.ts';
import type { Micros } from '../../domain/money.ts';
import type { Delivered, FreeCall, Terms } from '../../domain/prices/terms.ts';

export interface OpenCall {
  accountId: string;
  keyId: string;
  requestId: string;
  /**
   * Other ids under which the same question may have been asked. If one of them is held or has its answer, `open` returns that id and
   * opens nothing.
   */
  twins?: readonly string[];
  /** SHA-256 of method, path and accepted parameters. It stays bound to the id for ever. */
  fingerprint: string;
  path: string;
  group: Group;
  platform: string;
  operation: string;
  variant: Variant;
  catalogVersion: number;
  /** The most that the call can cost. This amount is held. */
  priceMicros: Micros;
  /** How the charge follows from what is delivered; absent when the charge is the price. */
  terms?: Terms;
  /** Free calls per day: while some are left, the call is free and nothing is held. */
  allowance?: Allowance;
  /** The most that the caller will pay for this call; absent for any price. */
  ceilingMicros?: Micros;
  /** Applies to keys without a rate limit of their own. */
  defaultRate: RateLimit;
  /** The most keys of an account: an account without a rate limit of its own may use the limit of this many keys. */
  keysMax: number;
  /** What is asked, as `writeQuestion` writes it; absent when it is not to be kept. */
  question?: string;
  /** Pages that earlier calls of the key fetched beyond one each. They are counted in the rate windows together with this call. */
  extraPages?: number;
}

/** A rate window after this call. */
export interface RateState {
  limit: RateLimit;
  remaining: number;
  resetMs: number;
}

/** Names one opening of one call. Settle and release act only on this epoch. */
export interface HoldRef {
  accountId: string;
  requestId: string;
  epoch: number;
}

export type OpenResult =
  /**
   * The id is claimed, the price is held, the window is counted. With `free`, an allowance covers the call and nothing is held. With
   * `terms`, the price has tiers, and the call is held and charged by these terms.
   */
  | { kind: 'opened'; hold: HoldRef; rate: RateState; free?: FreeCall; terms?: Terms }
  /** Settled before; this is the stored answer. The replay does not count in the rate window that it reports. */
  | { kind: 'replay'; answer: StoredAnswer; balanceMicros: Micros; rate: RateState }
  /** Settled before, but the answer was purged or never stored. */
  | { kind: 'expired' }
  /** Settled before and refunded automatically. The answer is not given out again. */
  | { kind: 'refunded' }
  /** The first call with this id still holds its money. */
  | { kind: 'running' }
  /** The id was used with another fingerprint. */
  | { kind: 'reused' }
  /** The same question is held, or has its answer, under this other id: repeat the call with that id. */
  | { kind: 'twin'; requestId: string }
  /** The price exceeds the caller's ceiling, or what the key may pay for one call. */
  | { kind: 'ceiling'; priceMicros: Micros; of: 'caller' | 'key' }
  | { kind: 'insufficient'; reason: 'balance'; availableMicros: Micros }
  /** The price does not fit under a cap of the key or of its project. `cap` is the tightest one. */
  | { kind: 'capped'; cap: CapState; nowMs: number }
  | { kind: 'limited'; reason: 'requests' | 'concurrent'; rate: RateState; retryAfterMs: number }
  /** The key or account was revoked, disabled or expired after it was authenticated. */
  | { kind: 'unauthorized' };

export type AnswerContent = AnswerText | AnswerBytes;

/** What a replay sends: the stored bytes, with status and headers if they were passed on from an upstream. */
export interface StoredAnswer {
  body: Uint8Array;
  /** `body` as one gzip member; null for answers that earlier versions stored differently. */
  gzip: Uint8Array | null;
  /** null for JSON that the gateway wrote itself. */
  passedOn: { headers: Record<string, string>; status: number } | null;
}

export type KeptAnswer = Pick<StoredAnswer, 'body' | 'passedOn'>;

export interface SettleCall {
  hold: HoldRef;
  chargedMicros: Micros;
  /** What was delivered, which determines the charge; only for a call with terms. */
  delivered?: Delivered;
  source: Source;
  attempts: Attempt[];
  /** Stored for replay; null for ids that the gateway made itself, because no caller can repeat them. */
  answer: AnswerContent | null;
}

export type SettleResult =
  | ({ kind: 'settled' } & ChargeFacts)
  /** The hold has ended before: it expired, or a later epoch runs. Nothing was charged. */
  | { kind: 'lost' };

export interface ReleaseCall {
  hold: HoldRef;
  failureCode: string;
  attempts: Attempt[];
}

/** A call whose answer is available before it is paid for. */
export interface OpenSettledCall
  extends OpenCall,
    Pick<SettleCall, 'chargedMicros' | 'delivered' | 'source' | 'answer'> {}

export type OpenSettledResult =
  | Exclude<OpenResult, { kind: 'opened' }>
  /** Claimed, counted and charged in one commit. Nothing was held in between. */
  | ({ kind: 'settled'; rate: RateState } & ChargeFacts);

/** What `open` would do right now, without doing it. */
export type CallPreview =
  | Exclude<OpenResult, { kind: 'opened' | 'replay' | 'twin' }>
  | { kind: 'replays'; balanceMicros: Micros; availableMicros: Micros }
  /** The call would open at this price; 0 when an allowance covers it. `terms` as in `opened`. */
  | {
      kind: 'opens';
      priceMicros: Micros;
      isFree: boolean;
      terms?: Terms;
      balanceMicros: Micros;
      availableMicros: Micros;
    };
