// What watches get from the core: their settings, the path of a call, and the quotas of providers.
import type { CallDeps } from '../call/call-deps.ts';
import { findHolder, gatherTerms } from '../call/gathering/gather-terms.ts';
import { watchRun } from '../call/gathering/watch-run.ts';
import { sharedUnits } from '../call/trying/quotas.ts';
import type { ConnectorOperations } from '../connectors/connector.ts';
import { DAY_MS, MINUTE_MS } from '../domain/duration.ts';
import { unitsOf } from '../domain/limiting/quota.ts';
import { WatchRuns } from '../features/watches/watch-runs.ts';
import type { PurgeRules } from '../jobs/jobs.ts';
import type { Watching } from '../verb/deps.ts';
import { placesPerAccount, termsMsOf } from './collecting.ts';
import type { Core } from './core.ts';

/** Of a quota for a month. */
const MONTH_DAYS = 30;

export function watchingOf({ live }: Core, calls: () => CallDeps): Watching {
  const settings = () => live.config.gathering;
  return {
    rules: () => ({
      max: settings().watches.max,
      everyMinMs: settings().watches.everyMinMinutes * MINUTE_MS,
    }),
    terms: (request) => gatherTerms(calls(), { ...request, purpose: 'watch' }),
    quotas(platform, operation) {
      const all = live.calls.platforms.get(platform) ?? [];
      const able = all.filter(
        ({ connector }) => operation in (connector.operations as Partial<ConnectorOperations>),
      );
      return able.map(({ quota }) => {
        if (quota === null) return null;
        const days = quota.per === 'day' ? 1 : MONTH_DAYS;
        const pageUnits = unitsOf(quota, operation);
        const shared = sharedUnits(quota, settings().providerShare);
        // Half of it, and one page in any case, as `isFair` in storage/nouns/quotas.ts allows.
        return { pageUnits, dayUnits: Math.max(shared / 2, Math.min(shared, pageUnits)) / days };
      });
    },
  };
}

export function watchRunsOf(core: Core, calls: () => CallDeps): WatchRuns {
  const { storage, live } = core;
  const { terms } = watchingOf(core, calls);
  return new WatchRuns({
    ...{ storage, terms },
    holderOf: (keyId) => findHolder(storage, keyId),
    settings() {
      const { enabled, atOnce } = live.config.gathering;
      return { enabled, atOnce, perAccount: placesPerAccount(atOnce) };
    },
    run: (request) => watchRun(calls(), request),
    turn: (isStopping) => calls().pace.turn(isStopping),
  });
}

/** How long items are kept; shorter where the terms of a platform's provider say so. */
export function watchKeepOf({ live }: Core): PurgeRules {
  const keepMsOf: Record<string, number> = {};
  for (const [platform, providers] of live.calls.platforms) {
    const termsMs = termsMsOf(providers);
    if (termsMs !== null) keepMsOf[platform] = termsMs;
  }
  return { keepMs: live.config.gathering.watches.keepDays * DAY_MS, keepMsOf };
}
