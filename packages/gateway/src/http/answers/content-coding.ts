// Compresses answers with gzip for callers that accept it in Accept-Encoding. Short bodies are sent as they are.
import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import { joinedBytes, type Piece } from '../../domain/answer.ts';
import { AT_ONCE_BYTES_MAX } from '../../domain/text/gzip-member.ts';

/** A page of 23 kB shrinks to a sixth. Higher levels take twice the time for a few percent. */
const LEVEL = { level: 1 };

const compressSoon = promisify(gzip) as (data: Uint8Array, options: typeof LEVEL) => Promise<Buffer>;

/** RFC 9110, 12.5.3: `*` stands for the codings that are not named, and weight 0 refuses a coding. */
export function acceptsGzip(acceptEncoding: string | undefined): boolean {
  if (acceptEncoding === undefined) return false;
  let others = false;
  for (const entry of acceptEncoding.toLowerCase().split(',')) {
    const [name, ...parameters] = entry.split(';').map((part) => part.trim());
    const isWanted = !parameters.some(isWeightZero);
    if (name === 'gzip' || name === 'x-gzip') return isWanted;
    if (name === '*') others = isWanted;
  }
  return others;
}

function isWeightZero(parameter: string): boolean {
  return parameter.startsWith('q=') && Number(parameter.slice(2)) === 0;
}

/** True for text of any kind; pictures and archives are already compressed. */
export function isTextType(contentType: string | undefined): boolean {
  return /^(?:text\/|application\/(?:[a-z.+-]+\+)?(?:json|xml))/i.test(contentType ?? '');
}

export function gzipped(pieces: readonly Piece[]): Buffer | Promise<Buffer> {
  const bytes = joinedBytes(pieces);
  return bytes.length <= AT_ONCE_BYTES_MAX ? gzipSync(bytes, LEVEL) : compressSoon(bytes, LEVEL);
}
