// A text or a picture that is sent many times: its ETag, its compressed form, and the answer 304 to whoever has it already.
import { hash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CODED_BYTES_MIN } from '../../domain/text/gzip-member.ts';
import type { Server } from '../server.ts';
import { acceptsGzip, isTextType } from './content-coding.ts';

export interface ServedFile {
  type: string;
  bytes: Uint8Array;
  /** Made, like the compressed form, for the first caller who asks for the file. */
  etag: string | null;
  /** Further headers, such as `cache-control`. */
  headers: Readonly<Record<string, string>>;
  gzip: Uint8Array | null;
}

export function servedFile(
  content: Uint8Array | string,
  { type, headers }: Pick<ServedFile, 'type' | 'headers'>,
): ServedFile {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return { type, bytes, etag: null, headers, gzip: null };
}

/** The compressed and the plain form have different ETags, so that a cache never takes one for the other. */
export function sendFile(
  answers: Server['answers'],
  { headers }: FastifyRequest,
  reply: FastifyReply,
  file: ServedFile,
): FastifyReply {
  const isCodable = isTextType(file.type) && file.bytes.length >= CODED_BYTES_MIN;
  const isGzip = isCodable && acceptsGzip(headers['accept-encoding']);
  file.etag ??= hash('sha256', file.bytes, 'base64url').slice(0, 27);
  const etag = `"${file.etag}${isGzip ? '-gzip' : ''}"`;
  const vary = [file.headers.vary, isCodable ? 'accept-encoding' : undefined].filter(Boolean).join(', ');
  const shown = { ...file.headers, etag, ...(vary !== '' && { vary }) };
  if (isKnown(headers['if-none-match'], etag))
    return answers.bytes(reply, { status: 304, type: file.type, bytes: null, headers: shown });
  if (isGzip) file.gzip ??= gzipSync(file.bytes);
  const coding: Record<string, string> = isGzip ? { 'content-encoding': 'gzip' } : {};
  const bytes = isGzip ? file.gzip : file.bytes;
  return answers.bytes(reply, { type: file.type, bytes, headers: { ...shown, ...coding } });
}

/** `given`: If-None-Match. `etag` without the mark of a weak one. */
export function isKnown(given: string | undefined, etag: string): boolean {
  return given?.split(',').some((one) => one.trim().replace(/^W\//, '') === etag) ?? false;
}
