// Fills the ledger of a stopped gateway with accounts, keys and settled calls, to measure what growth costs. It writes the tables directly;
// afterwards `reelgate ledger verify` finds the ledger clean. Only for databases without valuable data.
// Run: node bench/fill.ts --config reelgate.yaml [--keys 10000] [--calls 1000000] [--turns]
import { parseArgs } from 'node:util';
import { openControl } from '../packages/gateway/src/assemble/assemble.ts';
import { type Config, isConfigError, loadConfig } from '../packages/gateway/src/config/config.ts';
import { connectorNeeds, connectors } from '../packages/gateway/src/connectors/index.ts';
import type { Progress } from './fill/plan.ts';
import { type FillSize, planFill } from './fill/plan.ts';
import { fillSqlite } from './fill/sqlite.ts';

export async function fill(configFile: string, size: FillSize, progress: Progress): Promise<void> {
  const config = loadConfig({ file: configFile, connectors: connectors.map(connectorNeeds) });
  if (isConfigError(config)) throw new Error(config.message);
  await prepare(config);
  const { storage } = config;
  const plan = planFill(size, Date.now());
  if (storage.kind === 'sqlite') fillSqlite(storage.file, plan, progress);
  else await (await import('./fill/postgres.ts')).fillPostgres(storage.url, plan, progress);
}

/** Creates schema and price list as the gateway itself does. */
async function prepare(config: Config): Promise<void> {
  const control = await openControl(config, 'bench', { mayCreate: true });
  await control.close();
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      config: { type: 'string' },
      keys: { type: 'string', default: '10000' },
      calls: { type: 'string', default: '1000000' },
      turns: { type: 'boolean', default: false },
    },
  });
  if (values.config === undefined) throw new Error('--config FILE is needed');
  const order = values.turns ? ('turns' as const) : ('blocks' as const);
  const size = { keys: Number(values.keys), calls: Number(values.calls), order };
  await fill(values.config, size, (text) => console.log(text));
}
