// Serves the export of an ended collection: its records as JSON Lines or CSV, by key or by a signed link. The plain form has a fixed length
// and a tag, so that a download can be resumed by `Range`; callers that accept gzip and ask for no range get a compressed stream.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Failure, failure, invalid, isFailure } from '../../domain/failure.ts';
import type { Collection } from '../../domain/gathering/collection.ts';
import type { FreeRefusal } from '../../domain/limiting/account-limiter.ts';
import type { PacedWork } from '../../domain/limiting/paced-work.ts';
import { gzipChunks } from '../../domain/text/gzip-member.ts';
import { exportRefusal } from '../../features/collections/collection.account.ts';
import {
  EXPORT_FORMATS,
  type ExportFormat,
  noCollection,
} from '../../features/collections/collection-views.ts';
import {
  EXPORT_COLUMNS,
  type ExportColumn,
  type ExportForm,
  type ExportPlan,
  Exports,
} from '../../features/collections/export-form.ts';
import { ExportLimits } from '../../features/collections/export-limits.ts';
import type { KeyHolder } from '../../storage/storage.ts';
import { maySee } from '../../verb/caller.ts';
import type { AccountDeps } from '../../verb/deps.ts';
import { paceUntilClosed, untilClosed } from '../connections/until-closed.ts';
import { decodeQuery, type Query, rawQueryOf } from '../requests/query.ts';
import { routerPath } from '../serve-verb.ts';
import type { Server } from '../server.ts';
import { acceptsGzip } from './content-coding.ts';
import { promisedBytes } from './promised-bytes.ts';

// Reads a `Range` header of one range of bytes (RFC 9110, 14.1.2). Several ranges and other units are ignored, as the RFC allows.
interface ByteRange {
  first: number;
  /** Included. */
  last: number;
}

const RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/;

/** null: send everything. */
export function byteRange(header: string | undefined, length: number): ByteRange | 'unsatisfiable' | null {
  const [, from = '', to = ''] = RANGE.exec(header?.replaceAll(' ', '') ?? '') ?? [];
  if (from === '' && to === '') return null;
  if (from === '') return lastBytes(Number(to), length);
  const [first, last] = [Number(from), to === '' ? length - 1 : Number(to)];
  if (last < first && to !== '') return null;
  return first >= length ? 'unsatisfiable' : { first, last: Math.min(last, length - 1) };
}

function lastBytes(count: number, length: number): ByteRange | 'unsatisfiable' {
  return count === 0 || length === 0
    ? 'unsatisfiable'
    : { first: Math.max(0, length - count), last: length - 1 };
}

export const EXPORT_PATH = '/api/collections/v1/{collection}/export';
const TYPES: Record<ExportFormat, string> = {
  jsonl: 'application/jsonl; charset=utf-8',
  csv: 'text/csv; charset=utf-8; header=present',
};

interface ExportDeps {
  account: Pick<AccountDeps, 'storage' | 'clock' | 'collecting'>;
  authenticate(request: FastifyRequest): Promise<KeyHolder | Failure>;
  work: PacedWork;
}

type Serving = Pick<Server, 'answers'> & Pick<ExportDeps, 'work'> & { exports: Exports };

const altered = failure(
  'FORBIDDEN',
  'This link was altered, or was not made by this gateway. Make a new one.',
);
const linkOver = failure('GONE', 'This link has expired. Make a new one.');
const makerGone = failure('GONE', 'The key that made this link was revoked. Make a new one.');

export function serveExport(server: Server, deps: ExportDeps): void {
  const { app, answers } = server;
  const serving = { answers, work: deps.work, exports: new Exports(deps.account.storage) };
  const { clock } = deps.account;
  const limits = { key: new ExportLimits(clock, 'by key'), link: new ExportLimits(clock, 'by link') };
  app.route<{ Params: { collection: string } }>({
    method: ['GET', 'HEAD'],
    url: routerPath(EXPORT_PATH),
    async handler(request, reply) {
      const query = decodeQuery(rawQueryOf(request.raw.url ?? ''));
      const by = !isFailure(query) && query.signature !== undefined ? 'link' : 'key';
      const wanted = await readWanted(deps, request, { query, by });
      if (isFailure(wanted)) return answers.failure(reply, wanted);
      const place = limits[by].take(wanted.collection.accountId);
      if (isFailure(place)) return answers.failure(reply, place, place);
      untilClosed(reply.raw, place.leave);
      return send(serving, reply, { ...wanted, limits: limits[by] });
    },
  });
}

interface Asked {
  collection: Collection;
  form: ExportForm;
  nowMs: number;
}

interface Wanted extends Asked {
  limits: ExportLimits;
}

async function readWanted(
  { account, authenticate }: ExportDeps,
  request: FastifyRequest<{ Params: { collection: string } }>,
  { query, by }: { query: Query | Failure; by: 'key' | 'link' },
): Promise<Asked | Failure> {
  const isLink = by === 'link';
  // A stranger learns nothing from its mistakes in the query.
  const holder = isLink ? null : await authenticate(request);
  if (isFailure(holder)) return holder;
  if (isFailure(query)) return query;
  const { format: text = 'jsonl', columns: listed, bom, expires, key = null, signature, ...others } = query;
  const [other] = Object.keys(others);
  if (other !== undefined) return invalid(other, 'is not a parameter of this route');
  const format = EXPORT_FORMATS.find((one) => one === text);
  if (format === undefined) return invalid('format', `must be one of ${EXPORT_FORMATS.join(', ')}`);
  const columns = readColumns(listed);
  if (isFailure(columns)) return columns;
  if (bom !== undefined && bom !== '0' && bom !== '1') return invalid('bom', 'must be 0 or 1');
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
  return (
    exportRefusal(collection, nowMs) ?? { collection, form: { format, columns, bom: bom === '1' }, nowMs }
  );
}

/** As in `columns=id,title`; all without it. A link may be opened with any of them. */
function readColumns(listed: string | undefined): readonly ExportColumn[] | Failure {
  if (listed === undefined) return EXPORT_COLUMNS;
  const names = [...new Set(listed.split(','))];
  const columns = names.flatMap((name) => EXPORT_COLUMNS.find((one) => one === name) ?? []);
  return columns.length === names.length
    ? columns
    : invalid('columns', `must be some of ${EXPORT_COLUMNS.join(', ')}`);
}

/** Links of older releases name no key, and work until they expire. */
const isRevoked = async ({ storage }: ExportDeps['account'], id: string) =>
  ((await storage.keys.find({ id }))?.status ?? 'revoked') === 'revoked';

const isOf = (holder: KeyHolder, collection: Collection) =>
  collection.accountId === holder.account.id && maySee(holder, collection);

async function send(
  { exports, work, answers }: Serving,
  reply: FastifyReply,
  { collection, form, nowMs, limits }: Wanted,
): Promise<FastifyReply> {
  const { headers, method } = reply.request;
  const { accountId } = collection;
  // Whoever asks and leaves makes nobody wait: the place of its download is free by then, and another has it.
  const pace = paceUntilClosed(reply.raw, work.paceOf(accountId));
  const view = await pace(() => exports.viewOf(collection, form, nowMs));
  const { format } = form;
  const isGzip = headers.range === undefined && acceptsGzip(headers['accept-encoding']);
  const tag = isGzip ? `"${view.tag}-gzip"` : `"${view.tag}"`;
  const type = TYPES[format];
  const shared = {
    etag: tag,
    vary: 'Accept-Encoding',
    'cache-control': 'private, no-cache',
    'content-disposition': `attachment; filename="${collection.id}.${format}"`,
  };
  if (headers['if-none-match']?.split(',').some((one) => one.trim() === tag))
    return answers.bytes(reply, { status: 304, type, headers: shared, bytes: null });
  const coded = { ...shared, 'content-encoding': 'gzip', 'accept-ranges': 'none' };
  if (isGzip && method === 'HEAD') return answers.bytes(reply, { type, headers: coded, bytes: null });
  const plan = await exports.planOf(view, pace);
  const weigh = (bytes: number) => limits.weigh(accountId, bytes);
  const bytesOf = (first: number, last: number) => exports.bytesOf(view, plan, { first, last, pace });
  if (!isGzip) return sendPlain(answers, reply, { type, shared, tag, plan, bytesOf, weigh });
  const tooMuch = weigh(plan.bytes);
  if (tooMuch !== null) return answers.failure(reply, tooMuch, tooMuch);
  const chunks = gzipChunks(promisedBytes(bytesOf(0, plan.bytes - 1), plan.bytes), pace);
  return answers.stream(reply, { type, headers: coded, chunks, bytes: null });
}

interface Plain {
  type: string;
  shared: Record<string, string>;
  tag: string;
  plan: ExportPlan;
  bytesOf(first: number, last: number): AsyncIterable<Uint8Array>;
  weigh(bytes: number): FreeRefusal | null;
}

function sendPlain(
  answers: Server['answers'],
  reply: FastifyReply,
  { type, shared, tag, plan, bytesOf, weigh }: Plain,
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
  const tooMuch = weigh(bytes);
  if (tooMuch !== null) return answers.failure(reply, tooMuch, tooMuch);
  const part = { ...plain, 'content-range': `bytes ${first}-${last}/${plan.bytes}` };
  return answers.stream(reply, {
    ...{ type, chunks: bytesOf(first, last), bytes },
    ...(range === null ? { headers: plain } : { status: 206, headers: part }),
  });
}
