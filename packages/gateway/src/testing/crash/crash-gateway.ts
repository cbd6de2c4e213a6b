// The settings and ports of a gateway in the crash tests: the same in the process that dies and in the one that takes over.
import { type Config, isConfigError, loadConfig } from '../../config/config.ts';
import { connectors } from '../../connectors/index.ts';
import { silentLog } from '../../observe/log.ts';
import { scriptedConnector, scriptedTransport } from '../scripted-platform.ts';
import type { JournaledPlatform } from './crash-platform.ts';

export interface CrashData {
  /** The data folder. */
  folder: string;
  /** null for SQLite in that folder. */
  storageUrl: string | null;
  /** The file in which the platform records what it did. */
  journal: string;
}

/** One provider per platform. Otherwise hedges and second attempts would make the number of hits depend on timing. */
const SETTINGS = `
service: { public: "127.0.0.1:0", admin: "127.0.0.1:0" }
platforms: { scripted: [good], failing: [bad] }
providers: { good: { connector: scripted }, bad: { connector: scripted } }
limits: { rate: { requests: 100000, per_seconds: 60, concurrent: 1000 }, free: { requests: 1000000, per_seconds: 60, concurrent: 1000 }, account: { reads: { requests: 1000000, concurrent: 10000 }, writes: { requests: 1000000 } } }
cache: { fresh_seconds: 600, price_factor: 0.5 }
all: { soft_deadline_ms: 15000, hard_deadline_ms: 15000 }
`;

export function configOf({ folder, storageUrl }: CrashData, settings = SETTINGS): Config {
  const storage = storageUrl === null ? '' : `storage: ${JSON.stringify(storageUrl)}\n`;
  const config = loadConfig({
    file: 'reelgate.yaml',
    connectors: ['scripted'],
    env: {},
    readFile: () => `data: ${JSON.stringify(folder)}\n${storage}${settings}`,
  });
  if (isConfigError(config)) throw new Error(config.message);
  return config;
}

export function crashPorts(platform: JournaledPlatform) {
  return {
    log: silentLog,
    connectors: [...connectors, scriptedConnector],
    transports: { 'scripted:': scriptedTransport(() => platform.script) },
  };
}
