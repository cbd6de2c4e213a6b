// The metrics of calls and of money, for one process and for several.
import { expect, test } from 'vitest';
import { systemClock } from '../domain/clock.ts';
import { DUTY_KINDS } from '../domain/gathering/duty.ts';
import type { LedgerFigures } from './ledger-metrics.ts';
import { createMetrics, type Metrics } from './metrics.ts';

const NOW_MS = 1_800_000_000_000;
const make = (): Metrics => createMetrics(() => 0, { nowMs: () => NOW_MS });
const call = {
  variant: 'stable' as const,
  outcome: 'ok',
  durationMs: 30,
  chargedMicros: 12_000,
  traceId: null,
};

async function linesOf(text: Promise<string>, pattern: RegExp): Promise<string[]> {
  return (await text).split('\n').filter((line) => pattern.test(line));
}

test('calls and charged amounts are counted, and everything that alarms read is there from the start', async () => {
  const metrics = make();
  const counted = async () =>
    (await linesOf(metrics.render(), /^reelgate_calls_total/)).filter((line) => !line.endsWith(' 0'));
  const text = await metrics.render();
  for (const outcome of ['ok', 'UPSTREAM_TIMEOUT', 'STORAGE_UNAVAILABLE']) {
    expect(text).toContain(`reelgate_calls_total{variant="stable",outcome="${outcome}"} 0\n`);
  }
  expect(text).toContain('reelgate_charged_micros_total 0\n');
  expect(await counted()).toEqual([]);
  metrics.callEnded(call);
  metrics.callEnded(call);
  metrics.callEnded({ ...call, outcome: 'RATE_LIMITED', chargedMicros: 0 });
  expect(await counted()).toEqual([
    'reelgate_calls_total{variant="stable",outcome="ok"} 2',
    'reelgate_calls_total{variant="stable",outcome="RATE_LIMITED"} 1',
  ]);
  expect(await metrics.render()).toContain('reelgate_charged_micros_total 24000\n');
});

test('a kept trace is the exemplar of its bucket in OpenMetrics, the latest of all processes, and is not in the plain text', async () => {
  const [one, other] = [make(), make()];
  one.callEnded({ ...call, traceId: 'aa' });
  one.callEnded({ ...call, durationMs: 99_000, traceId: 'bb' });
  other.callEnded(call);
  const figures = JSON.parse(JSON.stringify([await one.figures(), await other.figures()]));
  const bucket = /^reelgate_call_duration_seconds_bucket.*variant="stable".*#/;
  expect(await linesOf(one.render(figures, 'openmetrics'), bucket)).toEqual([
    expect.stringMatching(/le="0.05".* 2 # \{trace_id="aa"\} 0.03 1800000000$/),
    expect.stringMatching(/le="\+Inf".* 3 # \{trace_id="bb"\} 99 1800000000$/),
  ]);
  expect(await linesOf(one.render(null, 'openmetrics'), bucket)).toHaveLength(2);
  expect(await linesOf(one.render(null, 'openmetrics'), /^reelgate_calls_total|^# EOF/)).toContain('# EOF');
  expect(await one.render(figures)).not.toContain('trace_id');
  // Rendering one format leaves the other unchanged.
  expect(await linesOf(one.render(), /^reelgate_charged_micros_total/)).toEqual([
    'reelgate_charged_micros_total 24000',
  ]);
});

const NO_DUTIES = Object.fromEntries(
  DUTY_KINDS.map((kind) => [kind, { due: 0, late: 0, failing: 0 }]),
) as LedgerFigures['duties'];

test('the ledger is shown once it was read, and once for several processes', async () => {
  const metrics = make();
  let figures: LedgerFigures | null = null;
  metrics.watchLedger(() => figures);
  const wanted = /^reelgate_(ledger|backup|drill)/;
  expect(await linesOf(metrics.render(), wanted)).toEqual([]);
  figures = {
    ...{ heldMicros: 5, balanceMicros: 70, refundedMicros: 3, rechargesDeclined: 1, differences: 0 },
    ...{ eventsUndelivered: 4, undeliveredMs: 90_000 },
    duties: { ...NO_DUTIES, watch: { due: 3, late: 2, failing: 1 } },
    ...{ verifiedAtMs: NOW_MS, backedUpAtMs: null, archivedAtMs: null, drilledAtMs: NOW_MS, drillMs: 1_500 },
  };
  const lines = [
    'reelgate_ledger_held_micros 5',
    'reelgate_ledger_balance_micros 70',
    'reelgate_ledger_refunded_today_micros 3',
    'reelgate_ledger_recharges_declined_today 1',
    'reelgate_ledger_events_undelivered 4',
    'reelgate_ledger_event_undelivered_age_seconds 90',
    'reelgate_ledger_verified_timestamp_seconds 1800000000',
    'reelgate_ledger_differences 0',
    'reelgate_backup_timestamp_seconds 0',
    'reelgate_drill_timestamp_seconds 1800000000',
    'reelgate_drill_duration_seconds 1.5',
  ];
  expect(await linesOf(metrics.render(), wanted)).toEqual(lines);
  const all = [await metrics.figures(), await metrics.figures()];
  expect(await linesOf(metrics.render(all), wanted)).toEqual(lines);
  const ofWatches = /^reelgate_duties_.*kind="watch"/;
  const duties = ['due', 'late', 'failing'].map(
    (count, i) => `reelgate_duties_${count}{kind="watch"} ${3 - i}`,
  );
  expect(await linesOf(metrics.render(), ofWatches)).toEqual(duties);
  expect(await linesOf(metrics.render(all), ofWatches)).toEqual(duties);
  expect(await linesOf(metrics.render(), /^reelgate_duties_late\{/)).toHaveLength(DUTY_KINDS.length);
});

test('commits, jobs, costs, drops and the build have their metrics', async () => {
  const metrics = make();
  let isAway = false;
  metrics.watchProviders(
    () => [],
    () => ['p'],
  );
  metrics.watchStorage(
    () => isAway,
    () => undefined,
  );
  metrics.watchDropped('call_lines', () => 3);
  metrics.showBuild({ version: '1.2.3', node: '26', storage: 'sqlite' });
  metrics.committed(7, 4);
  metrics.jobSucceeded('expire holds', NOW_MS);
  const wanted = /^reelgate_(commit\w+_(sum|count)|job|provider_cost|storage|build|call_lines)/;
  expect(await linesOf(metrics.render(), wanted)).toEqual([
    'reelgate_commit_duration_seconds_sum 0.004',
    'reelgate_commit_duration_seconds_count 1',
    'reelgate_commit_verbs_sum 7',
    'reelgate_commit_verbs_count 1',
    'reelgate_job_success_timestamp_seconds{job="expire holds"} 1800000000',
    'reelgate_provider_cost_micros_total{provider="p"} 0',
    'reelgate_storage_up 1',
    'reelgate_storage_refused 0',
    'reelgate_storage_standbys 0',
    'reelgate_storage_standbys_wanted 0',
    'reelgate_call_lines_dropped_total 3',
    'reelgate_build_info{version="1.2.3",node="26",storage="sqlite"} 1',
  ]);
  isAway = true;
  metrics.attemptCost('p', 5);
  metrics.attemptCost('p', 5);
  expect(await linesOf(metrics.render(), /^reelgate_(storage|provider_cost)/)).toEqual([
    'reelgate_provider_cost_micros_total{provider="p"} 10',
    'reelgate_storage_up 0',
    'reelgate_storage_refused 0',
    'reelgate_storage_standbys 0',
    'reelgate_storage_standbys_wanted 0',
  ]);
});

test('the numbers of waiting and refused calls are read at each scrape', async () => {
  const figures = { waiting: 3, refused: 5 };
  const metrics = createMetrics(() => 0, systemClock);
  metrics.watchAdmission(() => figures);
  await metrics.render();
  figures.refused = 6;
  const lines = (await metrics.render())
    .split('\n')
    .filter((line) => /^reelgate_calls_(waiting|shed)/.test(line));
  expect(lines).toEqual(['reelgate_calls_waiting 3', 'reelgate_calls_shed_total 6']);
});
