// Repeated starts: gateways are started one after the other on the file that a killed one left. Each is killed as soon as it serves, and
// the ledger is dumped after each. It works on a separate copy; the checker judges.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { dumpSqliteCopy } from './databases.ts';
import type { FaultEvent, Journal } from './journal.ts';
import type { Ledger } from './ledger.ts';
import { GatewayNode } from './supervisor.ts';

/** The first start gives back what the dead node held; the others must find nothing to do. A start takes a second or two. */
const STARTS = 3;

export interface Left {
  seed: number;
  /** The folder of the round, for files. */
  folder: string;
  /** The copied data folder. */
  data: string;
  config: string;
  faults: Journal<FaultEvent>;
}

export async function startAgainAndAgain({ seed, folder, data, config, faults }: Left): Promise<Ledger[]> {
  const configFile = path.join(folder, 'recovery.yaml');
  writeFileSync(configFile, config);
  const node = new GatewayNode('recovering', { seed, folder, configFile, faults });
  const dumps: Ledger[] = [];
  for (let i = 1; i <= STARTS; i++) {
    try {
      await node.start();
    } finally {
      await node.kill();
    }
    dumps.push(await dumpSqliteCopy(data, path.join(folder, `recovered-${i}`), 'kill'));
  }
  return dumps;
}
