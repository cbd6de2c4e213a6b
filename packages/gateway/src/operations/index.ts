// The list of operations and the paths derived from it. A new operation is one file in this folder and one line here.
import type { OperationName } from '../connectors/connector.ts';
import { GROUPS } from '../domain/access/key.ts';
import { PAGE_ITEMS_DEFAULT } from '../domain/limits.ts';
import { formatMoney, type Micros, parseMoney, toMicros } from '../domain/money.ts';
import { authorGet } from './author-get.ts';
import { authorSearch } from './author-search.ts';
import { authorVideos } from './author-videos.ts';
import { commentReplies } from './comment-replies.ts';
import type { DataRoute } from './data-route.ts';
import { PURPOSES, type Purpose, purposePath } from './gathered-paths.ts';
import type { Action, Operation, PageOperation } from './operation.ts';
import { playlistGet } from './playlist-get.ts';
import { playlistVideos } from './playlist-videos.ts';
import { transcriptGet } from './transcript-get.ts';
import { videoComments } from './video-comments.ts';
import { videoGet } from './video-get.ts';
import { videoPopular } from './video-popular.ts';
import { videoRelated } from './video-related.ts';
import { videoSearch } from './video-search.ts';

export const operations: readonly Operation[] = [
  videoSearch,
  videoGet,
  authorVideos,
  videoComments,
  commentReplies,
  authorGet,
  authorSearch,
  videoPopular,
  videoRelated,
  playlistGet,
  playlistVideos,
  transcriptGet,
];

/** Used in place of a platform's name when the `url` parameter determines the platform. */
export const ANY_PLATFORM = 'any';

/** Used in place of a platform's name for a search over many platforms. */
export const ALL_PLATFORMS = 'all';

export interface OperationAction {
  /** The last segment of a path. */
  name: string;
  action: Action;
  operation: Operation;
}

export const operationActions: readonly OperationAction[] = operations.flatMap((operation) =>
  Object.entries(operation.actions).map(([name, action]) => ({ name, action, operation })),
);

const byName = new Map(operationActions.map((one) => [one.name, one]));

/** null when no action has this name. */
export function findAction(name: string): OperationAction | null {
  return byName.get(name) ?? null;
}

export function actionPath(group: string, platform: string, action: string): string {
  return `/api/${group}/v1/${platform}/app/${action}`;
}

/** The operations of each platform, as its providers offer them. */
export type Offers = Readonly<Record<string, readonly OperationName[]>>;

/** Every billed path of these platforms, with or without a price. */
export function dataRoutes(offers: Offers): DataRoute[] {
  return Object.entries(offers).flatMap(([platform, offered]) =>
    GROUPS.flatMap((group) =>
      operationActions
        .filter(({ operation }) => offered.includes(operation.name))
        .map(({ name, action, operation }) => ({
          path: actionPath(group, platform, name),
          method: 'GET' as const,
          group,
          version: 'v1' as const,
          platform,
          operation: operation.name,
          variant: action.variant,
          unit: operation.unit,
          itemsDefault: operation.shape === 'page' ? PAGE_ITEMS_DEFAULT : 1,
          summary: null,
        })),
    ),
  );
}

/** What an operation may be gathered for: a list for both, a look-up only in batches of ids. */
export function purposesOf(operation: Operation): readonly Purpose[] {
  if (operation.shape === 'page') return PURPOSES;
  return operation.several === undefined ? [] : ['collect'];
}

/** The billed paths of collections and watches. They have prices and are no HTTP routes. */
export function gatheredRoutes(offers: Offers): DataRoute[] {
  const purposes = new Map(operations.map((operation) => [operation.name as string, purposesOf(operation)]));
  return dataRoutes(offers)
    .filter(({ group }) => group === 'u1')
    .flatMap((route) =>
      purposes.get(route.operation)!.map((purpose) => ({
        ...route,
        path: purposePath(route.path, purpose),
        purpose,
        summary: PURPOSE_SUMMARIES[purpose],
      })),
    );
}

const PURPOSE_SUMMARIES: Readonly<Record<Purpose, string>> = {
  collect: 'A page of a collection.',
  watch: 'A run of a watch.',
};

/** The operations that may be asked of many platforms at once. */
export const mergedOperations: readonly PageOperation[] = operations.filter(
  (operation): operation is PageOperation => operation.shape === 'page' && operation.isMerged === true,
);

/** The paths of calls over many platforms. The price of such a call is the sum of its legs. */
export function allRoutes(offers: Offers): DataRoute[] {
  return mergedOperations.flatMap(({ name }) => routesOverAll(name, offers));
}

function routesOverAll(operation: OperationName, offers: Offers): DataRoute[] {
  const able = Object.keys(offers).filter((platform) => offers[platform]!.includes(operation));
  if (able.length === 0) return [];
  return dataRoutes({ [ALL_PLATFORMS]: [operation] })
    .filter(({ group }) => group === 'u1')
    .map((route) => ({
      ...route,
      unit: 'leg' as const,
      legs: able.map((platform) => ({
        platform,
        path: route.path.replace(`/${ALL_PLATFORMS}/`, `/${platform}/`),
      })),
      summary: 'One search over many platforms; each that delivers has its own price.',
    }));
}

/** The price of a route that a person calls. */
interface InteractivePrice {
  path: string;
  unit?: 'call' | 'item';
  unitPriceMicros: Micros;
  minimumMicros?: Micros;
}

export interface FirstPrice {
  path: string;
  unit?: 'item';
  unit_price: string;
  minimum?: string;
}

/**
 * The prices of a new installation: one rule per action, for every group and platform, and one for each of its purposes. A collected page
 * costs what an interactive one does. A run of a watch costs a tenth of that for each new item, and as much when there is none.
 */
export function firstPrices(): FirstPrice[] {
  const interactive = operationActions.map(({ name, action }) => ({
    path: actionPath('*', '*', name),
    unit_price: action.firstPrice,
  }));
  const gathered = operationActions.flatMap(({ name, action, operation }) =>
    purposesOf(operation).map((purpose) => firstPriceFor(purpose, actionPath('u1', '*', name), action)),
  );
  return [...interactive, ...gathered];
}

/** A page has twenty items by default, of which few are new to a watch: at a tenth, two new items cost a fifth of a page. */
const WATCHED_ITEM_SHARE = 10;

function firstPriceFor(purpose: Purpose, path: string, { firstPrice }: Action): FirstPrice {
  return gatheredPrice(purpose, { path, unitPriceMicros: parseMoney(firstPrice)! });
}

/** What gathering costs where an interactive call has this price. */
export function gatheredPrice(purpose: Purpose, interactive: InteractivePrice): FirstPrice {
  const { unit, unitPriceMicros, minimumMicros } = interactive;
  const path = purposePath(interactive.path, purpose);
  const unit_price = formatMoney(unitPriceMicros);
  if (unit === 'item') {
    const least = minimumMicros ?? (purpose === 'watch' ? unitPriceMicros : undefined);
    return { path, unit, unit_price, ...(least !== undefined && { minimum: formatMoney(least) }) };
  }
  if (purpose === 'collect') return { path, unit_price };
  const item = formatMoney(toMicros(Math.round(unitPriceMicros / WATCHED_ITEM_SHARE)));
  return { path, unit: 'item', unit_price: item, minimum: item };
}
