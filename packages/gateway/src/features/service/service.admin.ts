// The service as a whole: version, settings (never a secret), and today's overview. The cost of the overview does not grow with the number
// of calls.

import type { Static } from 'typebox';
import { inForce } from '../../domain/catalog.ts';
import { formatTime } from '../../domain/clock.ts';
import { DAY_MS, HOUR_MS } from '../../domain/duration.ts';
import { formatMoney, type Micros, toMicros } from '../../domain/money.ts';
import {
  LIGHT_OF,
  LIGHTS,
  PROVIDER_STATUS_TEXT,
  PROVIDER_STATUSES,
  type ProviderStatus,
} from '../../domain/provider-status.ts';
import { Type } from '../../domain/schema.ts';
import type { Figures, Overview, RouteFigures, Runway } from '../../storage/storage.ts';
import type { AdminCaller, AdminDeps, ProviderState } from '../../verb/deps.ts';
import { Count, Currency, MoneyText, nullable, TimeText } from '../../verb/fields.ts';
import { Nothing, verbOf } from '../../verb/verb.ts';
import { runwayFields, runwayFigures } from '../accounts/account-views.ts';
import { unpricedTexts } from '../catalog/price-lists.ts';
import { DutyCountsView, dutyCounts, dutyTroubles } from '../duties/duty.admin.ts';
import { ProviderView, statusOf } from '../providers/provider.admin.ts';

export const ServiceView = Type.Object(
  {
    title: Type.String({ description: 'Name of the service as people read it.', examples: ['Reelgate'] }),
    public_url: Type.String({
      description: 'The origin under which callers reach the gateway.',
      examples: ['http://127.0.0.1:8080'],
    }),
    made_up: Type.Array(Type.String(), {
      description: 'Platforms whose records are made up, for a demonstration.',
      examples: [['showcase']],
    }),
  },
  { $id: 'Service', description: 'The service as callers know it.' },
);

export type ServiceDeps = Pick<AdminDeps, 'publicUrl' | 'title' | 'madeUp'>;

export function serviceView({ publicUrl, title, madeUp }: ServiceDeps) {
  return { title: title(), public_url: publicUrl(), made_up: [...madeUp()] };
}

export const status = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminGetStatus',
  method: 'GET',
  path: '/admin/v1/status',
  summary: 'Catalog in force and serving processes',
  tag: 'Status',
  params: Nothing,
  query: Nothing,
  body: Nothing,
  result: Type.Object({
    now: TimeText,
    currency: Currency,
    service: ServiceView,
    catalog_version: nullable(Type.Integer()),
    nodes: Type.Array(
      Type.Object({
        id: Type.String(),
        pid: Type.Integer(),
        host: nullable(
          Type.String({
            description: 'The machine of the node; null with SQLite, which runs on one machine.',
          }),
        ),
      }),
    ),
    duties: Type.Array(DutyCountsView, { description: 'Work that is due, by kind.' }),
  }),
  async run({ storage, clock, currency, ...deps }) {
    const nowMs = clock.nowMs();
    const [catalogs, nodes, duties] = await Promise.all([
      storage.catalog.all(),
      storage.nodes(),
      dutyCounts(storage),
    ]);
    return {
      now: formatTime(nowMs),
      currency,
      service: serviceView(deps),
      catalog_version: inForce(catalogs, nowMs)?.version ?? null,
      nodes: nodes.map(({ id, pid, host }) => ({ id, pid, host })),
      duties,
    };
  },
});

export const settingsRead = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminGetSettings',
  method: 'GET',
  path: '/admin/v1/settings',
  summary: 'The settings that were given, without secrets; all others have their defaults',
  tag: 'Status',
  params: Nothing,
  query: Nothing,
  body: Nothing,
  result: Type.Object({
    file: nullable(
      Type.String({ description: 'Null when there is no file and all settings have their defaults.' }),
    ),
    settings: Type.Array(
      Type.Object({
        name: Type.String({ examples: ['service.title'] }),
        value: nullable(Type.String({ description: 'Null when it is a secret or may hold one.' })),
        variable: nullable(Type.String({ description: 'Of the environment, where the value came from.' })),
      }),
      { description: 'At most the first thousand.' },
    ),
  }),
  async run({ settings }) {
    const { file, given } = settings();
    return { file, settings: given.map(({ name, value, variable }) => ({ name, value, variable })) };
  },
});

/** Accounts whose balance lasts fewer days are listed. */
const RUNWAY_DAYS = 14;
const SHOWN_MAX = 20;

const figureFields = {
  calls: Count,
  failures: Count,
  earned: MoneyText,
  cost: MoneyText,
  margin: MoneyText,
};

const RunwayView = Type.Object(
  {
    account_id: Type.String(),
    account_name: Type.String(),
    ...runwayFields,
  },
  { $id: 'Runway', description: 'How many days the balance of an account lasts.' },
);

const LightView = Type.Object(
  {
    provider: Type.String(),
    made_up: ProviderView.properties.made_up,
    fault: ProviderView.properties.fault,
    status: Type.Enum([...PROVIDER_STATUSES], { description: PROVIDER_STATUS_TEXT }),
    state: Type.Enum([...LIGHTS], { description: 'How good or bad its status is.' }),
    reason: nullable(Type.String()),
    attempts: Type.Integer({ minimum: 0, description: 'Of today.' }),
    failures: Count,
    cost: MoneyText,
    earned: MoneyText,
  },
  { $id: 'ProviderLight' },
);

const DecisionView = Type.Object(
  {
    kind: Type.Enum(['complaints', 'provider', 'unpriced', 'negative_margin', 'ledger', 'owed', 'duties']),
    subject: Type.String({
      description: 'The provider, the path or the account; empty where there is none.',
    }),
    text: Type.String({ description: 'The problem, in a sentence.' }),
  },
  { $id: 'Decision' },
);

const OverviewView = Type.Object(
  {
    now: TimeText,
    currency: Currency,
    today: Type.Object(figureFields),
    yesterday: Type.Object(figureFields, { description: 'Up to the same time of day, to five minutes.' }),
    untimed_calls: Type.Integer({
      minimum: 0,
      description:
        'Calls of today that an older release counted, which kept no times: they are in `today`, and in none of `hours`.',
    }),
    replays: Type.Integer({
      minimum: 0,
      description:
        'Free replays (calls that repeat the id of a paid call) since the processes behind this listener started.',
    }),
    refunded_today: MoneyText,
    topped_up_today: MoneyText,
    hours: Type.Array(Type.Object({ hour: TimeText, ...figureFields }), {
      description: 'Since yesterday began, UTC, oldest first; every hour up to now.',
    }),
    providers: Type.Array(LightView),
    runways: Type.Array(RunwayView, {
      description: 'Accounts whose balance lasts less than two weeks, shortest first.',
    }),
    ledger: nullable(
      Type.Object({
        clean: Type.Boolean(),
        checked_at: TimeText,
        entries: Count,
        differences: Count,
      }),
    ),
    decisions: Type.Array(DecisionView),
  },
  { $id: 'Overview' },
);

type View = Static<typeof OverviewView>;

function figuresView({ calls, failures, chargedMicros, costMicros }: Figures) {
  return {
    calls,
    failures,
    earned: formatMoney(chargedMicros),
    cost: formatMoney(costMicros),
    margin: formatMoney(toMicros(chargedMicros - costMicros)),
  };
}

const NONE: Figures = { calls: 0, failures: 0, chargedMicros: 0 as Micros, costMicros: 0 as Micros };

/** Every hour, including those without calls: a chart has no gaps. */
function hoursView({ hours }: Overview, nowMs: number): View['hours'] {
  const known = new Map(hours.map((one) => [one.hourMs, one]));
  const firstMs = nowMs - (nowMs % DAY_MS) - DAY_MS;
  const count = Math.floor((nowMs - firstMs) / HOUR_MS) + 1;
  return Array.from({ length: count }, (_, i) => firstMs + i * HOUR_MS).map((hourMs) => ({
    hour: formatTime(hourMs),
    ...figuresView(known.get(hourMs) ?? NONE),
  }));
}

function runwayView(runway: Runway): Static<typeof RunwayView> {
  return { account_id: runway.accountId, account_name: runway.name, ...runwayFigures(runway) };
}

/** Why a provider has this status; null where the status is enough. */
const REASONS: Record<ProviderStatus, string | null> = {
  works: null,
  idle: null,
  unsteady: 'More than a fifth of its last attempts failed.',
  failing: 'All of its last attempts failed.',
  trying: 'It is being tried again.',
  paused: 'It failed several times in a row.',
  suspended: 'It asked not to be called.',
  spent: 'Its quota is used up.',
};

function lightOf(provider: ProviderState): Pick<View['providers'][number], 'status' | 'state' | 'reason'> {
  const status = statusOf(provider);
  return { status, state: LIGHT_OF[status], reason: REASONS[status] };
}

function lightsView(states: readonly ProviderState[], routes: readonly RouteFigures[]): View['providers'] {
  return states.map((state) => {
    const own = routes.filter(({ provider }) => provider === state.name);
    const sum = (of: (route: RouteFigures) => number) => own.reduce((all, route) => all + of(route), 0);
    return {
      provider: state.name,
      made_up: state.isMadeUp,
      fault: state.fault,
      ...lightOf(state),
      attempts: sum(({ attempts }) => attempts),
      failures: sum(({ failedAttempts }) => failedAttempts),
      cost: formatMoney(toMicros(sum(({ costMicros }) => costMicros))),
      earned: formatMoney(toMicros(sum(({ chargedMicros }) => chargedMicros))),
    };
  });
}

/** Paths whose calls cost the operator more than they earned today. */
function lossesIn(routes: readonly RouteFigures[]): View['decisions'] {
  const byPath = Map.groupBy(routes, ({ path }) => path);
  return [...byPath].flatMap(([path, of]) => {
    const margin = of.reduce((sum, { chargedMicros, costMicros }) => sum + chargedMicros - costMicros, 0);
    if (margin >= 0) return [];
    const text = `Calls of this path cost ${formatMoney(toMicros(-margin))} more today than they earned.`;
    return [{ kind: 'negative_margin' as const, subject: path, text }];
  });
}

function waitingIn({ waitingComplaints: count }: Overview): View['decisions'] {
  if (count === 0) return [];
  const text = count === 1 ? 'A complaint waits for a decision.' : `${count} complaints wait for a decision.`;
  return [{ kind: 'complaints', subject: '', text }];
}

function owedIn({ debtors }: Overview): View['decisions'] {
  return debtors.map(({ name, owedMicros }) => ({
    kind: 'owed' as const,
    subject: name,
    text: `This account owes ${formatMoney(owedMicros)} for payments that were taken back.`,
  }));
}

/** Failing webhooks are the business of their owners, who are told; what is late is the operator's. */
function dutiesIn(counts: Parameters<typeof dutyTroubles>[0]): View['decisions'] {
  const late = dutyTroubles(counts.map((one) => ({ ...one, failing: 0 })));
  if (late.length === 0) return [];
  return [{ kind: 'duties', subject: '', text: `Work waits for a node: ${late.join('; ')}.` }];
}

function decisionsOf(
  figures: Overview,
  lights: View['providers'],
  unpriced: string[],
  ledger: View['ledger'],
) {
  const bad = lights.filter(({ state }) => state === 'bad');
  return [
    ...(ledger?.clean === false
      ? [{ kind: 'ledger' as const, subject: '', text: `The ledger has ${ledger.differences} differences.` }]
      : []),
    ...waitingIn(figures),
    ...owedIn(figures),
    ...bad.map(({ provider, reason }) => ({
      kind: 'provider' as const,
      subject: provider,
      text: reason ?? '',
    })),
    ...lossesIn(figures.routes),
    ...unpriced.map((text) => ({ kind: 'unpriced' as const, subject: '', text })),
  ];
}

export const overview = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminGetOverview',
  method: 'GET',
  path: '/admin/v1/overview',
  summary: 'Figures of today, and what needs a decision',
  tag: 'Status',
  params: Nothing,
  query: Nothing,
  body: Nothing,
  result: OverviewView,
  async run({ storage, clock, currency, providers, paths, settings }) {
    const nowMs = clock.nowMs();
    const [figures, verdict, catalogs, survey, duties] = await Promise.all([
      storage.usage.overview({ nowMs, runwayDays: RUNWAY_DAYS }),
      storage.ledger.verdict(),
      storage.catalog.all(),
      providers(),
      dutyCounts(storage),
    ]);
    const catalog = inForce(catalogs, nowMs);
    const unpriced = catalog === null ? [] : unpricedTexts(catalog, paths(), settings());
    const lights = lightsView(survey.states, figures.routes);
    const ledger = verdict && {
      clean: verdict.differences === 0,
      checked_at: formatTime(verdict.atMs),
      entries: verdict.entries,
      differences: verdict.differences,
    };
    return {
      now: formatTime(nowMs),
      currency,
      today: figuresView(figures.today),
      yesterday: figuresView(figures.yesterday),
      untimed_calls: figures.untimedCalls,
      replays: survey.replays,
      refunded_today: formatMoney(figures.refundedMicros),
      topped_up_today: formatMoney(figures.toppedUpMicros),
      hours: hoursView(figures, nowMs),
      providers: lights,
      runways: figures.runways.map(runwayView),
      ledger,
      decisions: [...dutiesIn(duties), ...decisionsOf(figures, lights, unpriced, ledger)].slice(0, SHOWN_MAX),
    };
  },
});
