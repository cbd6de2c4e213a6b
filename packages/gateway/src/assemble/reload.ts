// Applies a changed configuration to a running gateway: what changes at once, and what needs a restart or `catalog
// apply`. Settings that need a restart are compared with those of the start, not with those of the last reload.
import { type Config, type ConfigDiff, diffConfig } from '../config/config.ts';
import type { Core } from './core.ts';

export type Reloaded = Omit<ConfigDiff, 'changed'>;

/** Cached answers contain the values of these settings, besides those of providers. */
const CHANGES_ANSWERS = ['service.public_url', 'service.show_providers', 'service.pictures'];

export function reloadCore({ config: started, live, cache, log, callLog }: Core, next: Config): Reloaded {
  const { changed, needsApply } = diffConfig(live.config, next);
  live.replace(next);
  log.setLevel(next.log.level);
  // A log rotation moves the file away and sends the same signal.
  callLog.reopen();
  // The same provider may now have another address or search differently, and pictures may have other URLs.
  if (changed.some((name) => name.startsWith('providers.') || CHANGES_ANSWERS.includes(name))) cache.clear();
  return { needsRestart: diffConfig(started, next).needsRestart, needsApply };
}
