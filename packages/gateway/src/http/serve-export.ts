// Serves the export of an ended collection: its records as JSON Lines or CSV, by key or by a signed link. The plain form has a fixed length
// and a tag, so that a download can be resumed by `Range`; callers that accept gzip and ask for no range get a compressed stream.

import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Collection } from '../domain/collection.ts';
import { type Failure, failure, invalid, isFailure } from '../domain/failure.ts';
import { exportRefusal } from '../features/collections/collection.account.ts';
import { EXPORT_FORMATS, type ExportFormat, noCollection } from '../features/collections/collection-views.ts';
import { type ExportPlan, Exports } from '../features/collections/export-form.ts';
import type { KeyHolder } from '../storage/storage.ts';
import { maySee } from '../verb/caller.ts';
import type { AccountDeps } from '../verb/deps.ts';
import { byteRange } from './byte-range.ts';
import { acceptsGzip } from './content-coding.ts';
import { promisedBytes } from './promised-bytes.ts';
import { decodeQuery, type Query, rawQueryOf } from './query.ts';
import { routerPath } from './serve-verb.ts';
import type { Server } from './server.ts';
import { untilClosed } from './until-closed.ts';

export const EXPORT_PATH = '/api/collections/v1/{collection}/export';
const TYPES: Record<ExportFormat, string> = {
  jsonl: 'application/jsonl; charset=utf-8',
  csv: 'text/csv; charset=utf-8; header=present',
};
/** As for answers: higher levels take twice the time for a few percent. */
const GZIP = { level: 1 };

interface ExportDeps {
  account: Pick<AccountDeps, 'storage' | 'clock' | 'collecting'>;
  authenticate(request: FastifyRequest): Promise<KeyHolder | Failure>;
  /** Counts the download until its answer was sent, or refuses it. */
  admit(accountId: string): { kind: 'place'; leave(): void } | Failure;
}

const altered = failure(
  'FORBIDDEN',
  'This link was altered, or was not made by this gateway. Make a new one.',
);
const linkOver = failure('GONE', 'This link has expired. Make a new one.');
const makerGone = failure('GONE', 'The key that made this link was revoked. Make a new one.');

export function serveExport(server: Server, deps: ExportDeps): void {
  const { app, answers } = server;
  const exports = new Exports(deps.account.storage);
  app.route<{ Params: { collection: string } }>({
    method: ['GET', 'HEAD'],
    url: routerPath(EXPORT_PATH),
    async handler(request, reply) {
      const query = decodeQuery(rawQueryOf(request.raw.url ?? ''));
      const wanted = await readWanted(deps, request, query);
      if (isFailure(wanted)) return answers.failure(reply, wanted);
      const place = deps.admit(wanted.collection.accountId);
      if (isFailure(place)) return answers.failure(reply, place);
      untilClosed(reply.raw, place.leave);
      return send(server, exports, reply, wanted);
    },
  });
}

interface Wanted {
  collection: Collection;
  format: ExportFormat;
  nowMs: number;
}

async function readWanted(
  { account, authenticate }: ExportDeps,
  request: FastifyRequest<{ Params: { collection: string } }>,
  query: Query | Failure,
): Promise<Wanted | Failure> {
  const isLink = !isFailure(query) && query.signature !== undefined;
  // A stranger learns nothing from its mistakes in the query.
  const holder = isLink ? null : await authenticate(request);
  if (isFailure(holder)) return holder;
  if (isFailure(query)) return query;
  const { format: text = 'jsonl', expires, key = null, signature, ...others } = query;
  const [other] = Object.keys(others);
  if (other !== undefined) return invalid(other, 'is not a parameter of this route');
  const format = EXPORT_FORMATS.find((one) => one === text);
  if (format === undefined) return invalid('format', `must be one of ${EXPORT_FORMATS.join(', ')}`);
  const nowMs = account.clock.nowMs();
  const { collection: id } = request.params;
  const link = { collection: id, format, expires: Number(expires), key };
  // Other texts, such as 0x6a, are the same number.
  const isWhole = String(link.expires) === expires;
  const isSigned = () => isWhole && account.collecting.links.isSigned(link, signature!);
  if (signature !== undefined && !isSigned()) return altered;
  if (signature !== undefined && link.expires * 1_000 <= nowMs) return linkOver;
  if (isLink && key !== null && (await isRevoked(account, key))) return makerGone;
  const collection = await account.storage.collections.find({ id });
  if (collection === null || (holder !== null && !isOf(holder, collection))) return noCollection;
  return exportRefusal(collection, nowMs) ?? { collection, format, nowMs };
}

/** Links of older releases name no key, and work until they expire. */
const isRevoked = async ({ storage }: ExportDeps['account'], id: string) =>
  ((await storage.keys.find({ id }))?.status ?? 'revoked') === 'revoked';

const isOf = (holder: KeyHolder, collection: Collection) =>
  collection.accountId === holder.account.id && maySee(holder, collection);

async function send(
  { answers }: Server,
  exports: Exports,
  reply: FastifyReply,
  { collection, format, nowMs }: Wanted,
): Promise<FastifyReply> {
  const { headers, method } = reply.request;
  const plan = await exports.planOf(collection, format, nowMs);
  const isGzip = headers.range === undefined && acceptsGzip(headers['accept-encoding']);
  const tag = isGzip ? `"${plan.tag}-gzip"` : `"${plan.tag}"`;
  const type = TYPES[format];
  const shared = {
    etag: tag,
    vary: 'Accept-Encoding',
    'cache-control': 'private, no-cache',
    'content-disposition': `attachment; filename="${collection.id}.${format}"`,
  };
  if (headers['if-none-match']?.split(',').some((one) => one.trim() === tag))
    return answers.bytes(reply, { status: 304, type, headers: shared, bytes: null });
  const bytesOf = (first: number, last: number) =>
    exports.bytesOf(collection, format, plan, { first, last, nowMs });
  if (isGzip) {
    const coded = { ...shared, 'content-encoding': 'gzip', 'accept-ranges': 'none' };
    if (method === 'HEAD') return answers.bytes(reply, { type, headers: coded, bytes: null });
    const chunks = compressed(promisedBytes(bytesOf(0, plan.bytes - 1), plan.bytes));
    return answers.stream(reply, { type, headers: coded, chunks, bytes: null });
  }
  return sendPlain({ answers }, reply, { type, shared, tag, plan, bytesOf });
}

/** A ledger that fails in the middle ends the stream with its error, which cuts the connection. A caller who goes away ends the reading. */
function compressed(chunks: AsyncIterable<string | Uint8Array>): Readable {
  return pipeline(Readable.from(chunks), createGzip(GZIP), () => {});
}

interface Plain {
  type: string;
  shared: Record<string, string>;
  tag: string;
  plan: ExportPlan;
  bytesOf(first: number, last: number): AsyncIterable<Uint8Array>;
}

function sendPlain(
  { answers }: Pick<Server, 'answers'>,
  reply: FastifyReply,
  { type, shared, tag, plan, bytesOf }: Plain,
): FastifyReply | Promise<FastifyReply> {
  const { headers, method } = reply.request;
  const isCurrent = headers['if-range'] === undefined || headers['if-range'] === tag;
  const range = isCurrent && method === 'GET' ? byteRange(headers.range, plan.bytes) : null;
  const plain = { ...shared, 'accept-ranges': 'bytes' };
  if (range === 'unsatisfiable') {
    const beyond = { ...plain, 'content-range': `bytes */${plan.bytes}` };
    return answers.bytes(reply, { status: 416, type, headers: beyond, bytes: null });
  }
  const { first, last } = range ?? { first: 0, last: plan.bytes - 1 };
  const bytes = last - first + 1;
  if (method === 'HEAD') {
    const sized = { ...plain, 'content-length': String(bytes) };
    return answers.bytes(reply, { type, headers: sized, bytes: null });
  }
  const part = { ...plain, 'content-range': `bytes ${first}-${last}/${plan.bytes}` };
  return answers.stream(reply, {
    ...{ type, chunks: bytesOf(first, last), bytes },
    ...(range === null ? { headers: plain } : { status: 206, headers: part }),
  });
}
