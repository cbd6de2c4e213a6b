// The state of a search over many platforms between two pages: what it contains, how it is stored, and the sealed cursor that
// leads to it. A state never changes: every page creates a new one. It asks no platform and moves no money.
import { hash } from 'node:crypto';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { base62 } from '../../domain/access/key.ts';
import {
  KB,
  WALK_BYTES_PER_KEY_MAX,
  WALK_KEEP_MS,
  WALK_STATE_BYTES_MAX,
  WALK_STATES_PER_KEY_MAX,
} from '../../domain/limits.ts';
import type { LegStatus } from '../../operations/all-report.ts';
import { type ByteText, readableText } from '../../operations/byte-text.ts';
import type { OpenedCursor, Walk } from '../../operations/cursor.ts';
import type { MergeLeg, MergeState } from '../../operations/merge-lists.ts';
import type { PagePosition } from '../../operations/page-answer.ts';
import type { ReadItem } from '../../operations/results.ts';
import {
  addSeen,
  decodeSeen,
  encodeSeen,
  hasSeen,
  NOTHING_SEEN,
  type Seen,
} from '../../operations/seen-ids.ts';
import type { CallDeps } from '../call-deps.ts';
import type { LegPage } from './leg-page.ts';

/** One platform in the walk. */
export interface WalkLeg extends MergeLeg<ReadItem> {
  /** Where its own walk goes on; null before its first page, and at its end. */
  pcursor: string | null;
  end: PagePosition['end'] | null;
  provider: string | null;
  /** The sort key of its last item, where the search is sorted. */
  lastKey: number;
  /** Failures since it last brought something, in units of FAILURES_MAX; a late page counts less than a failed one. */
  failures: number;
  /** Why this platform is never asked; null when it may be. */
  skipped: Extract<LegStatus, 'skipped_filter' | 'disabled'> | null;
}

export interface AllWalk extends MergeState<ReadItem> {
  legs: readonly WalkLeg[];
  /** Items delivered so far. */
  delivered: number;
  /** The language that the walk began with; null when the caller named none. */
  language: string | null;
  /** The names of delivered items. Digests of 32 bits would mistake a name for another in one of some hundred long walks. */
  seen: Seen;
  /** The same by other digests: a name was delivered when both have it. Absent in a walk that an older release began. */
  check?: Seen;
  /** Id of the last state for which a platform was asked; absent when a platform was asked for the previous page. */
  root?: string;
}

/** A stored walk, with what arrived after its last page was made. */
export interface FoundWalk {
  /** null for a walk that begins. */
  id: string | null;
  walk: AllWalk;
  /** Fingerprint of a call → the request id under which a page that asks no platform was first asked for. */
  firstIds: ReadonlyMap<string, string>;
  late: ReadonlyMap<string, LegPage>;
}

/** Increased when the content changes shape. A release treats a state of a version that it does not know as gone. */
const VERSION = 2;
/** Not compressed. States of this version are read for a day after an upgrade. */
const PLAIN_VERSION = 1;
const ID_CHARS = 20; // 119 random bits: ids do not collide.
/** Room for 60,000 names; a walk that needs more ends here. */
const SEEN_BYTES_MAX = 256 * KB;
/** Sorts before every other key: a record without a key at the top of a list stays at the top. */
const FIRST_KEY = Number.MAX_SAFE_INTEGER;

export function beginWalk(
  legs: readonly Pick<WalkLeg, 'name' | 'weight' | 'skipped'>[],
  language: string | null = null,
): AllWalk {
  const nothing = { unread: [], delivered: 0, open: 0, pcursor: null, end: null, provider: null };
  return {
    legs: legs.map((leg) => ({
      ...{ ...leg, ...nothing, isLive: leg.skipped === null, lastKey: FIRST_KEY, failures: 0 },
    })),
    run: null,
    delivered: 0,
    language,
    seen: NOTHING_SEEN,
    check: NOTHING_SEEN,
  };
}

/** No name begins with it, so that each digest of `check` is independent of that in `seen`. */
const CHECKED = '\0';

export function hasDelivered({ seen, check }: Pick<AllWalk, 'seen' | 'check'>, name: string): boolean {
  return hasSeen(seen, name) && (check === undefined || hasSeen(check, CHECKED + name));
}

export function withDelivered(
  { seen, check }: Pick<AllWalk, 'seen' | 'check'>,
  names: readonly string[],
): Pick<AllWalk, 'seen' | 'check'> {
  const both = { seen: addSeen(seen, names) };
  return check === undefined
    ? both
    : {
        ...both,
        check: addSeen(
          check,
          names.map((name) => CHECKED + name),
        ),
      };
}

/** null when it is older than a day, was dropped for newer ones, or was written by another version. */
export async function findWalk({ storage }: CallDeps, id: string): Promise<FoundWalk | null> {
  const parts = await storage.walkStates.read({ id, keepMs: WALK_KEEP_MS });
  const late = new Map<string, LegPage>();
  const firstIds = new Map<string, string>();
  let walk: AllWalk | null = null;
  for (const { part, body } of parts) {
    const { head, items } = unpacked(body);
    if (head.firstId !== undefined) firstIds.set(part.slice(PAGE_PART.length), head.firstId);
    if (!READABLE.has(head.version)) continue;
    if (part === '') walk = readWalk(head as WalkHead, items);
    else late.set(part, { ...(head.page as LegPage), items });
  }
  return walk && { id, walk, late, firstIds };
}

type Head = {
  version: number;
  page?: Omit<LegPage, 'items'>;
  walk?: AllWalk;
  seen?: string;
  check?: string;
  firstId?: string;
};
type WalkHead = Required<Omit<Head, 'firstId' | 'check'>> & Pick<Head, 'check'>;

/** Items are stored separately from the legs that own them, in the same sequence. Releases before 0.9 stored nothing to weigh them by. */
function readWalk({ walk, seen, check }: WalkHead, items: readonly ReadItem[]): AllWalk {
  let at = 0;
  const legs = walk.legs.map((leg) => {
    const older = { fit: 1, twin: null, till: leg.delivered };
    const unread = leg.unread.map((one) => ({ ...older, ...one, value: items[at++]! }));
    return { ...{ open: leg.delivered }, ...leg, unread };
  });
  const read = (set: string) => decodeSeen(Buffer.from(set, 'base64'));
  const { language = null } = walk;
  return { ...walk, language, legs, seen: read(seen), ...(check !== undefined && { check: read(check) }) };
}

/** Nearly every state fits; for a larger one a new buffer is allocated. */
const SCRATCH_BYTES = 512 * KB;
const BYTES_PER_UNIT_MAX = 3;
const scratch = Buffer.allocUnsafeSlow(SCRATCH_BYTES);
const NEW_LINE = 10;
/** The first line of a state. */
const VERSION_LINE = Buffer.from(`{"version":${VERSION}}\n`);
const READABLE: ReadonlySet<number> = new Set([PLAIN_VERSION, VERSION]);

/**
 * The fastest level. With a window of 128 kB, which holds most states, it takes three fifths of the time that it takes with its own
 * window of 512 kB.
 */
const COMPRESSION = {
  params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_windowLog]: 17 },
};

/**
 * The version in a line of its own, then one line of JSON and two for each item: the item as written, and its raw record. All but the
 * version is compressed: 80 items of 1.2 kB each take 0.1 ms, and writing them to the database as they are takes almost four times that.
 * null when it is too large to store.
 */
function packed(head: object, items: readonly ReadItem[]): Uint8Array | null {
  const lines = linesOf(JSON.stringify(head), items);
  return lines.length > WALK_STATE_BYTES_MAX
    ? null
    : Buffer.concat([VERSION_LINE, zstdCompressSync(lines, COMPRESSION)]);
}

/** The result is valid until the next call. */
function linesOf(head: string, items: readonly ReadItem[]): Buffer {
  let bytesMax = head.length * BYTES_PER_UNIT_MAX;
  for (const { bytes, raw } of items) bytesMax += bytes.length + (raw?.length ?? 0) + 2;
  const target = bytesMax > SCRATCH_BYTES ? Buffer.allocUnsafe(bytesMax) : scratch;
  let at = target.write(head);
  for (const { bytes, raw } of items) {
    target[at++] = NEW_LINE;
    at += target.write(bytes, at, 'latin1');
    target[at++] = NEW_LINE;
    if (raw !== null) at += target.write(raw, at, 'latin1');
  }
  return target.subarray(0, at);
}

function unpacked(body: Uint8Array): { head: Head; items: ReadItem[] } {
  const whole = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (whole.indexOf(VERSION_LINE) !== 0) return readLines(whole);
  const lines = zstdDecompressSync(whole.subarray(VERSION_LINE.length), {
    maxOutputLength: WALK_STATE_BYTES_MAX,
    chunkSize: UNPACK_BYTES,
  });
  const { head, items } = readLines(lines);
  return { head: { ...head, version: VERSION }, items };
}

/** Most states fit into one piece of this size. */
const UNPACK_BYTES = 128 * KB;

function readLines(whole: Buffer): { head: Head; items: ReadItem[] } {
  const [head, ...lines] = whole.toString('latin1').split('\n') as [ByteText, ...ByteText[]];
  const items: ReadItem[] = [];
  for (let i = 0; i < lines.length; i += 2) items.push({ bytes: lines[i]!, raw: lines[i + 1] || null });
  return { head: JSON.parse(readableText(head)) as Head, items };
}

/**
 * Stores the walk under a new id, or under the id of its position. null when it is too large to store. Not an async function, which would
 * hold the records of the walk in memory until it is stored.
 */
export function keepWalk(
  deps: CallDeps,
  keyId: string,
  { seen, check, legs, ...walk }: AllWalk,
  place: string | null,
): Promise<string | null> {
  const [coded, checked] = [seen, check].map(
    (set) => set && encodeSeen(set, SEEN_BYTES_MAX)?.toString('base64'),
  );
  if (coded === undefined || (check !== undefined && checked === undefined)) return NOT_KEPT;
  const bare = legs.map((leg) => ({ ...leg, unread: leg.unread.map(({ value: _, ...one }) => one) }));
  const items = legs.flatMap((leg) => leg.unread.map(({ value }) => value));
  const body = packed({ walk: { ...walk, legs: bare }, seen: coded, check: checked }, items);
  return body === null ? NOT_KEPT : keepBody(deps, keyId, body, place ?? base62(deps.random, ID_CHARS));
}

const NOT_KEPT = Promise.resolve(null);

async function keepBody(deps: CallDeps, keyId: string, body: Uint8Array, id: string): Promise<string> {
  await put(deps, keyId, { id, part: '', body });
  return id;
}

/**
 * The id of a position that was reached without asking a platform. It follows from the last state that asked one, the number of
 * items delivered since and the platforms that were left out, whatever the page sizes in between. So all pages that lead there
 * share one state.
 */
export function walkPlace(root: string, delivered: number, disabled: ReadonlySet<string>): string {
  return hash('sha256', JSON.stringify([root, delivered, [...disabled].toSorted()]), 'base64url');
}

/** Prefix for the name of a page. A leg never has this name: names of platforms contain no space. */
const PAGE_PART = 'page ';
/** Not a version of a state, so a release that does not know pages skips it. */
const PAGE_VERSION = 0;

/** The id under which this page was first asked for: the given one, unless another call was faster. */
export async function claimPage(
  deps: CallDeps,
  keyId: string,
  { id, page, requestId }: { id: string; page: string; requestId: string },
): Promise<string> {
  const body = Buffer.from(JSON.stringify({ version: PAGE_VERSION, firstId: requestId }));
  const { isNew } = await put(deps, keyId, { id, part: PAGE_PART + page, body });
  if (isNew) return requestId;
  const found = await findWalk(deps, id);
  return found?.firstIds.get(page) ?? requestId;
}

/** Stores a late page for the next call with that cursor. A page that is too large is not stored and will be fetched again. */
export async function keepLate(
  deps: CallDeps,
  keyId: string,
  at: { id: string; leg: string },
  { items, ...page }: LegPage,
): Promise<void> {
  const body = packed({ page }, items);
  if (body !== null) await put(deps, keyId, { id: at.id, part: at.leg, body });
}

function put(
  { storage }: CallDeps,
  keyId: string,
  state: { id: string; part: string; body: Uint8Array },
): Promise<{ isNew: boolean }> {
  const bounds = { countMax: WALK_STATES_PER_KEY_MAX, bytesMax: WALK_BYTES_PER_KEY_MAX };
  return storage.walkStates.put({ ...state, keyId, ...bounds });
}

/** The cursor of a walk contains only the id of its state. */
export function sealWalk({ cursors }: CallDeps, id: string, delivered: number, walk: Walk): string | null {
  const none = { total: null, ids: null, others: [], seen: null, mark: null };
  return cursors.seal(
    { provider: walk.platform, upstream: id, position: delivered, delivered, ...none },
    walk,
  );
}

export function walkIdIn({ upstream }: OpenedCursor): string {
  return upstream ?? '';
}
