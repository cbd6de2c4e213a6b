// Owns the operator's look at providers: what is configured for each, and how it does at this moment in the processes
// behind this listener. Nodes elsewhere may know other things. Never shows a credential.
import type { Static } from 'typebox';
import { Count, Currency, MoneyText, nullable, TimeText } from '../account/fields.ts';
import { formatTime } from '../domain/clock.ts';
import { formatMoney } from '../domain/money.ts';
import {
  PROVIDER_STATUS_TEXT,
  PROVIDER_STATUSES,
  type ProviderStatus,
  providerStatus,
} from '../domain/provider-status.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import type { ProviderHealthReport } from '../health/health.ts';
import type { AdminCaller, AdminDeps, ProviderState } from './deps.ts';

const Ms = Type.Number({ minimum: 0 });
const told = (description: string) => ({ description });

const LastFailureView = Type.Object({
  kind: Type.String({ examples: ['timeout'] }),
  detail: nullable(Type.String()),
  at: TimeText,
});

const HealthView = Type.Object(
  {
    state: Type.Union(
      [Type.Literal('closed'), Type.Literal('open'), Type.Literal('half_open')],
      told('The breaker: `open` after five failures in a row, `half_open` when a probe is due or runs.'),
    ),
    ejected_for_ms: Type.Number({ minimum: 0, ...told('Until the next probe.') }),
    suspended_for_ms: Type.Number({ minimum: 0, ...told('How long it still asks not to be called.') }),
    demoted: Type.Boolean(told('Less than 80 % of its attempts succeed: others go first.')),
    consecutive_failures: Count,
    success_rate: nullable(Type.Number(told('Of the attempts of the last 10 s; null without any.'))),
    attempts: Type.Integer({ minimum: 0, ...told('This and the next four: in the last 10 s.') }),
    failures: Count,
    calls: Type.Integer({ minimum: 0, ...told('That may go to it.') }),
    retries: Count,
    hedges: Count,
    retries_left: Type.Integer({ minimum: 0, ...told('How many more it may be given now.') }),
    hedges_left: Count,
    p50_ms: nullable(Ms),
    p95_ms: nullable(Ms),
    p99_ms: nullable(Ms),
    hedge_after_ms: nullable(Ms),
    in_flight: Count,
    recent_attempts: Type.Integer({
      minimum: 0,
      ...told('Its last twenty that ended within an hour: what its status is derived from.'),
    }),
    recent_failures: Count,
    last_failure: nullable(LastFailureView),
  },
  told('Latencies are those of the last 1,000 answers within 5 minutes; null before 20.'),
);

const GateView = Type.Object(
  {
    in_flight_limit: Type.Integer({ minimum: 1, ...told('Shrinks with overload and grows with answers.') }),
    running: Count,
    waiting: Count,
    unasked_answers: Type.Integer({
      minimum: 0,
      ...told('Since the start. After the first, its connections are no longer used again.'),
    }),
  },
  told('The gateway’s own limits; null before its first request over a network.'),
);

const QuotaView = Type.Object(
  {
    units: Type.Integer({ minimum: 1 }),
    per: Type.Union([Type.Literal('day'), Type.Literal('month')]),
    left: nullable(
      Type.Integer({ minimum: 0, ...told('Of all nodes together; null in the first moments.') }),
    ),
    resets_at: nullable(TimeText),
  },
  told('What the upstream gives in a day or a month; null where nobody counts it.'),
);

export const ProviderView = Type.Object(
  {
    name: Type.String(),
    connector: Type.String(),
    platforms: Type.Array(
      Type.Object({
        platform: Type.String(),
        position: Type.Integer({ minimum: 1, ...told('In the order of preference.') }),
      }),
    ),
    mounts: Type.Array(Type.String(), told('Paths that its mounts begin with.')),
    status: Type.Enum([...PROVIDER_STATUSES], told(PROVIDER_STATUS_TEXT)),
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
  { $id: 'Provider', description: 'One configured provider and how it does right now.' },
);
export type ShownProvider = Static<typeof ProviderView>;

/** A tenth of a millisecond: the embedded library needs it, and nobody more. */
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

function view(state: ProviderState): ShownProvider {
  const { name, connector, platforms, mounts, gate } = state;
  return {
    name,
    connector,
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
    processes: Type.Integer({ minimum: 0, ...told('That share this listener: 1, or its workers.') }),
    processes_answered: Type.Integer({
      minimum: 0,
      ...told('Those that the figures are of: counts are added up, states and latencies are the worst.'),
    }),
    providers: Type.Array(ProviderView),
  }),
  async run({ clock, currency, providers }) {
    const { states, processes, answered } = await providers();
    const figures = { processes, processes_answered: answered, providers: states.map(view) };
    return { now: formatTime(clock.nowMs()), currency, ...figures };
  },
});
