// Compares two configurations and names the changed settings as the file does. It never shows values.
import type { Config } from './config-types.ts';

export interface ConfigDiff {
  /** Changed settings such as `providers.tikhub.token`, sorted. */
  changed: string[];
  /** Changed settings that a running gateway cannot take over. */
  needsRestart: string[];
  /** Changed settings that only seed the database, and have no effect once it exists. */
  needsApply: string[];
}

/**
 * Sockets, files, routes, header names and counters that are created once, at the start. A name covers all settings
 * below it.
 */
export const NEEDS_RESTART = [
  'service.name',
  'service.logo',
  'service.public',
  'service.admin',
  'service.secret',
  'service.trust_proxy',
  'data',
  'storage',
  'storage_sync',
  'mounts',
  'prices.currency',
  'payments',
  'cache.url',
  'limits.key_check',
  'observe.call_log',
  'observe.otlp',
];
const NEEDS_APPLY = ['prices.endpoints'];

/** Settings whose field of Config has another name. */
const NAMES_IN_FILE: Record<string, string> = {
  'service.cors_origins': 'service.cors.origins',
  'limits.unread.account_bytes': 'limits.unread.key_bytes',
  'complaints.allowance': 'complaints.allowance_per_month',
  'statements.name': 'statements.seller',
};

export function diffConfig(before: Config, after: Config): ConfigDiff {
  const [old, current] = [settingsOf(before), settingsOf(after)];
  const names = new Set([...old.keys(), ...current.keys()]);
  const changed = [...names].filter((name) => old.get(name) !== current.get(name)).sort();
  return {
    changed,
    needsRestart: changed.filter((name) => isUnder(name, NEEDS_RESTART)),
    needsApply: changed.filter((name) => isUnder(name, NEEDS_APPLY)),
  };
}

function isUnder(name: string, settings: readonly string[]): boolean {
  return settings.some((setting) => name === setting || name.startsWith(`${setting}.`));
}

/** Skips `file`, `given`, `offers`, `madeUp` and `outOfAll`: they follow from other settings. */
function settingsOf({
  file: _file,
  given: _given,
  offers: _offers,
  madeUp: _madeUp,
  outOfAll: _outOfAll,
  dataDir,
  storage,
  trustProxy,
  service,
  prices,
  ...rest
}: Config) {
  const settings = new Map<string, string>();
  for (const [name, value] of Object.entries({ data: dataDir, storage, 'service.trust_proxy': trustProxy })) {
    settings.set(name, JSON.stringify(value));
  }
  for (const [name, value] of Object.entries(service)) {
    settings.set(`service.${settingName(name)}`, JSON.stringify(value));
  }
  const { isGiven: _said, ...priceList } = prices;
  collect('', { ...rest, prices: priceList }, settings);
  return new Map([...settings].map(([name, value]) => [NAMES_IN_FILE[name] ?? name, value]));
}

function collect(path: string, value: unknown, into: Map<string, string>): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    into.set(path, JSON.stringify(value));
    return;
  }
  for (const [key, child] of Object.entries(value)) {
    collect(path === '' ? settingName(key) : `${path}.${settingName(key)}`, child, into);
  }
}

function settingName(key: string): string {
  return key.replace(/Micros$/, '').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
