// Which providers may be asked for a filtered list, and what each of them is asked. This is decided before the first attempt,
// because an answer that ignores a filter answers another question. It sends nothing and does not look at health.
import type { OperationName, SearchListing } from '../../connectors/connector.ts';
import type { Group } from '../../domain/access/key.ts';
import { type Failure, failure } from '../../domain/failure.ts';
import {
  type Filtering,
  type FilterName,
  type FilterSupport,
  type Filters,
  filterText,
  namesOf,
  parameterOf,
  passes,
  type SearchFilters,
  supportOf,
} from '../../domain/search-filters.ts';
import type { ParsedVideo } from '../../domain/video.ts';
import type { CallSettings } from '../call-deps.ts';
import type { ConnectedProvider } from '../trying/connected-provider.ts';
import type { OperationAddress } from './operation-target.ts';

/** What one provider does about the filters of a list. */
export interface FilterPlan {
  /** Filters that the provider is not asked for. */
  ignored: readonly FilterName[];
  approximate: readonly FilterName[];
  /** Checks a record of the provider's answer; null where no record has to be checked. */
  passes: ((record: ParsedVideo) => boolean) | null;
}

export interface AbleProviders {
  providers: readonly ConnectedProvider[];
  planOf(by: ConnectedProvider): FilterPlan;
}

const NOTHING_ASKED: FilterPlan = { ignored: [], approximate: [], passes: null };

/** The providers that can apply every filter. With best effort all providers, the one that ignores fewest filters first. */
export function ableProviders(
  { platforms }: Pick<CallSettings, 'platforms'>,
  { group, platform, providers }: OperationAddress,
  operation: OperationName,
  filtering: Filtering | undefined,
): AbleProviders | Failure {
  if (filtering === undefined) return { providers, planOf: () => NOTHING_ASKED };
  const { wanted, isBestEffort } = filtering;
  const where = { group, platform, operation };
  const plans = new Map(providers.map((by) => [by, planFor(wanted, by, where)]));
  const planOf = (by: ConnectedProvider) => plans.get(by)!;
  if (isBestEffort) {
    const byLoss = (a: ConnectedProvider, b: ConnectedProvider) =>
      planOf(a).ignored.length - planOf(b).ignored.length;
    return { providers: providers.toSorted(byLoss), planOf };
  }
  const able = providers.filter((by) => planOf(by).ignored.length === 0);
  if (able.length === 0) return unsupported(filtering, providers.map(planOf), { platforms, ...where });
  return { providers: able, planOf };
}

interface Where {
  operation: OperationName;
  group: Group;
  platform: string;
}

function planFor(wanted: Filters, by: ConnectedProvider, where: Where): FilterPlan {
  const names = namesOf(wanted);
  const of = (support: FilterSupport | null) =>
    names.filter((name) => supportAt(wanted, name, by, where) === support);
  const checked = Object.fromEntries(of('checked').map((name) => [name, wanted[name]])) as SearchFilters;
  return {
    ignored: of(null),
    approximate: of('preferred'),
    passes: of('checked').length === 0 ? null : (record) => passes(checked, record),
  };
}

/**
 * In group u2 the answer is the platform's own body. No record can be left out of it, so filters that the gateway would check
 * itself do not count.
 */
function supportAt(
  wanted: Filters,
  name: FilterName,
  { connector, provider }: ConnectedProvider,
  { operation, group, platform }: Where,
): FilterSupport | null {
  const listing = connector.operations[operation] as Partial<Pick<SearchListing, 'filters'>> | undefined;
  const table = listing?.filters?.(platform, provider.options) ?? {};
  const support = supportOf(table, name, wanted[name]!);
  return group === 'u2' && support === 'checked' ? null : support;
}

/** The failure names each filter that no provider can apply, and the platforms that support it. */
function unsupported(
  filtering: Filtering,
  plans: readonly FilterPlan[],
  { platforms, group, operation }: Omit<Where, 'platform'> & { platforms: CallSettings['platforms'] },
): Failure {
  const { wanted } = filtering;
  // The filters that no provider has. If each provider has some, those that the provider with the fewest gaps lacks.
  const ignoredByAll = namesOf(wanted).filter((name) => plans.every(({ ignored }) => ignored.includes(name)));
  const [least] = plans.toSorted((a, b) => a.ignored.length - b.ignored.length);
  const missing = ignoredByAll.length > 0 ? ignoredByAll : least!.ignored;
  const where = group === 'u2' ? ' in group u2' : '';
  // `…_min` and `…_max` come from one parameter, which is named once.
  const parameters = new Map(missing.map((name) => [parameterOf(name, filtering), name]));
  const errors = [...parameters.values()].map((name) => {
    const able = [...platforms].filter(([platform, all]) =>
      all.some((by) => supportAt(wanted, name, by, { operation, group, platform }) !== null),
    );
    const who = able.length === 0 ? 'none here can' : `these can: ${able.map(([known]) => known).join(', ')}`;
    const field = parameterOf(name, filtering);
    const what = field === name ? filterText(name, wanted) : field;
    return { field, message: `${what} is not supported by this platform${where}; ${who}` };
  });
  const detail = errors.map(({ message }) => message).join('. ');
  return failure(
    'FILTER_UNSUPPORTED',
    `${detail}. With filters=best_effort the search goes without. Nothing was charged.`,
    { errors },
  );
}
