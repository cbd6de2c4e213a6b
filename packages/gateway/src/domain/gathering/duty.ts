// A duty: a row that says when work is due. A node claims it by a lease, which lapses when the node dies; the commit that did the work moves
// the row on.

export const DUTY_KINDS = ['webhook', 'recharge', 'payback', 'statements', 'collection', 'watch'] as const;
export type DutyKind = (typeof DUTY_KINDS)[number];

/** A duty that this process has claimed. */
export interface ClaimedDuty {
  kind: DutyKind;
  /** The id of the webhook, collection, watch … */
  id: string;
  /** The account that it belongs to. */
  party: string;
  /** Names the claim. A verb that moves the row on does so only while the row still has this lease. */
  lease: string;
  /** How long the work has been due, in milliseconds. */
  lateMs: number;
}

/** Work of one kind, as the runner of duties calls it. */
export interface DutyWork {
  kind: DutyKind;
  /** Duties of this kind that one node works on at the same time. */
  atOnceMax: number;
  /** Of these, for one account. */
  perPartyMax: number;
  /** Off: nothing of this kind is claimed. */
  isOn(): boolean;
  /**
   * Does the work and moves the row on by a verb of its noun. That verb writes only while the row has the lease, and gives the lease up
   * (`lease = NULL, lease_until_ms = 0`) in the commit that ends the work; `duties.postpone` and `duties.release` do so too. When `run`
   * throws, or the row still has the lease afterwards, the runner postpones the duty with a back-off and counts a failure. `isStopping` is
   * true when the process drains: the work ends as soon as it can, and the runner gives up the lease of a duty that is not done.
   */
  run(duty: ClaimedDuty, isStopping: () => boolean): Promise<void>;
}

/** A duty that no node has claimed this long after it was due is late. */
export const LATE_AFTER_MS = 60_000;

/** A duty as operators see it. */
export interface ListedDuty {
  kind: DutyKind;
  id: string;
  party: string;
  dueAtMs: number;
  /** A node works on it. */
  isClaimed: boolean;
  isLate: boolean;
  /** Consecutive failures. */
  failures: number;
}
