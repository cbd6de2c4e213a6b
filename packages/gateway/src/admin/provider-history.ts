// Owns the last day of one provider, in steps of five minutes: how many attempts, how many failed, how long they took, what they cost
// and earned. It is kept in the ledger, so it survives every restart.
import { Count, Currency, MoneyText, nullable, TimeText } from '../account/fields.ts';
import { formatTime } from '../domain/clock.ts';
import { formatMoney } from '../domain/money.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import { durationQuantile, type ProviderStep, STEP_MS, stepOf } from '../storage/storage.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';
import { noProvider, providerParams } from './provider-name.ts';

const DAY_MS = 86_400_000;

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
    steps: Type.Array(StepView, { description: '288 and the one that runs, oldest first.' }),
  }),
  async run({ storage, clock, currency, providerNames }, { params: { provider } }) {
    if (!providerNames().includes(provider)) return noProvider;
    const lastMs = stepOf(clock.nowMs());
    const fromMs = lastMs - DAY_MS;
    const kept = await storage.usage.providerSteps({ provider, fromMs, toMs: lastMs + STEP_MS });
    const known = new Map(kept.map((step) => [step.stepMs, step]));
    const places = Array.from({ length: DAY_MS / STEP_MS + 1 }, (_, i) => fromMs + i * STEP_MS);
    const steps = places.map((atMs) => stepView(atMs, known.get(atMs) ?? (NO_STEP as never)));
    return { provider, currency, steps };
  },
});
