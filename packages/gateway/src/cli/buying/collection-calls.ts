// What the commands on a caller's own collections ask of a running gateway, and how an export becomes a file.
import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { ShownCollection } from '../../features/collections/collection-views.ts';
import type { Invocation } from '../../terminal/command.ts';
import { CliError } from '../../terminal/world.ts';
import { type CallerOptions, callerKey, gatewayTarget, inHeader } from './caller-options.ts';

export const COLLECTIONS = '/api/collections/v1';
/** A download goes on after so many lost connections. */
const DOWNLOADS_MAX = 5;

interface Download {
  isPart: boolean;
  tag: string | null;
  bytes: AsyncIterable<Uint8Array>;
}

export interface CollectionCaller {
  create(requestId: string, body: object): Promise<ShownCollection>;
  read(id: string): Promise<ShownCollection>;
  send(method: 'GET' | 'POST' | 'DELETE', target: string): Promise<unknown>;
  download(target: string, from: number, tag: string | null): Promise<Download>;
  close(): Promise<void>;
}

export async function openCaller(call: Invocation<unknown, CallerOptions>): Promise<CollectionCaller> {
  const { url, serviceName, hint } = gatewayTarget(call);
  const key = callerKey(call);
  // Imported here, so that other commands do not load an HTTP client.
  const { GatewayClient } = await import('../../terminal/gateway-client.ts');
  const client = new GatewayClient({ url, name: serviceName });
  const send: CollectionCaller['send'] = (method, target) => client.send(target, { key, hint, method });
  const one = (answer: unknown) => (answer as { collection: ShownCollection }).collection;
  return {
    send,
    async create(requestId, body) {
      const asked = { method: 'POST', body, requestId: inHeader('the id', requestId) } as const;
      return one(await client.send(COLLECTIONS, { key, hint, ...asked }));
    },
    read: async (id) => one(await send('GET', `${COLLECTIONS}/${encodeURIComponent(id)}`)),
    download: (target, from, tag) => client.download(target, key, { from, tag }),
    close: () => client.close(),
  };
}

/** Into a file beside it first, so that a file of this name is always whole. What was cut goes on where it stopped, also by a later command. */
export async function downloadTo(caller: CollectionCaller, target: string, file: string): Promise<void> {
  const [part, tagFile] = [`${file}.part`, `${file}.part.tag`];
  for (let tries = 1; ; tries++) {
    try {
      await downloadOnce(caller, target, part, tagFile);
      break;
    } catch (error) {
      // Only a lost connection is tried again. The gateway would refuse again, and the disk would fail again.
      if (error instanceof CliError || isOfDisk(error) || tries === DOWNLOADS_MAX)
        throw asCliError(error, file);
    }
  }
  renameSync(part, file);
  rmSync(tagFile, { force: true });
}

async function downloadOnce(
  caller: CollectionCaller,
  target: string,
  part: string,
  tagFile: string,
): Promise<void> {
  const isCut = existsSync(part) && existsSync(tagFile);
  const from = isCut ? statSync(part).size : 0;
  const { isPart, tag, bytes } = await caller.download(
    target,
    from,
    isCut ? readFileSync(tagFile, 'utf8') : null,
  );
  if (tag !== null) writeFileSync(tagFile, tag);
  const out = await open(part, isPart ? 'a' : 'w');
  try {
    for await (const chunk of bytes) await out.write(chunk);
    await out.sync();
  } finally {
    await out.close();
  }
}

const codeOf = (error: unknown) => String((error as { code?: unknown }).code ?? '');
const isOfDisk = (error: unknown) =>
  /^(ENOSPC|EACCES|ENOENT|EISDIR|EROFS|EPERM|ENOTDIR)$/.test(codeOf(error));

function asCliError(error: unknown, file: string): CliError {
  if (error instanceof CliError) return error;
  return new CliError(
    `${file} could not be written (${codeOf(error) || (error as Error).message}); run the command again`,
  );
}
