// Figures from two scrapes of the metrics: rates, amounts and latencies.
import { expect, test } from 'vitest';
import { readScrape } from '../../observe/read-scrape.ts';
import { topFigures } from './top-figures.ts';

const scrape = (lines: string[]) => readScrape(lines.join('\n'));
const calls = (ok: number, failed: number) => [
  '# HELP reelgate_calls_total Data calls.',
  `reelgate_calls_total{variant="stable",outcome="ok"} ${ok}`,
  `reelgate_calls_total{variant="stable",outcome="UPSTREAM_TIMEOUT"} ${failed}`,
  `reelgate_calls_total{variant="stable",outcome="RATE_LIMITED"} 7`,
];
const buckets = (...counts: number[]) =>
  ['0.1', '0.2', '+Inf'].map(
    (le, i) => `reelgate_call_duration_seconds_bucket{le="${le}",variant="stable"} ${counts[i]}`,
  );

test('speeds and latencies are those between two looks', () => {
  const before = scrape([...calls(10, 1), ...buckets(5, 5, 5), 'reelgate_charged_micros_total 0']);
  const now = scrape([
    ...calls(30, 5),
    ...buckets(15, 25, 25),
    ...['reelgate_charged_micros_total 2000', 'reelgate_calls_running 3', 'reelgate_storage_up 1'],
    ...['reelgate_ledger_held_micros 12000', 'reelgate_provider_cost_micros_total{provider="p"} 1000'],
    ...['reelgate_provider_attempts_total{provider="p",outcome="ok"} 4'],
    ...['reelgate_provider_attempts_total{provider="p",outcome="timeout"} 2'],
  ]);
  expect(topFigures(before, now, 2)).toEqual({
    calls: {
      ...{ per_second: 12, failed_per_second: 2, running: 3, waiting: 0 },
      ...{ p50_ms: 100, p95_ms: 190, p99_ms: 198 },
    },
    money: { charged_per_hour: 3.6, cost_per_hour: 1.8, held: 0.012, differences: 0 },
    storage: { up: true, commits_per_second: 0, verbs_per_commit: null, p95_ms: null },
    providers: [
      { provider: 'p', status: 'idle', attempts_per_second: 3, failed_per_second: 1, cost_per_hour: 1.8 },
    ],
  });
});

test('a gateway that was started anew between two looks has no speed below zero', () => {
  const { calls: shown } = topFigures(scrape(calls(100, 100)), scrape(calls(1, 0)), 1);
  expect(shown).toMatchObject({ per_second: 0, failed_per_second: 0, p50_ms: null });
});

test('a provider is named by the worst of several processes, and by the attempts of all of them', () => {
  const statusIn = (...lines: string[]) => {
    const now = scrape(['reelgate_provider_cost_micros_total{provider="p"} 0', ...lines]);
    return topFigures(now, now, 1).providers[0]!.status;
  };
  const others = 'reelgate_provider_state{provider="p",state="closed"} 3';
  const recent = (attempts: number, failures: number) => [
    `reelgate_provider_recent_attempts{provider="p"} ${attempts}`,
    `reelgate_provider_recent_failures{provider="p"} ${failures}`,
  ];
  expect(statusIn(others)).toBe('idle');
  expect(statusIn(others, ...recent(3, 0))).toBe('works');
  expect(statusIn(others, ...recent(3, 3))).toBe('failing');
  expect(statusIn(others, ...recent(3, 1))).toBe('unsteady');
  expect(statusIn(others, 'reelgate_provider_state{provider="q",state="open"} 1')).toBe('idle');
  expect(statusIn(others, 'reelgate_provider_state{provider="p",state="open"} 1')).toBe('paused');
  expect(statusIn(others, 'reelgate_provider_state{provider="p",state="half_open"} 1')).toBe('trying');
  expect(statusIn(others, 'reelgate_provider_suspended_seconds{provider="p"} 4')).toBe('suspended');
  expect(statusIn(others, 'reelgate_provider_quota_left_units{provider="p"} 0')).toBe('spent');
  expect(statusIn(others, 'reelgate_provider_quota_left_units{provider="q"} 0')).toBe('idle');
});

test('what is slower than the last bound is shown as that bound', () => {
  const { calls: shown } = topFigures(scrape(buckets(0, 0, 0)), scrape(buckets(0, 0, 4)), 1);
  expect(shown.p50_ms).toBe(200);
});

test('labels with quotes, line ends and backslashes are read as they were', () => {
  const { samples } = readScrape('a{b="x\\"y\\\\z\\n",c="d"} +Inf\nnonsense\n');
  expect(samples).toEqual([
    { name: 'a', labels: { b: 'x"y\\z\n', c: 'd' }, value: Number.POSITIVE_INFINITY },
  ]);
});
