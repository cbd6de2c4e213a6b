// Which texts are valid request ids: visible ASCII, so that an id needs no escaping in a header, a log line or a database. Calls of
// collections and watches have ids that are derived from their collection or watch; callers may not send such an id.
import { ID_PREFIXES } from './ids.ts';
import { REQUEST_ID_BYTES_MAX } from './limits.ts';

/** As JSON Schema and OpenAPI write it. */
export const REQUEST_ID_PATTERN = '^[!-~]+$';

const VISIBLE = /^[!-~]+$/;

export function isRequestId(text: string): boolean {
  return text.length <= REQUEST_ID_BYTES_MAX && VISIBLE.test(text);
}

/** How the ids of collections and watches begin. */
export const COLLECTION_ID_PREFIX = ID_PREFIXES.collection;
export const WATCH_ID_PREFIX = ID_PREFIXES.watch;

const PAGE_PREFIX = `c-${COLLECTION_ID_PREFIX}`;
const RUN_PREFIX = `w-${WATCH_ID_PREFIX}`;

/** Request ids that begin so are the gateway's own. */
export const RESERVED_PREFIXES: readonly string[] = [PAGE_PREFIX, RUN_PREFIX];

/** Why such an id is refused. */
export const RESERVED_ID = `must not begin with ${RESERVED_PREFIXES.join(' or ')}: such ids belong to collections and watches`;

/** True for an id that callers may not send. */
export function isReservedRequestId(text: string): boolean {
  return text.startsWith(PAGE_PREFIX) || text.startsWith(RUN_PREFIX);
}

/** How the request ids of all calls for this collection or watch begin; null for any other id. */
export function gatheredPrefix(id: string): string | null {
  if (id.startsWith(COLLECTION_ID_PREFIX)) return `c-${id}-`;
  return id.startsWith(WATCH_ID_PREFIX) ? `w-${id}-` : null;
}

/** The id of the call for a page of a collection. `page`: how many pages were settled before it. */
export function pageRequestId(collectionId: string, page: number): string {
  return reserved(`c-${collectionId}-${page}`);
}

/** The id of the call for the first page of a run of a watch. `run`: the number of the run, from 1. */
export function runRequestId(watchId: string, run: number): string {
  return reserved(`w-${watchId}-${run}`);
}

/** The id of the call for a page of a run, from 1. `runId`: that of its first page. */
export const runPageId = (runId: string, page: number): string =>
  page === 1 ? runId : reserved(`${runId}.${page}`);

/** The ids of the further pages of a run are between these two texts: `/` is the character behind `.`. */
export const furtherPages = (runId: string): [from: string, to: string] => [`${runId}.`, `${runId}/`];

/** Which page or which run a call is. */
export interface GatheredUnit {
  ownerId: string;
  /** The position of its collection or watch before it: how many pages were settled, or the number of the run before. */
  before: number;
  /** Which page of the run, from 1. A page of a collection is a unit of its own. */
  page: number;
}

/** null for an id that is not derived from a collection or a watch. */
export function gatheredUnit(requestId: string): GatheredUnit | null {
  const [, of, ownerId, digits, page = '1'] =
    /^([cw])-((?:col|wat)_.+)-(\d{1,15})(?:\.(\d{1,3}))?$/.exec(requestId) ?? [];
  if (ownerId === undefined || !isReservedRequestId(requestId)) return null;
  return { ownerId, before: Number(digits) - (of === 'w' ? 1 : 0), page: Number(page) };
}

/** Another form of id would be one that a caller may use up. */
function reserved(id: string): string {
  if (!isReservedRequestId(id) || !isRequestId(id))
    throw new Error(`${id} is not derived from an id of ours`);
  return id;
}
