// What `config check` and `doctor` try of a start: whatever may refuse it before the ledger is opened. It leaves nothing behind.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Config, ListenAddress } from '../config/config.ts';
import { defaultUrl, listenUrl } from '../domain/network/listen-url.ts';
import { tryFolder } from '../process/make-folder.ts';
import { GatewayClient } from '../terminal/gateway-client.ts';
import type { Rehearsal } from '../terminal/world.ts';
import { systemPorts } from './core.ts';
import { holdAddress } from './held-addresses.ts';
import { openParts } from './parts.ts';

/** A gateway says at once that it is live. */
const LIVE_MS_MAX = 2_000;

/** Rejects as the start would. An address that a running gateway has is no mistake: the check is also done before a reload. */
export async function rehearseStart(config: Config): Promise<Rehearsal> {
  await openParts(config, systemPorts);
  tryFolders(config);
  return { served: await tryAddresses(config) };
}

/** With PostgreSQL a start goes on without its folder. */
function tryFolders({ dataDir, storage }: Config): void {
  if (storage.kind === 'postgres') return;
  for (const folder of [dataDir, path.dirname(storage.file)]) if (!existsSync(folder)) tryFolder(folder);
}

/** Takes both as a start does, and gives them back; returns those that a running gateway has. */
async function tryAddresses({ service }: Config): Promise<string[]> {
  const held: { close(): Promise<void> }[] = [];
  const served: string[] = [];
  try {
    for (const listener of ['public', 'admin'] as const) {
      const at = service[listener];
      try {
        held.push(await holdAddress(service, listener, systemPorts));
      } catch (error) {
        const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
        if (!isTaken || !(await isGateway(at, service.name))) throw error;
        served.push(listenUrl(at));
      }
    }
    return served;
  } finally {
    await Promise.all(held.map((one) => one.close()));
  }
}

async function isGateway(at: ListenAddress, name: string): Promise<boolean> {
  const client = new GatewayClient({ url: defaultUrl(at), name });
  try {
    const late = pause(LIVE_MS_MAX, null, { ref: false });
    return (await Promise.race([client.isGateway(), late])) ?? false;
  } catch {
    return false;
  } finally {
    await client.close();
  }
}
