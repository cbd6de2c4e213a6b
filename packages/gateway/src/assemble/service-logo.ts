// Reads the operator's logo once, at the start. A file that is missing, too large or not a picture refuses the start.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { KB } from '../domain/limits.ts';
import type { LogoFile } from '../http/pages.ts';
import { StartRefused } from '../process/start-refused.ts';

/** It is shown beside one line of text, and kept in memory. */
const LOGO_BYTES_MAX = 256 * KB;

/** How each kind of picture starts; an SVG is text that contains its element. */
const BEGINS: Record<string, (bytes: Buffer) => boolean> = {
  png: (bytes) => bytes.toString('latin1', 1, 4) === 'PNG',
  jpg: (bytes) => bytes.toString('hex', 0, 3) === 'ffd8ff',
  jpeg: (bytes) => bytes.toString('hex', 0, 3) === 'ffd8ff',
  webp: (bytes) => bytes.toString('latin1', 8, 12) === 'WEBP',
  svg: (bytes) => bytes.includes('<svg'),
};

export function readLogo(file: string | null): LogoFile | null {
  if (file === null) return null;
  const ending = path.extname(file).slice(1).toLowerCase();
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    throw new StartRefused(`service.logo cannot be read: ${(error as Error).message}`);
  }
  if (bytes.length > LOGO_BYTES_MAX)
    throw new StartRefused(`service.logo: ${file} is larger than ${LOGO_BYTES_MAX / KB} KiB`);
  if (!BEGINS[ending]?.(bytes)) throw new StartRefused(`service.logo: ${file} is not a .${ending} picture`);
  return { bytes: new Uint8Array(bytes), ending };
}
