// For every alarm of deploy/observe/rules.yaml: series of a minute's steps with which Prometheus fires it, and the nearest ones with which it
// does not. The notation is Prometheus' own: `0+10x60` begins at 0 and grows by 10, 60 times.

interface Series {
  [name: string]: string;
}

export interface AlarmCase {
  /** When the rules are looked at. */
  at: string;
  fires: Series;
  /** Just below the threshold, at the same time. */
  silent: Series;
  /** A time at which `fires` holds, but not yet for as long as the rule demands. */
  tooSoon?: string;
  /** Labels of the alert beside its severity. */
  labels?: Record<string, string>;
}

const calls = (outcome: string) => `reelgate_calls_total{outcome="${outcome}"}`;
const SLOW = 'reelgate_call_duration_seconds_bucket{le="2.5"}';
const COUNT = 'reelgate_call_duration_seconds_count';
const VERIFIED = 'reelgate_ledger_verified_timestamp_seconds';
const BACKUP = 'reelgate_backup_timestamp_seconds';
const STANDBYS = 'reelgate_storage_standbys';
const EARNED = 'reelgate_charged_micros_total';
const COST = 'reelgate_provider_cost_micros_total';
const open = (node: string) => `reelgate_provider_state{provider="p",state="open",instance="${node}"}`;

/** Prometheus' clock of a test begins at 0, so a time in the past is 0 and `at` is how long ago that was. */
export const ALARM_CASES: Record<string, AlarmCase> = {
  ReelgateCallsFail: {
    at: '60m',
    fires: { [calls('ok')]: '0+9855x60', [calls('UPSTREAM_ERROR')]: '0+145x60' },
    silent: {
      [calls('ok')]: '0+9857x60',
      [calls('UPSTREAM_ERROR')]: '0+143x60',
      [calls('CALLER')]: '0+0x60',
    },
  },
  ReelgateCallsSlow: {
    at: '70m',
    fires: { [SLOW]: '0+949x70', [COUNT]: '0+1000x70' },
    silent: { [SLOW]: '0+951x70', [COUNT]: '0+1000x70' },
    tooSoon: '4m',
  },
  ReelgateLedgerDifference: {
    at: '1m',
    fires: {
      'reelgate_ledger_differences{instance="a"}': '0x1',
      'reelgate_ledger_differences{instance="b"}': '1x1',
    },
    silent: {
      'reelgate_ledger_differences{instance="a"}': '0x1',
      'reelgate_ledger_differences{instance="b"}': '0x1',
    },
  },
  ReelgateLedgerUnverified: {
    at: '2942m',
    fires: { [VERIFIED]: '0x3000' },
    // Verified two minutes later.
    silent: { [VERIFIED]: '120x3000' },
    tooSoon: '2900m',
  },
  ReelgateHoldsExpire: {
    at: '15m',
    fires: { reelgate_holds_expired_total: '5x10 6x10' },
    silent: { reelgate_holds_expired_total: '5x20' },
  },
  ReelgateMarginNegative: {
    at: '80m',
    fires: { [EARNED]: '0+99x80', [COST]: '0+100x80' },
    silent: { [EARNED]: '0+100x80', [COST]: '0+100x80' },
    tooSoon: '14m',
  },
  ReelgateRechargeFails: {
    at: '1m',
    fires: { reelgate_ledger_recharges_declined_today: '1x1' },
    silent: { reelgate_ledger_recharges_declined_today: '0x1' },
  },
  ReelgateBackupOld: {
    at: '1622m',
    fires: { [BACKUP]: '0x1700' },
    silent: { [BACKUP]: '120x1700' },
    tooSoon: '1600m',
  },
  ReelgateGone: {
    at: '10m',
    fires: { 'up{job="other"}': '1x10' },
    silent: { 'reelgate_build_info{version="1"}': '1x10' },
    tooSoon: '1m',
  },
  ReelgateStorageDown: {
    at: '2m',
    fires: { 'reelgate_storage_up{instance="a"}': '1x5', 'reelgate_storage_up{instance="b"}': '0x5' },
    silent: { 'reelgate_storage_up{instance="a"}': '1x5', 'reelgate_storage_up{instance="b"}': '1x5' },
    tooSoon: '0m',
  },
  ReelgateNodeGone: {
    at: '4m',
    fires: {
      'up{job="r",instance="a"}': '1x5',
      'up{job="r",instance="b"}': '0x5',
      'reelgate_build_info{job="r",instance="a"}': '1x5',
    },
    // A job of something else is down.
    silent: {
      'up{job="r",instance="a"}': '1x5',
      'up{job="other",instance="b"}': '0x5',
      'reelgate_build_info{job="r",instance="a"}': '1x5',
    },
    tooSoon: '1m',
    labels: { job: 'r' },
  },
  ReelgateDatabaseRefused: {
    at: '1m',
    fires: {
      'reelgate_storage_refused{instance="a"}': '0x5',
      'reelgate_storage_refused{instance="b"}': '1x5',
    },
    silent: {
      'reelgate_storage_refused{instance="a"}': '0x5',
      'reelgate_storage_refused{instance="b"}': '0x5',
    },
  },
  ReelgateStandbysMissing: {
    at: '2m',
    fires: { [`${STANDBYS}{instance="a"}`]: '1x5', [`${STANDBYS}_wanted{instance="a"}`]: '2x5' },
    silent: { [`${STANDBYS}{instance="a"}`]: '2x5', [`${STANDBYS}_wanted{instance="a"}`]: '2x5' },
    tooSoon: '0m',
  },
  ReelgateArchiveStopped: {
    at: '7m',
    fires: { 'reelgate_archive_timestamp_seconds{instance="a"}': '1x10' },
    silent: { 'reelgate_archive_timestamp_seconds{instance="a"}': '0x10' },
    tooSoon: '5m',
  },
  ReelgateJobStuck: {
    at: '61m',
    fires: { 'reelgate_job_success_timestamp_seconds{job="watch"}': '0x70' },
    silent: { 'reelgate_job_success_timestamp_seconds{job="watch"}': '60x70' },
    labels: { job: 'watch' },
  },
  ReelgateEventsUndelivered: {
    at: '11m',
    fires: { reelgate_ledger_event_undelivered_age_seconds: '3601x20' },
    silent: { reelgate_ledger_event_undelivered_age_seconds: '3600x20' },
    tooSoon: '9m',
  },
  ReelgateDutiesLate: {
    at: '11m',
    fires: { 'reelgate_duties_late{kind="webhook"}': '1x20' },
    silent: { 'reelgate_duties_late{kind="webhook"}': '0x20' },
    tooSoon: '9m',
    labels: { kind: 'webhook' },
  },
  ReelgateProviderOut: {
    at: '11m',
    fires: { [open('a')]: '0x20', [open('b')]: '1x20' },
    silent: {
      [open('a')]: '0x20',
      [open('b')]: '0x20',
      'reelgate_provider_state{provider="p",state="half"}': '1x20',
    },
    tooSoon: '9m',
    labels: { provider: 'p' },
  },
};
