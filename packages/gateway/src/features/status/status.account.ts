// The public status: how well each operation of each platform works, so that a caller whose calls fail can tell whether the cause is the
// call itself, the gateway or the platform. It shows neither providers nor numbers of calls.
import { formatTime } from '../../domain/clock.ts';
import { isFailure } from '../../domain/failure.ts';
import { Type } from '../../domain/schema.ts';
import {
  faultOf,
  roundShare,
  SERVICE_STATE_TEXT,
  SERVICE_STATES,
  STATUS_CALLS_MIN,
  serviceState,
  type WindowFigures,
} from '../../domain/service-status.ts';
import type { DataRoute } from '../../operations/data-route.ts';
import { ALL_PLATFORMS } from '../../operations/index.ts';
import { durationQuantile, type FailedByCode, type PathOutcomes } from '../../storage/storage.ts';
import type { AccountCaller, AccountDeps, Outcomes } from '../../verb/deps.ts';
import { nullable, TimeText } from '../../verb/fields.ts';
import { Nothing, verbOf } from '../../verb/verb.ts';
import { listPrice } from '../catalog/price.account.ts';
import { STATUS_SECONDS } from './status-figures.ts';

const Share = Type.Number({ minimum: 0, maximum: 1, examples: [0.95] });

const StatusWindowView = Type.Object(
  {
    success: Type.Number({
      ...Share,
      description:
        'Share of calls that were answered, in steps of 0.05. Calls that failed because of what was asked, such as a video that does not exist, are not counted.',
    }),
    p95_ms: nullable(
      Type.Integer({
        minimum: 0,
        description:
          'A request to the platform took at most this many milliseconds in 95 of 100 cases, rounded up to 10, 25, 50, 100, 250, 500, 1000, 2500, 5000 or 15000. Null when fewer than 20 were sent. Of a month, only its last eight days count.',
      }),
    ),
    refused: Type.Number({
      ...Share,
      description: 'Share of calls that the platform refused or was too busy for, in steps of 0.05.',
    }),
  },
  { $id: 'StatusWindow' },
);

const window = (time: string) =>
  nullable(
    Type.Object(StatusWindowView.properties, {
      description: `${time} Null when it has fewer than ${STATUS_CALLS_MIN} calls.`,
    }),
  );

export const StatusRowView = Type.Object(
  {
    platform: Type.String({ examples: ['library'] }),
    operation: Type.String({ examples: ['video.search'] }),
    state: Type.Enum([...SERVICE_STATES], { description: SERVICE_STATE_TEXT }),
    cause: nullable(
      Type.Enum(['platform', 'gateway'], {
        description:
          'Where most failed calls went wrong when `state` is `unsteady` or `failing`; otherwise null. When `state` is `good` and your call fails, look at the call.',
      }),
    ),
    hour: window('The last hour, to five minutes.'),
    day: window('The last 24 hours, to five minutes.'),
    month: window('Today and the 29 UTC days before.'),
  },
  { $id: 'StatusRow' },
);

interface Row {
  platform: string;
  operation: string;
  paths: readonly string[];
}

/** The operations of a mount are one row: there may be thousands. */
const operationOf = ({ operation }: DataRoute) => (operation.startsWith('mount.') ? 'mount' : operation);

/** What the caller may call. A search over many platforms is not a row of its own: each platform has one. */
function rowsFor({ routes, catalog }: AccountDeps, caller: AccountCaller): Row[] {
  const key = caller?.key;
  const allows = (list: readonly string[] | null | undefined, name: string) => list?.includes(name) ?? true;
  const own = routes().filter(({ platform }) => platform !== ALL_PLATFORMS);
  const prices = catalog();
  const seen = own.filter(
    ({ path, group, platform, operation }) =>
      listPrice(prices, path) !== null &&
      (key === undefined || key.groups.includes(group)) &&
      allows(key?.platforms, platform) &&
      allows(key?.operations, operation),
  );
  const names = Map.groupBy(seen, (route) => `${route.platform} ${operationOf(route)}`);
  // Figures are those of all callers, also where this key may use only some of the paths.
  const all = Map.groupBy(own, (route) => `${route.platform} ${operationOf(route)}`);
  return [...names].map(([name, [first]]) => ({
    platform: first!.platform,
    operation: operationOf(first!),
    paths: all.get(name)!.map(({ path }) => path),
  }));
}

interface Window {
  figures: WindowFigures | null;
  /** Failed calls by fault. */
  platformFaults: number;
  gatewayFaults: number;
}

function windowOf(outcomes: Outcomes, paths: readonly string[]): Window {
  const own = paths.flatMap((path) => outcomes.get(path) ?? []);
  const total = (of: (one: PathOutcomes) => number) => own.reduce((all, one) => all + of(one), 0);
  const failedBy = (...faults: string[]) =>
    total(({ codes }) =>
      codes.reduce((all, { code, calls }) => all + (faults.includes(faultOf(code)) ? calls : 0), 0),
    );
  const answered = total(({ calls }) => calls);
  const failed = total(failedForUs);
  const counted = answered + failed;
  const faults = { platformFaults: failedBy('platform', 'refused'), gatewayFaults: failedBy('gateway') };
  if (counted < STATUS_CALLS_MIN) return { figures: null, ...faults };
  const figures = {
    success: roundShare(answered / counted),
    p95_ms: p95Of(own),
    refused: roundShare(Math.min(failed, failedBy('refused')) / counted),
  };
  return { figures, ...faults };
}

/**
 * Failed calls without those that failed because of what was asked. Of an id that was repeated only the last code is known. The ones before
 * are taken for the same, so that an account that repeats a look-up in vain does not make a platform look broken. A failed call that was
 * answered when it was repeated counts as failed.
 */
function failedForUs({ failed, codes }: PathOutcomes): number {
  const total = (some: typeof codes, of: (one: FailedByCode) => number) =>
    some.reduce((all, one) => all + of(one), 0);
  const ofCaller = codes.filter(({ code }) => faultOf(code) === 'caller');
  const unexplained = Math.max(0, failed - total(codes, ({ calls }) => calls));
  const repeated = Math.min(
    unexplained,
    total(ofCaller, ({ repeats }) => repeats),
  );
  return Math.max(0, failed - total(ofCaller, ({ calls }) => calls) - repeated);
}

function p95Of(own: readonly PathOutcomes[]): number | null {
  const counts = own.reduce<number[]>(
    (all, { durations }) => durations.map((count, i) => count + (all[i] ?? 0)),
    [],
  );
  const attempts = counts.reduce((all, count) => all + count, 0);
  return attempts < STATUS_CALLS_MIN ? null : durationQuantile(counts, 0.95);
}

/** With a key always; without one only where the operator made it public. */
export const serviceStatus = verbOf<AccountDeps, AccountCaller>()({
  name: 'getStatus',
  method: 'GET',
  path: '/api/status/v1',
  summary: 'How well each operation of each platform works',
  tag: 'Status',
  params: Nothing,
  query: Nothing,
  body: Nothing,
  result: Type.Object({
    measured_at: TimeText,
    refresh_seconds: Type.Integer({
      minimum: 1,
      description: 'Figures are computed again after this many seconds at the earliest.',
    }),
    operations: Type.Array(StatusRowView, {
      description: 'Every operation that the key may call; without a key, every operation with a price.',
    }),
  }),
  async run(deps, _input, caller) {
    const read = await deps.statusFigures();
    if (isFailure(read)) return read;
    const { readAtMs, ...figures } = read;
    const down = new Set(
      deps
        .platformHealth()
        .filter(({ health }) => health === 'down')
        .map(({ platform }) => platform),
    );
    const operations = rowsFor(deps, caller).map(({ platform, operation, paths }) => {
      const hour = windowOf(figures.hour, paths);
      const day = windowOf(figures.day, paths);
      const month = windowOf(figures.month, paths);
      const judged = hour.figures === null ? day : hour;
      const state = serviceState(judged.figures, down.has(platform));
      const isBad = state === 'unsteady' || state === 'failing';
      const isOurs = !down.has(platform) && judged.gatewayFaults > judged.platformFaults;
      return {
        platform,
        operation,
        state,
        cause: isBad ? (isOurs ? ('gateway' as const) : ('platform' as const)) : null,
        hour: hour.figures,
        day: day.figures,
        month: month.figures,
      };
    });
    return { measured_at: formatTime(readAtMs), refresh_seconds: STATUS_SECONDS, operations };
  },
});
