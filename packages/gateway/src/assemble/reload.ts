// Owns the step from a changed file to a running gateway that follows it: what changes at once, and what the operator must do
// for the rest. What waits for a restart is judged against what runs, not against the file that was read last.
import { type Config, type ConfigDiff, diffConfig } from '../config/config.ts';
import type { Core } from './core.ts';

export type Reloaded = Omit<ConfigDiff, 'changed'>;

/** Beside providers: answers that are kept name what these settings say. */
const CHANGES_ANSWERS = ['service.public_url', 'service.show_providers', 'service.pictures'];

export function reloadCore({ config: started, live, cache, log, callLog }: Core, next: Config): Reloaded {
  const { changed, needsApply } = diffConfig(live.config, next);
  live.replace(next);
  log.setLevel(next.log.level);
  // Whoever moves a file away to begin a new one sends the same signal.
  callLog.reopen();
  // The same provider may now be another place, or search another way; and pictures have another address.
  if (changed.some((name) => name.startsWith('providers.') || CHANGES_ANSWERS.includes(name))) cache.clear();
  return { needsRestart: diffConfig(started, next).needsRestart, needsApply };
}
