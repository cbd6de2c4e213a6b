// Starts the gateways that users build from packages: one that does the same work as Reelgate, and three that only pass bytes on.
import path from 'node:path';
import type { Contender } from '../contender.ts';
import { nodeProgram, portOf, Running } from '../processes.ts';

/** The key of every contender other than Reelgate; as long as one of Reelgate's. */
export const PLAIN_KEY = 'rgk_live_000000000000000000000000000000000000001';

async function start(script: string, args: string[]): Promise<Contender> {
  const running = new Running(nodeProgram(path.join(import.meta.dirname, script), args));
  const [, url] = await running.says(/serves (http:\S+)/);
  return { port: portOf(url!), usage: () => running.usage(), stop: () => running.stop() };
}

export const startFastify = (upstream: string) => start('fastify-gateway.js', [upstream, PLAIN_KEY]);

export const startFastifyInsert = (upstream: string, file: string) =>
  start('fastify-gateway.js', [upstream, PLAIN_KEY, '--insert', file]);

export const startExpress = (upstream: string) => start('express-gateway.js', [upstream, PLAIN_KEY]);

/** The one that does the same work as Reelgate. `file` is its ledger. */
export const startBilling = (upstream: string, file: string) =>
  start('billing/gateway.js', [upstream, PLAIN_KEY, file]);
