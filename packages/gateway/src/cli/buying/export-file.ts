// The file of an export: whole under its name, and a download that was cut goes on where it stopped.
import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { COLLECTIONS_PATH } from '../../features/collections/collection.account.ts';
import type { AtGateway } from '../../terminal/at-gateway.ts';
import { CliError } from '../../terminal/world.ts';

/** A download goes on after so many lost connections. */
const DOWNLOADS_MAX = 5;

export const exportTarget = (collection: string, format: string): string =>
  `${COLLECTIONS_PATH}/${encodeURIComponent(collection)}/export?format=${format}`;

/** Into a file beside it first, so that a file of this name is always whole. What was cut goes on where it stopped, also by a later command. */
export async function downloadTo(gateway: AtGateway, target: string, file: string): Promise<void> {
  const [part, tagFile] = [`${file}.part`, `${file}.part.tag`];
  for (let tries = 1; ; tries++) {
    try {
      await downloadOnce(gateway, target, part, tagFile);
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
  gateway: AtGateway,
  target: string,
  part: string,
  tagFile: string,
): Promise<void> {
  const isCut = existsSync(part) && existsSync(tagFile);
  const from = isCut ? statSync(part).size : 0;
  const known = isCut ? readFileSync(tagFile, 'utf8') : null;
  const { isPart, tag, bytes } = await gateway.download(target, { from, tag: known });
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
