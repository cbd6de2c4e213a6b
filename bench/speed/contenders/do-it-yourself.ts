// Starts the gateways that users build from packages: one that does the same work as Reelgate, and three that only pass bytes on.
import path from 'node:path';
import type { Contender } from '../contender.ts';
import { type Counts, counted, countsOf } from '../counts/ask-probe.ts';
import { nodeProgram, portOf, Running } from '../processes.ts';

/** The key of every contender other than Reelgate; as long as one of Reelgate's. */
export const PLAIN_KEY = 'rgk_live_000000000000000000000000000000000000001';

async function start(
  script: string,
  args: string[],
  isCounted = false,
): Promise<Contender & { counts(): Promise<Counts> }> {
  const running = new Running(counted(nodeProgram(path.join(import.meta.dirname, script), args), isCounted));
  const [, url] = await running.says(/serves (http:\S+)/);
  return {
    port: portOf(url!),
    usage: () => running.usage(),
    counts: () => countsOf(running.child),
    stop: () => running.stop(),
  };
}

export const startFastify = (upstream: string) => start('fastify-gateway.js', [upstream, PLAIN_KEY]);

export const startFastifyInsert = (upstream: string, file: string) =>
  start('fastify-gateway.js', [upstream, PLAIN_KEY, '--insert', file]);

export const startExpress = (upstream: string) => start('express-gateway.js', [upstream, PLAIN_KEY]);

/** The one that does the same work as Reelgate. `file` is its ledger. */
export const startBilling = (upstream: string, file: string, isCounted = false) =>
  start('billing/gateway.js', [upstream, PLAIN_KEY, file], isCounted);
