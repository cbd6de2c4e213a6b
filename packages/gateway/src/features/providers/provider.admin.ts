// Providers for operators: settings, health in the processes behind this listener (other nodes may see it differently), the last day, a
// live check, and ending a pause. Credentials are never shown.

import type { Static } from 'typebox';
import { formatTime } from '../../domain/clock.ts';
import { DAY_MS } from '../../domain/duration.ts';
import { failure, invalid } from '../../domain/failure.ts';
import { formatMoney } from '../../domain/money.ts';
import {
  PROVIDER_FAULT_TEXT,
  PROVIDER_FAULTS,
  PROVIDER_STATUS_TEXT,
  PROVIDER_STATUSES,
  type ProviderStatus,
  providerStatus,
} from '../../domain/provider-status.ts';
import { Type } from '../../domain/schema.ts';
import type { ProviderHealthReport } from '../../health/health.ts';
import {
  durationQuantile,
  PROVIDER_FAULT,
  type ProviderStep,
  STEP_MS,
  stepOf,
} from '../../storage/storage.ts';
import { CoverageView, coverageView } from '../../verb/coverage-view.ts';
import type { AdminCaller, AdminDeps, ProviderState } from '../../verb/deps.ts';
import { Count, Currency, MoneyText, nullable, TimeText } from '../../verb/fields.ts';
import { Nothing, verbOf } from '../../verb/verb.ts';

const providerParams = Type.Object({
  provider: Type.String({ pattern: '^[a-z0-9][a-z0-9_-]{0,39}$' }),
});

const noProvider = failure('NOT_FOUND', 'There is no such provider.');

const Ms = Type.Number({ minimum: 0 });
const described = (description: string) => ({ description });

const LastFailureView = Type.Object({
  kind: Type.String({ examples: ['timeout'] }),
  detail: nullable(Type.String()),
  at: TimeText,
});

const HealthView = Type.Object(
  {
    state: Type.Union(
      [Type.Literal('closed'), Type.Literal('open'), Type.Literal('half_open')],
      described('The breaker: `open` after five failures in a row, `half_open` when a probe is due or runs.'),
    ),
    ejected_for_ms: Type.Number({ minimum: 0, ...described('Until the next probe.') }),
    suspended_for_ms: Type.Number({ minimum: 0, ...described('How long it still asks not to be called.') }),
    demoted: Type.Boolean(described('Less than 80 % of its attempts succeed: others go first.')),
    consecutive_failures: Count,
    success_rate: nullable(
      Type.Number(described('Share of successful attempts in the last 10 s; null without attempts.')),
    ),
    attempts: Type.Integer({
      minimum: 0,
      ...described('Attempts in the last 10 s. The next four fields cover the same time.'),
    }),
    failures: Count,
    calls: Type.Integer({ minimum: 0, ...described('Calls that this provider could serve.') }),
    retries: Count,
    hedges: Count,
    retries_left: Type.Integer({ minimum: 0, ...described('How many more retries it may get now.') }),
    hedges_left: Count,
    p50_ms: nullable(Ms),
    p95_ms: nullable(Ms),
    p99_ms: nullable(Ms),
    hedge_after_ms: nullable(Ms),
    in_flight: Count,
    recent_attempts: Type.Integer({
      minimum: 0,
      ...described('Its last twenty that ended within an hour: what its status is derived from.'),
    }),
    recent_failures: Count,
    last_failure: nullable(LastFailureView),
  },
  described('Latencies are those of the last 1,000 answers within 5 minutes; null before 20.'),
);

const GateView = Type.Object(
  {
    in_flight_limit: Type.Integer({
      minimum: 1,
      ...described('Shrinks with overload and grows with answers.'),
    }),
    running: Count,
    waiting: Count,
    unasked_answers: Type.Integer({
      minimum: 0,
      ...described('Since the start. After the first, its connections are no longer used again.'),
    }),
  },
  described('The gateway’s own limits; null before its first request over a network.'),
);

const QuotaView = Type.Object(
  {
    units: Type.Integer({ minimum: 1 }),
    per: Type.Union([Type.Literal('day'), Type.Literal('month')]),
    left: nullable(
      Type.Integer({ minimum: 0, ...described('Of all nodes together; null in the first moments.') }),
    ),
    resets_at: nullable(TimeText),
  },
  described('The quota of the upstream per day or month; null when none is configured.'),
);

export const ProviderView = Type.Object(
  {
    name: Type.String(),
    connector: Type.String(),
    made_up: Type.Boolean(described('Its records are made up by the gateway, for a demonstration.')),
    fault: nullable(
      Type.Enum(
        [...PROVIDER_FAULTS],
        described(`The fault that an operator switched on. ${PROVIDER_FAULT_TEXT}`),
      ),
    ),
    platforms: Type.Array(
      Type.Object({
        platform: Type.String(),
        position: Type.Integer({ minimum: 1, ...described('In the order of preference.') }),
      }),
    ),
    mounts: Type.Array(Type.String(), described('Paths that its mounts begin with.')),
    status: Type.Enum([...PROVIDER_STATUSES], described(PROVIDER_STATUS_TEXT)),
    cost: MoneyText,
    limits: Type.Object({
      requests_per_second: nullable(Type.Number()),
      in_flight_max: nullable(Type.Integer()),
      timeout_ms: nullable(Type.Integer()),
    }),
    quota: nullable(QuotaView),
    health: HealthView,
    gate: nullable(GateView),
  },
  { $id: 'Provider', description: 'One configured provider and its current state.' },
);
export type ShownProvider = Static<typeof ProviderView>;

/** To a tenth of a millisecond: the embedded library is that fast. */
function rounded<T extends number | null>(value: T, digits = 1): T {
  return (value === null ? null : Number(value.toFixed(digits))) as T;
}

function healthView(report: ProviderHealthReport): ShownProvider['health'] {
  const { lastFailure } = report;
  return {
    state: report.breaker,
    ejected_for_ms: rounded(report.ejectedForMs),
    suspended_for_ms: rounded(report.suspendedForMs),
    demoted: report.isDemoted,
    consecutive_failures: report.consecutiveFailures,
    success_rate: rounded(report.successRate, 4),
    attempts: report.attempts,
    failures: report.failures,
    calls: report.calls,
    retries: report.retries,
    hedges: report.hedges,
    retries_left: report.retriesLeft,
    hedges_left: report.hedgesLeft,
    p50_ms: rounded(report.p50Ms),
    p95_ms: rounded(report.p95Ms),
    p99_ms: rounded(report.p99Ms),
    hedge_after_ms: rounded(report.hedgeAfterMs),
    in_flight: report.inFlight,
    recent_attempts: report.recent.attempts,
    recent_failures: report.recent.failures,
    last_failure: lastFailure && {
      kind: lastFailure.kind,
      detail: lastFailure.detail,
      at: formatTime(lastFailure.atMs),
    },
  };
}

function quotaView({ quota, quotaLeft }: ProviderState): ShownProvider['quota'] {
  if (quota === null) return null;
  const resets_at = quotaLeft && formatTime(quotaLeft.resetsAtMs);
  return { units: quota.units, per: quota.per, left: quotaLeft?.units ?? null, resets_at };
}

export function statusOf({ health, quotaLeft }: ProviderState): ProviderStatus {
  return providerStatus({ ...health, quotaLeft: quotaLeft?.units ?? null });
}

function providerView(state: ProviderState): ShownProvider {
  const { name, connector, platforms, mounts, gate } = state;
  return {
    name,
    connector,
    made_up: state.isMadeUp,
    fault: state.fault,
    platforms: platforms.map(({ platform, position }) => ({ platform, position })),
    mounts: [...mounts],
    status: statusOf(state),
    cost: formatMoney(state.costMicros),
    limits: {
      requests_per_second: state.requestsPerSecond,
      in_flight_max: state.inFlightMax,
      timeout_ms: state.timeoutMs,
    },
    quota: quotaView(state),
    health: healthView(state.health),
    gate: gate && {
      in_flight_limit: gate.limit,
      running: gate.inFlight,
      waiting: gate.waiting,
      unasked_answers: gate.unasked,
    },
  };
}

export const providerList = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminListProviders',
  method: 'GET',
  path: '/admin/v1/providers',
  summary: 'Every provider, its settings and its health behind this listener',
  tag: 'Providers',
  params: Nothing,
  query: Nothing,
  body: Nothing,
  result: Type.Object({
    now: TimeText,
    currency: Currency,
    processes: Type.Integer({ minimum: 0, ...described('That share this listener: 1, or its workers.') }),
    processes_answered: Type.Integer({
      minimum: 0,
      ...described(
        'Processes that answered. Counts are sums over them; states and latencies are the worst of them.',
      ),
    }),
    providers: Type.Array(ProviderView),
  }),
  async run({ clock, currency, providers }) {
    const { states, processes, answered } = await providers();
    const figures = { processes, processes_answered: answered, providers: states.map(providerView) };
    return { now: formatTime(clock.nowMs()), currency, ...figures };
  },
});

/**
 * Ends a pause that the provider asked for, such as a Retry-After of a day, and the pause after failures. It is stored, and every process
 * on this ledger applies it.
 */
export const providerResume = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminResumeProvider',
  method: 'POST',
  path: '/admin/v1/providers/{provider}/resume',
  summary: 'Ask a suspended or ejected provider again, on every node within 5 seconds',
  tag: 'Providers',
  params: providerParams,
  query: Nothing,
  body: Nothing,
  result: Type.Object({ provider: Type.String(), resumed: Type.Boolean() }),
  needs: 'operator',
  async run({ storage, providerNames, refresh }, { params: { provider } }, { actor }) {
    if (!providerNames().includes(provider)) return noProvider;
    await storage.providers.resume({ actor, provider });
    await refresh();
    return { provider, resumed: true };
  },
});

/**
 * Breaks a provider of the showcase, or mends it. The newest row in the audit log is its state, and every process on this ledger applies it.
 */
export const providerFault = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminSetProviderFault',
  method: 'POST',
  path: '/admin/v1/providers/{provider}/fault',
  summary: 'Break a provider of the showcase or mend it, on every node within 5 seconds',
  tag: 'Providers',
  params: providerParams,
  query: Nothing,
  body: Type.Object(
    { fault: Type.Enum([...PROVIDER_FAULTS], described(PROVIDER_FAULT_TEXT)) },
    { additionalProperties: false },
  ),
  result: Type.Object({ provider: Type.String(), fault: Type.Enum([...PROVIDER_FAULTS]) }),
  needs: 'operator',
  async run({ storage, providerNames, breakableNames, refresh }, { params: { provider }, body }, { actor }) {
    if (!providerNames().includes(provider)) return noProvider;
    if (!breakableNames().includes(provider))
      return invalid('provider', 'is not of the showcase: only made-up providers can be broken');
    await storage.audit.note({
      actor,
      action: PROVIDER_FAULT,
      subject: provider,
      detail: { fault: body.fault },
    });
    await refresh();
    return { provider, fault: body.fault };
  },
});

const StepView = Type.Object(
  {
    at: TimeText,
    attempts: Count,
    failures: Count,
    success_rate: nullable(Type.Number({ description: 'null without attempts.' })),
    average_ms: nullable(Type.Integer()),
    p95_ms: nullable(
      Type.Integer({
        description: 'At most: one of 10, 25, 50, 100, 250, 500, 1000, 2500, 5000 and 15000.',
      }),
    ),
    cost: MoneyText,
    earned: MoneyText,
  },
  { $id: 'ProviderStep', description: 'Five minutes of one provider.' },
);

const NO_STEP = { attempts: 0, failures: 0, durationMs: 0, costMicros: 0, chargedMicros: 0, durations: [] };

function stepView(atMs: number, step: Omit<ProviderStep, 'stepMs'>) {
  const { attempts, failures, durationMs } = step;
  return {
    at: formatTime(atMs),
    attempts,
    failures,
    success_rate: attempts === 0 ? null : Number((1 - failures / attempts).toFixed(4)),
    average_ms: attempts === 0 ? null : Math.round(durationMs / attempts),
    p95_ms: durationQuantile(step.durations, 0.95),
    cost: formatMoney(step.costMicros),
    earned: formatMoney(step.chargedMicros),
  };
}

/** The last day in steps of five minutes. Stored in the ledger, so it survives restarts. */
export const providerHistory = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminGetProviderHistory',
  method: 'GET',
  path: '/admin/v1/providers/{provider}/history',
  summary: 'The last 24 hours of a provider in steps of five minutes, on all nodes',
  tag: 'Providers',
  params: providerParams,
  query: Nothing,
  body: Nothing,
  result: Type.Object({
    provider: Type.String(),
    currency: Currency,
    steps: Type.Array(StepView, { description: '288 full steps and the current one, oldest first.' }),
    coverage: Type.Array(Type.Object({ operation: Type.String(), coverage: CoverageView }), {
      description: 'Caps, known gaps and freshness of each of its operations, as callers are told.',
    }),
  }),
  async run({ storage, clock, currency, providerNames, coverage }, { params: { provider } }) {
    if (!providerNames().includes(provider)) return noProvider;
    const lastMs = stepOf(clock.nowMs());
    const fromMs = lastMs - DAY_MS;
    const kept = await storage.usage.providerSteps({ provider, fromMs, toMs: lastMs + STEP_MS });
    const known = new Map(kept.map((step) => [step.stepMs, step]));
    const places = Array.from({ length: DAY_MS / STEP_MS + 1 }, (_, i) => fromMs + i * STEP_MS);
    const steps = places.map((atMs) => stepView(atMs, known.get(atMs) ?? (NO_STEP as never)));
    const covered = coverage(provider).map((one) => ({ ...one, coverage: coverageView(one.coverage)! }));
    return { provider, currency, steps, coverage: covered };
  },
});

/** Every platform has results for it. */
const KEYWORD = 'cat';

const ProbeView = Type.Object(
  {
    provider: Type.String(),
    platform: Type.String(),
    outcome: Type.String({ description: '`ok`, or the kind of failure.' }),
    items: nullable(Count),
    end: nullable(Type.String({ description: 'Whether the list goes on.' })),
    duration_ms: Type.Number(),
    detail: nullable(Type.String({ description: 'The first title, or what went wrong.' })),
    new_keys: Type.Array(Type.String(), {
      description:
        'Keys of the answer that the connector does not know, each with the name of what is around it. Nothing reads them.',
    }),
    missing_keys: Type.Array(Type.String(), {
      description:
        'Keys that the connector reads and knows of every answer, but that this one does not have: the platform may have changed.',
    }),
  },
  { $id: 'ProviderProbe' },
);

/**
 * One live search for each platform that the provider serves, outside of any call. No caller is charged, but the provider may bill the
 * operator.
 */
export const providerCheck = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminCheckProvider',
  method: 'POST',
  path: '/admin/v1/providers/{provider}/check',
  summary: 'Search once at a provider, now, for each platform that it serves',
  tag: 'Providers',
  needs: 'operator',
  params: providerParams,
  query: Nothing,
  body: Type.Object(
    { keyword: Type.Optional(Type.String({ minLength: 1, maxLength: 100, default: KEYWORD })) },
    { additionalProperties: false },
  ),
  result: Type.Object({
    provider: Type.String(),
    ok: Type.Boolean(),
    checks: Type.Array(ProbeView, { description: 'Empty for a provider that has no search.' }),
  }),
  async run({ providerNames, probe, storage }, { params: { provider }, body }, { actor }) {
    if (!providerNames().includes(provider)) return noProvider;
    const keyword = body.keyword ?? KEYWORD;
    // Checked before the provider is asked, because the provider may bill for the search.
    await storage.audit.note({ actor, action: 'provider.check', subject: provider, detail: { keyword } });
    const checks = await probe(provider, keyword);
    return { provider, ok: checks.every(({ outcome }) => outcome === 'ok'), checks };
  },
});
