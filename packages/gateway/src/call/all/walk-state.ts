// Where a search over many platforms stands between two pages: what it holds, how it is written down, and the sealed cursor that
// leads to it. A state never changes: every page leaves a new one. It asks no platform and moves no money.
import { hash } from 'node:crypto';
import { base62 } from '../../domain/key.ts';
import {
  KB,
  WALK_BYTES_PER_KEY_MAX,
  WALK_KEEP_MS,
  WALK_STATE_BYTES_MAX,
  WALK_STATES_PER_KEY_MAX,
} from '../../domain/limits.ts';
import type { LegStatus } from '../../operations/all-report.ts';
import type { OpenedCursor, Walk } from '../../operations/cursor.ts';
import type { MergeLeg, MergeState } from '../../operations/merge-lists.ts';
import type { PagePosition } from '../../operations/page-answer.ts';
import type { ReadItem } from '../../operations/results.ts';
import { decodeSeen, encodeSeen, NOTHING_SEEN, type Seen } from '../../operations/seen-ids.ts';
import type { CallDeps } from '../call-deps.ts';
import type { LegPage } from './leg-page.ts';

/** One platform in the walk. */
export interface WalkLeg extends MergeLeg<ReadItem> {
  /** Where its own walk goes on; null before its first page, and at its end. */
  pcursor: string | null;
  end: PagePosition['end'] | null;
  provider: string | null;
  /** Of its last item, where the search is sorted. */
  lastKey: number;
  /** How much patience it has cost since it brought something. */
  failures: number;
  /** Why it is never asked. */
  skipped: Extract<LegStatus, 'skipped_filter' | 'disabled'> | null;
}

export interface AllWalk extends MergeState<ReadItem> {
  legs: readonly WalkLeg[];
  /** Items delivered so far. */
  delivered: number;
  seen: Seen;
  /** The state since which no platform was asked; absent when one was asked for the page before. */
  root?: string;
}

/** A walk as it was found, with what came after its last page was made. */
export interface FoundWalk {
  /** null for a walk that begins. */
  id: string | null;
  walk: AllWalk;
  /** By what was asked: who asked first for a page that no platform is asked for. */
  firstIds: ReadonlyMap<string, string>;
  late: ReadonlyMap<string, LegPage>;
}

/** Raised when the content changes shape: an older state is then as good as gone. */
const VERSION = 1;
const ID_CHARS = 20; // 119 random bits: no two ids meet.
/** Room for 60,000 names; a walk that needs more has gone far enough. */
const SEEN_BYTES_MAX = 256 * KB;
/** Comes before every other key: what says nothing at the top of a list stays at its top. */
const FIRST_KEY = Number.MAX_SAFE_INTEGER;

export function beginWalk(legs: readonly Pick<WalkLeg, 'name' | 'weight' | 'skipped'>[]): AllWalk {
  const nothing = { unread: [], delivered: 0, pcursor: null, end: null, provider: null };
  return {
    legs: legs.map((leg) => ({
      ...{ ...leg, ...nothing, isLive: leg.skipped === null, lastKey: FIRST_KEY, failures: 0 },
    })),
    run: null,
    delivered: 0,
    seen: NOTHING_SEEN,
  };
}

/** null when it is older than a day, was given up for newer ones, or was written by another version. */
export async function findWalk({ storage }: CallDeps, id: string): Promise<FoundWalk | null> {
  const parts = await storage.walkStates.read({ id, keepMs: WALK_KEEP_MS });
  const late = new Map<string, LegPage>();
  const firstIds = new Map<string, string>();
  let walk: AllWalk | null = null;
  for (const { part, body } of parts) {
    const { head, items } = unpacked(body);
    if (head.firstId !== undefined) firstIds.set(part.slice(PAGE_PART.length), head.firstId);
    if (head.version !== VERSION) continue;
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
  firstId?: string;
};
type WalkHead = Required<Omit<Head, 'firstId'>>;

/** Items are written apart from what is said of them, and in its order. */
function readWalk({ walk, seen }: WalkHead, items: readonly ReadItem[]): AllWalk {
  let at = 0;
  const legs = walk.legs.map((leg) => ({
    ...leg,
    unread: leg.unread.map((one) => ({ ...one, value: items[at++]! })),
  }));
  return { ...walk, legs, seen: decodeSeen(Buffer.from(seen, 'base64')) };
}

/** Nearly every state fits; a larger one takes its time. */
const SCRATCH_BYTES = 512 * KB;
const BYTES_PER_UNIT_MAX = 3;
const scratch = Buffer.allocUnsafeSlow(SCRATCH_BYTES);

/** A line of JSON, and two for each item: as it was written, and its raw record. Packing it would cost more than writing it down. */
function packed(head: Omit<Head, 'version'> | object, items: readonly ReadItem[]): Uint8Array {
  const lines = [JSON.stringify({ version: VERSION, ...head })];
  for (const { text, raw } of items) lines.push(text, raw ?? '');
  const units = lines.reduce((sum, line) => sum + line.length + 1, 0);
  if (units * BYTES_PER_UNIT_MAX > SCRATCH_BYTES) return Buffer.from(lines.join('\n'));
  // Line by line: one text of all of them would be made only to be read once.
  let at = 0;
  for (const [i, line] of lines.entries()) at += scratch.write(i === 0 ? line : `\n${line}`, at);
  return Buffer.from(scratch.subarray(0, at));
}

function unpacked(body: Uint8Array): { head: Head; items: ReadItem[] } {
  const [head = '{}', ...lines] = Buffer.from(body).toString().split('\n');
  const items: ReadItem[] = [];
  for (let i = 0; i < lines.length; i += 2) items.push({ text: lines[i]!, raw: lines[i + 1] || null });
  return { head: JSON.parse(head) as Head, items };
}

/** Under a new id, or under that of the place that it is; null when it is too large to be kept. */
export async function keepWalk(
  deps: CallDeps,
  keyId: string,
  { seen, legs, ...walk }: AllWalk,
  place: string | null,
): Promise<string | null> {
  const coded = encodeSeen(seen, SEEN_BYTES_MAX);
  if (coded === null) return null;
  const bare = legs.map((leg) => ({ ...leg, unread: leg.unread.map(({ value: _, ...one }) => one) }));
  const items = legs.flatMap((leg) => leg.unread.map(({ value }) => value));
  const body = packed({ walk: { ...walk, legs: bare }, seen: coded.toString('base64') }, items);
  if (body.length > WALK_STATE_BYTES_MAX) return null;
  const id = place ?? base62(deps.random, ID_CHARS);
  await put(deps, keyId, { id, part: '', body });
  return id;
}

/**
 * A place that is reached without asking a platform: it follows from where the walk stood before, how far it is now and who was left out,
 * however large the pages in between were. So all pages that lead there keep one state.
 */
export function walkPlace(root: string, delivered: number, disabled: ReadonlySet<string>): string {
  return hash('sha256', JSON.stringify([root, delivered, [...disabled].toSorted()]), 'base64url');
}

/** Before the name of a page. No leg is called so: names of platforms have no space. */
const PAGE_PART = 'page ';
/** No version of a state, so a gateway that knows nothing of pages passes over it. */
const PAGE_VERSION = 0;

/** The id that this page was asked for first: the one given, unless somebody was faster. */
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

/** For whoever comes with that cursor next. One that is too large is asked for again instead. */
export async function keepLate(
  deps: CallDeps,
  keyId: string,
  at: { id: string; leg: string },
  { items, ...page }: LegPage,
): Promise<void> {
  const body = packed({ page }, items);
  if (body.length <= WALK_STATE_BYTES_MAX) await put(deps, keyId, { id: at.id, part: at.leg, body });
}

function put(
  { storage }: CallDeps,
  keyId: string,
  state: { id: string; part: string; body: Uint8Array },
): Promise<{ isNew: boolean }> {
  const bounds = { countMax: WALK_STATES_PER_KEY_MAX, bytesMax: WALK_BYTES_PER_KEY_MAX };
  return storage.walkStates.put({ ...state, keyId, ...bounds });
}

/** The cursor of a walk holds nothing but the id of its state. */
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
