// Owns the connector port: what one adapter to one upstream API must be able to do. A connector is pure. It builds
// requests and parses answers; it opens no socket, reads no clock and never throws on what an upstream sends.
import type { ParsedAuthor } from '../domain/author.ts';
import type { ParsedComment } from '../domain/comment.ts';
import type { AbsenceReason } from '../domain/failure.ts';
import type { FilterTable, SearchFilters } from '../domain/search-filters.ts';
import type { ParsedVideo } from '../domain/video.ts';

/** A configured connector: where it is and with whose credentials. */
export interface Provider {
  name: string;
  connector: string;
  baseUrl: string | null;
  token: string | null;
  timeoutMs: number | null;
  /** How we introduce ourselves. Some platforms throttle or refuse callers that they cannot reach. */
  userAgent: string;
  /** Settings that only this connector knows; their names are checked against `Connector.options` at start. */
  options: Readonly<Record<string, string>>;
  /** The gateway's own public origin, for platforms whose pictures the gateway serves itself. */
  publicUrl: string;
}

/** What every question to a platform says, whatever the operation. */
export interface Question {
  /** The path segment: a connector may serve several platforms. */
  platform: string;
  /** The caller asked for the platform's own records: parse so that their numbers survive. */
  wantsRaw: boolean;
}

/** A question for one page of a list. */
export interface PageInput extends Question {
  count: number;
  /** The upstream's own cursor of the page before, null on the first page. Opaque to everyone else. */
  cursor: string | null;
  /** How many items the walk has delivered so far. */
  position: number;
  /** The platform's whole answer goes to the caller: nothing of it can be left out, so nothing is asked for twice. */
  bodyIsAnswer?: boolean;
}

/** Only those filters are set that `SearchListing.filters` supports; they are the same on every page of a walk. */
export interface SearchInput extends PageInput, SearchFilters {
  keyword: string;
}

/** A question for one video. */
export interface VideoInput extends Question {
  /** As the platform writes it, and as search results have it. */
  id: string;
}

/** Whom a question is about, by one of the two. */
export interface AuthorChoice {
  /** As the platform writes it, and as `author.id` of a record has it. */
  author_id?: string;
  /** Without `@` before it. */
  handle?: string;
}

/** A question for one author. */
export interface AuthorInput extends Question, AuthorChoice {}

export interface AuthorVideosInput extends PageInput, AuthorChoice {
  sort: AuthorVideosSort;
}

/** A question for the comments of a video, without the replies to them. */
export interface CommentsInput extends PageInput {
  /** Of the video. */
  id: string;
  sort: CommentsSort;
}

/** A question for the replies to one comment. */
export interface RepliesInput extends PageInput {
  /** Of the video. */
  id: string;
  comment_id: string;
}

export const AUTHOR_VIDEOS_SORTS = ['newest', 'views'] as const;
export type AuthorVideosSort = (typeof AUTHOR_VIDEOS_SORTS)[number];

export const COMMENTS_SORTS = ['top', 'newest'] as const;
export type CommentsSort = (typeof COMMENTS_SORTS)[number];

export interface UpstreamRequest {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  body?: string;
  /** Asks for the answer as it came, for passing on what may be no text at all. */
  wantsBytes?: boolean;
}

export interface UpstreamResponse {
  kind: 'response';
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  /** Empty when bytes were asked for. */
  body: string;
  /** Without content coding; only when they were asked for. */
  bytes?: Uint8Array;
  /** Milliseconds that the request queued in this process. */
  waitedMs?: number;
  /** It came over a connection that had answered before, so it could be a late copy of an earlier answer. */
  isReused?: boolean;
  /** For answers that name a moment (`reset at …`) where we need a duration. */
  receivedAtMs: number;
}

export type End = 'more' | 'exhausted' | 'upstream_cap' | 'unknown';

export interface Total {
  value: number;
  relation: 'eq' | 'approx' | 'capped';
}

/** What a connector knows of one thing. Its id tells it from every other of the same platform. */
export interface ParsedRecord {
  id: string;
}

export interface Page<Parsed extends ParsedRecord = ParsedVideo> {
  kind: 'page';
  /** `raw` is the platform's own record as it was parsed. JSON.stringify gives its text, for the few who ask for it. */
  items: { record: Parsed; raw: unknown }[];
  /** The upstream's cursor for the next page; null exactly when `end` is not "more". */
  cursor: string | null;
  end: End;
  total: Total | null;
  /** Its owner wants no such list: comments that were switched off. */
  isDisabled?: boolean;
  /** The platform's whole answer, for group u2, when it is not the first one of the attempt. */
  body?: string;
  /** For whoever runs the gateway: what about this provider should be set otherwise. `connectors check` shows it. */
  notice?: string;
}

/** One thing, as the platform has it now. */
export interface FoundRecord<Parsed extends ParsedRecord = ParsedVideo> {
  kind: 'record';
  record: Parsed;
  /** As in a page. */
  raw: unknown;
  /** The platform's whole answer, for group u2, when it is not the first one of the attempt. */
  body?: string;
}

/** The platform answered that there is no such thing, or that not everybody may see it. */
export interface Absent {
  kind: 'absent';
  reason: AbsenceReason;
  /** What is not there, when it is not what the operation is named after: a question about a comment also names its video. */
  what?: 'video';
}

/** What is known of several things that were asked for in one exchange. */
export interface SeveralFound<Parsed extends ParsedRecord = ParsedVideo> {
  kind: 'records';
  /** By the id that was asked for. An id that is missing here was not answered. */
  found: ReadonlyMap<string, FoundRecord<Parsed> | Absent>;
  body?: string;
}

/** Why one attempt failed. The plan decides by kind what comes next. */
export type AttemptFailureKind =
  | 'timeout'
  | 'unavailable'
  | 'rate_limited'
  | 'refused'
  | 'bad_response'
  | 'not_found'
  | 'input_rejected';

export interface AttemptFailure {
  kind: AttemptFailureKind;
  /** For logs and traces; may quote nothing secret. */
  detail: string;
  /** How long the provider asks not to be called. */
  suspendMs?: number;
  /** Milliseconds that the request queued in this process before the provider was asked. */
  waitedMs?: number;
  /** The gateway's own limit refused it: the provider never heard of it. */
  isLocal?: boolean;
  /** With `isLocal`: what is to be asked is this gateway's own, and its operator has not opened it. */
  isClosed?: boolean;
  /** With `isLocal`: after so many milliseconds there may be room. */
  retryMs?: number;
  /** It says nothing about the provider: what was asked may be another name for what the answer is about. */
  isOfInput?: boolean;
  /** The answer repeats another question than the one asked: the connection is off by one. */
  isForeign?: boolean;
  /**
   * The upstream no longer knows the cursor it gave; the same search from its first page may work. A page with a cursor
   * that is `input_rejected` or `not_found` is taken for that as well: its keyword was good enough before.
   */
  isDeadCursor?: boolean;
}

/** A token, a look-up of statistics, the video that comments are of. Replies at a front-end to YouTube need the most: three. */
export const FOLLOW_UPS_MAX = 3;

/** The answer needs one more exchange with the same provider, within the same attempt and deadline. */
export interface FollowUp<Result = Page> {
  kind: 'follow_up';
  request: UpstreamRequest;
  /** Also called when the second exchange failed: the connector may go on without what it would have added. */
  parse(response: UpstreamResponse | AttemptFailure): Parsed<Result>;
}

export type Parsed<Result = Page> = Result | AttemptFailure | FollowUp<Result>;

export type ExpectedFailure = { failure: AttemptFailureKind; suspendMs?: number };

export interface ExpectedPage<Parsed extends ParsedRecord = ParsedVideo> {
  items: number;
  end: End;
  total?: Total | null;
  cursor?: string;
  isDisabled?: boolean;
  /** The first ones, as far as they matter. */
  records?: Partial<Parsed>[];
  videos?: Partial<ParsedVideo>[];
}

export interface ExpectedAbsence {
  absent: AbsenceReason;
  what?: Absent['what'];
}

export type ExpectedRecord<Parsed extends ParsedRecord> = { record: Partial<Parsed> } | ExpectedAbsence;

/** One exchange and what it must parse to, made up from the documents of the platform unless its file names a source. The contract suite turns each into a test. */
export interface Sample<Input = SearchInput, Expected = ExpectedPage> {
  name: string;
  input: Input;
  response: UpstreamResponse;
  /** Answers to the follow-ups, in order. */
  followUps?: (UpstreamResponse | AttemptFailure)[];
  expect: Expected | ExpectedFailure;
}

/** How a connector does one operation. */
export interface Implementation<Input, Result> {
  request(input: Input, provider: Provider): UpstreamRequest;
  parse(response: UpstreamResponse, input: Input, provider: Provider): Parsed<Result>;
  /** Fields this upstream can never give here, so that a null is explained. */
  missing: readonly string[];
  /** What one exchange takes of the provider's `cost`: an API that bills in units may give one record for less. */
  cost: number;
  /** Which of the connector's platforms have it; all when it is absent. */
  platforms?: readonly string[];
}

export interface Listing<Input extends PageInput = PageInput, Record extends ParsedRecord = ParsedRecord>
  extends Implementation<Input, Page<Record>> {
  /** The most items one page can have. */
  pageItemsMax: number;
}

/** The list of something that may not be there: the videos of an author, the comments on a video. */
export interface OwnedListing<Input extends PageInput = PageInput, Record extends ParsedRecord = ParsedRecord>
  extends Implementation<Input, Page<Record> | Absent> {
  /** The most items one page can have. */
  pageItemsMax: number;
}

/** The same in an order that callers choose. */
export interface SortedListing<Input extends PageInput & { sort: string }, Record extends ParsedRecord>
  extends OwnedListing<Input, Record> {
  /** Orders that the upstream has; the first one is for callers who name none. */
  sorts: readonly [Input['sort'], ...Input['sort'][]];
  /** A handle takes an exchange more than an id, so what it stands for is worth remembering. */
  looksUpHandles?: true;
}

/** A search says which filters it knows, so that nobody is asked who could not apply them. */
export interface SearchListing extends Listing<SearchInput, ParsedVideo> {
  /** For one of the platforms that it serves, and by the provider's own options where they matter. */
  filters(platform: string, options: Provider['options']): FilterTable;
}

export interface Lookup<Input extends Question = Question, Record extends ParsedRecord = ParsedRecord>
  extends Implementation<Input, FoundRecord<Record> | Absent> {
  /** Several in one exchange; absent where the API gives one at a time, or where several cost as much. */
  several?: SeveralAtOnce<Record>;
}

/** A question for several things of one kind. */
export interface SeveralInput extends Question {
  /** Distinct, and never more than can be asked for at once. */
  ids: readonly string[];
}

export interface SeveralAtOnce<Record extends ParsedRecord = ParsedRecord>
  extends Pick<Implementation<SeveralInput, SeveralFound<Record>>, 'request' | 'parse'> {
  /** The most ids of one exchange. */
  idsMax: number;
  /** Whether an id of this form may stand among others. One that may not is asked for alone. */
  takes(id: string): boolean;
}

/** Every operation that there is, and what a connector that has it must be able to do. */
export interface ConnectorOperations {
  'video.search': SearchListing;
  'video.get': Lookup<VideoInput, ParsedVideo>;
  'author.videos': SortedListing<AuthorVideosInput, ParsedVideo>;
  'video.comments': SortedListing<CommentsInput, ParsedComment>;
  'comment.replies': OwnedListing<RepliesInput, ParsedComment>;
  'author.get': Lookup<AuthorInput, ParsedAuthor>;
}

export type OperationName = keyof ConnectorOperations;

export interface Facts {
  website: string;
  docs: string | null;
  /** Where the API is when the operator names no `base_url`; null when it must be named. */
  baseUrl: string | null;
  /**
   * Path segments it can serve; null for any name. Also whose ids its records have: a walk goes over from one connector
   * to another item by item where both name the same platform.
   */
  platforms: readonly string[] | null;
  keyNeeded: boolean;
  /** May its answers be sold? `no` means: only at price 0, and the catalog refuses any other. */
  resale: 'yes' | 'no' | 'own-key';
  /**
   * What the platform makes of a keyword that is an address, an id or an operator, and what the connector does about it. A
   * keyword is searched for as text: as a look-up it may lead past what the platform shows to everybody.
   */
  keyword: string;
  /**
   * How long its answers must and may be kept, by its terms or because links in them lapse. `min` holds against settings
   * and callers that want less; `max` bounds fresh and stale time together. null has no bound, 0 means never kept.
   */
  cacheSeconds: { min: number; max: number | null };
  /** Anything an operator should know before switching it on. */
  notes: string | null;
}

/** What a caller sent, as the platform writes it; null for what is no such id there. */
export type IdForm = (id: string, platform: string) => string | null;

/** For platforms where any name may be an id: no control character is part of one. */
export const anyName: IdForm = (id) => (/^\P{Cc}+$/u.test(id) ? id : null);

/** What is not named here may be any name. */
export interface IdForms {
  video?: IdForm;
  author?: IdForm;
  handle?: IdForm;
  comment?: IdForm;
}

export interface Connector {
  name: string;
  /** Who runs the API, where its documents are, may its answers be resold. */
  facts: Facts;
  /** Names of its own settings, with what each means. */
  options: Readonly<Record<string, string>>;
  /** True when its API answers with redirects; they are followed only within the provider's own host. */
  redirects: boolean;
  /** How its platforms write ids. What has another form is refused, and nobody is asked. */
  ids: IdForms;
  /** As many as its API has. */
  operations: Partial<ConnectorOperations>;
}
