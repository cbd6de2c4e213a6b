// What collections get from the core: their settings, the path of a call, and the signatures of links.
import type { CallDeps } from '../call/call-deps.ts';
import { collectPage } from '../call/gathering/collect-page.ts';
import { findHolder, gatherTerms } from '../call/gathering/gather-terms.ts';
import { locate, saysByAddress } from '../call/reading/locate.ts';
import type { ConnectedProvider } from '../call/trying/connected-provider.ts';
import type { Clock } from '../domain/clock.ts';
import { DAY_MS } from '../domain/duration.ts';
import { type Failure, failure, invalid, isFailure } from '../domain/failure.ts';
import type { CollectionKeep } from '../domain/gathering/collection.ts';
import { CollectionWork } from '../features/collections/collect.ts';
import { actionPath, findAction } from '../operations/index.ts';
import { createExportLinks } from '../secrets/export-links.ts';
import type { KeyHolder, Storage } from '../storage/storage.ts';
import type { Collecting } from '../verb/deps.ts';
import type { LiveSettings } from './live-settings.ts';

/** What this file uses of the core; assemble/core.ts itself would lead back here. */
interface CollectingCore {
  live: LiveSettings;
  storage: Storage;
  secret: Uint8Array;
  ports: { clock: Clock };
}

/** One account never has all places of a node. */
export const placesPerAccount = (atOnce: number) => Math.max(1, Math.floor(atOnce / 2));

export function collectingOf(core: CollectingCore, calls: CallDeps): Collecting {
  const { live } = core;
  return {
    refusal: (accountId, platform) => refusalOf(live, accountId, platform),
    rules: () => live.config.gathering.collections,
    keep: collectionKeepOf(live),
    terms: (request) => gatherTerms(calls, { ...request, purpose: 'collect' }),
    locate: (holder, path, url) => locateVideo(calls, holder, path, url),
    links: createExportLinks(core.secret),
  };
}

function refusalOf({ config }: LiveSettings, accountId: string, platform: string): Failure | null {
  const { enabled, except } = config.gathering;
  if (!enabled || except.accounts.includes(accountId))
    return failure('FORBIDDEN', 'Collections are switched off here.');
  if (!except.platforms.includes(platform)) return null;
  return failure('FORBIDDEN', `The operator does not allow ${platform} to be collected.`);
}

/** The shortest time for which the terms of these providers allow a record to be kept, in milliseconds; null without a limit. */
export function termsMsOf(providers: readonly ConnectedProvider[]): number | null {
  const limits = providers.flatMap(({ connector }) => connector.facts.retention.keepSecondsMax ?? []);
  return limits.length === 0 ? null : Math.min(...limits) * 1_000;
}

/** Shorter where the terms of one of the platform's providers say so. */
export function collectionKeepOf(live: LiveSettings): (platform: string) => CollectionKeep {
  return (platform) => {
    const keepMs = live.config.gathering.collections.keepDays * DAY_MS;
    return { keepMs, termsMs: termsMsOf(live.calls.platforms.get(platform) ?? []) };
  };
}

export function collectionWorkOf(core: CollectingCore, calls: CallDeps): CollectionWork {
  const { storage, ports, live } = core;
  return new CollectionWork({
    ...{ storage, clock: ports.clock, keep: collectionKeepOf(live) },
    settings() {
      const { enabled, atOnce, collections } = live.config.gathering;
      return { enabled, atOnce, perAccount: placesPerAccount(atOnce), runningMax: collections.runningMax };
    },
    holderOf: (keyId) => findHolder(storage, keyId),
    isOff: (accountId, platform) => refusalOf(live, accountId, platform) !== null,
    terms: (request) => gatherTerms(calls, { ...request, purpose: 'collect' }),
    collect: (request) => collectPage(calls, request),
    turn: (isStopping) => calls.pace.turn(isStopping),
  });
}

const PATH = /^\/api\/u1\/v1\/([^/]+)\/app\/([^/]+)$/;

/** As the routes that take `url` do it. */
async function locateVideo(
  calls: CallDeps,
  holder: KeyHolder,
  path: string,
  url: string,
): Promise<{ path: string; id: string } | Failure> {
  const [, platform, action] = PATH.exec(path) ?? [];
  const called = action === undefined ? null : findAction(action);
  if (platform === undefined || called === null)
    return invalid('path', 'must be the path of a look-up of videos in group u1');
  const target = { kind: 'operation', group: 'u1', platform, called, query: { url } } as const;
  if (!saysByAddress(target)) return invalid('path', 'takes no address');
  const bounds = { ceilingMicros: null, quote: null, isDryRun: false };
  const caller = {
    holder,
    requestId: '',
    requestIdChosen: false,
    takesGzip: false,
    twins: null,
    bounds,
    trace: null,
  };
  const found = await locate(calls, caller, target);
  if (isFailure(found)) return found;
  if (isFailure(found.query)) return found.query;
  const { id } = found.query;
  if (id === undefined) return invalid('url', 'is not the address of a video');
  return { path: actionPath('u1', found.platform, called.name), id };
}
