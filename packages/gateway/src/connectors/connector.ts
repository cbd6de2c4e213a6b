// The connector port: what an adapter to one upstream API must provide. A connector is pure. It builds requests and parses answers; it
// opens no socket, reads no clock and never throws on what an upstream sends.

import type { ParsedAuthor } from '../domain/author.ts';
import type { ParsedComment } from '../domain/comment.ts';
import type { DeclaredCoverage } from '../domain/coverage.ts';
import type { AbsenceReason } from '../domain/failure.ts';
import type { ParsedPlaylist } from '../domain/playlist.ts';
import type { Retention } from '../domain/retention.ts';
import type { FilterTable, PopularFilters, PopularTable, SearchFilters } from '../domain/search-filters.ts';
import type { ParsedTranscript } from '../domain/transcript/record.ts';
import type { KindWish, Track, TranscriptReason } from '../domain/transcript/tracks.ts';
import type { ParsedVideo } from '../domain/video.ts';

/** A configured connector: its address, credentials and options. */
export interface Provider {
  name: string;
  connector: string;
  baseUrl: string | null;
  token: string | null;
  timeoutMs: number | null;
  /** The User-Agent header. Some platforms throttle or refuse clients that give no contact. */
  userAgent: string;
  /** Settings of this connector alone; their names are checked against `Connector.options` at start. */
  options: Readonly<Record<string, string>>;
  /** The gateway's own public origin, for platforms whose pictures the gateway serves itself. */
  publicUrl: string;
}

/** What every input to an operation has. */
export interface Question {
  /** The platform in the path of the call. A connector may serve several platforms. */
  platform: string;
  /** The caller asked for the platform's own records: parse so that their numbers keep every digit. */
  wantsRaw: boolean;
}

export interface PageInput extends Question {
  count: number;
  /** The upstream's own cursor from the page before; null on the first page. Only the connector interprets it. */
  cursor: string | null;
  /** How many items the walk has delivered so far. */
  position: number;
  /** The caller gets the platform's whole answer. No item can be left out of it, so no item may be requested twice. */
  bodyIsAnswer?: boolean;
}

/** Only filters that `SearchListing.filters` supports are set. They are the same on every page of a walk. */
export interface SearchInput extends PageInput, SearchFilters {
  keyword: string;
}

export interface VideoInput extends Question {
  /** As the platform writes it, and as search results give it. */
  id: string;
}

/** The transcript of a video. A connector hands the wishes to `transcriptOf` (parsing/transcripts.ts) and does not read them itself. */
export interface TranscriptInput extends VideoInput {
  /** Wished languages in order, separated by commas; absent for any. */
  language?: string;
  /** Absent for any. */
  kind?: KindWish;
}

/** An author, by one of the two fields. */
export interface AuthorChoice {
  /** As the platform writes it, and as `author.id` of a record gives it. */
  author_id?: string;
  /** Without the leading `@`. */
  handle?: string;
}

export interface AuthorInput extends Question, AuthorChoice {}

export interface AuthorVideosInput extends PageInput, AuthorChoice {
  sort: AuthorVideosSort;
}

/** The comments on a video, without their replies. */
export interface CommentsInput extends PageInput {
  /** Id of the video. */
  id: string;
  sort: CommentsSort;
}

/** The replies to one comment. */
export interface RepliesInput extends PageInput {
  /** Id of the video. */
  id: string;
  comment_id: string;
}

/** A keyword that finds authors by their name. */
export interface AuthorSearchInput extends PageInput {
  keyword: string;
}

/** Only filters that `PopularListing.filters` supports are set. They are the same on every page of a walk. */
export interface PopularInput extends PageInput, PopularFilters {}

/** The videos that the platform shows beside one video. */
export interface RelatedInput extends PageInput {
  /** Id of the video. */
  id: string;
}

export interface PlaylistInput extends Question {
  /** As the platform writes it. */
  playlist_id: string;
}

export interface PlaylistVideosInput extends PageInput {
  playlist_id: string;
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
  /** Asks for the answer as bytes, for content that may not be text. */
  wantsBytes?: boolean;
  /**
   * A file that an answer of the platform named, on the provider's own host or on one of `fileHosts`. It is fetched without credentials
   * elsewhere, and may have at most TRACK_BYTES_MAX bytes.
   */
  isFile?: true;
  /** The language of the file's text, if known. It decides how a file is read that is not UTF-8. */
  language?: string | null;
}

export interface UpstreamResponse {
  kind: 'response';
  status: number;
  /** Header names are in lower case. */
  headers: Record<string, string>;
  /** Empty when bytes were asked for. */
  body: string;
  /** Decompressed; present only when bytes were asked for. */
  bytes?: Uint8Array;
  /** Milliseconds that the request queued in this process. */
  waitedMs?: number;
  /** The answer came over a connection that had answered before, so it could be a late copy of an earlier answer. */
  isReused?: boolean;
  /** When the answer was received. Needed where an answer states a moment (`reset at …`) and we need a duration. */
  receivedAtMs: number;
}

export type End = 'more' | 'exhausted' | 'upstream_cap' | 'unknown';

export interface Total {
  value: number;
  relation: 'eq' | 'approx' | 'capped';
  /** Where a platform says what of a keyword an item has: only items that have its very words are counted, or all. */
  counts?: 'exact' | 'all';
}

/** What a connector parsed about one video, author or comment. The id is unique within the platform. */
export interface ParsedRecord {
  id: string;
}

export interface Page<Parsed extends ParsedRecord = ParsedVideo> {
  kind: 'page';
  /** `raw` is the platform's own record as it was parsed. JSON.stringify gives its text, for callers that ask for it. */
  items: { record: Parsed; raw: unknown }[];
  /** The upstream's cursor for the next page; null exactly when `end` is not "more". */
  cursor: string | null;
  end: End;
  total: Total | null;
  /** The owner switched the list off, for example the comments on a video. */
  isDisabled?: boolean;
  /**
   * Entries of a playlist on this page whose video is deleted, private or otherwise not for everybody. They are counted here and are not
   * among the items. Absent when the platform does not say.
   */
  unavailable?: number;
  /** What the caller should know about how the page was found. */
  notes?: readonly string[];
  /** The platform's whole answer, for group u2, when it is not the first answer of the attempt. */
  body?: string;
  /** A hint for the operator about the settings of this provider. `connectors check` shows it. */
  notice?: string;
}

/** One record, as the platform has it now. */
export interface FoundRecord<Parsed extends ParsedRecord = ParsedVideo> {
  kind: 'record';
  record: Parsed;
  /** The platform's own record, as in a page. */
  raw: unknown;
  /** The platform's whole answer, for group u2, when it is not the first answer of the attempt. */
  body?: string;
}

/** The platform answered that there is no such record, or that it is not public. */
export interface Absent {
  kind: 'absent';
  reason: AbsenceReason;
  /** What is missing, when it is not what the operation is named after: a question about a comment also names its video. */
  what?: 'video';
}

/** The video exists and is public, but it has no transcript that meets the wishes. */
export interface NoTranscript {
  kind: 'absent';
  what: 'transcript';
  reason: TranscriptReason;
  /** The tracks that exist. */
  tracks: readonly Track[];
}

/** The results for several ids that were asked for in one exchange. */
export interface SeveralFound<Parsed extends ParsedRecord = ParsedVideo> {
  kind: 'records';
  /** By the requested id. An id without an entry was not answered. */
  found: ReadonlyMap<string, FoundRecord<Parsed> | Absent>;
  body?: string;
}

/** Why one attempt failed. The plan decides by this kind what to try next. */
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
  /** For logs and traces. It must not quote secrets. */
  detail: string;
  /** Milliseconds for which the provider asks not to be called. */
  suspendMs?: number;
  /** Milliseconds that the request queued in this process before it was sent. */
  waitedMs?: number;
  /** A limit of this gateway refused the request; it was never sent. */
  isLocal?: boolean;
  /** With `isLocal`: the quota of the provider is used up, or the part of it that this call may use. */
  isQuota?: boolean;
  /** With `isLocal`: the embedded library was asked, and the operator has not created one yet. */
  isClosed?: boolean;
  /** With `isLocal`: milliseconds after which a retry may succeed. */
  retryMs?: number;
  /** The failure does not count against the provider's health: the caller may have used another name for the record in the answer. */
  isOfInput?: boolean;
  /** The answer repeats a different question: on this connection, answers are one request behind. */
  isForeign?: boolean;
  /**
   * The upstream no longer accepts the cursor that it gave; the same search may work from its first page. An `input_rejected` or
   * `not_found` for a page with a cursor counts as this too, because its keyword was accepted before.
   */
  isDeadCursor?: boolean;
}

/**
 * Most follow-ups of one attempt: a token, a look-up of statistics, the video of a comment. Replies at a front-end to YouTube need the
 * most: three.
 */
export const FOLLOW_UPS_MAX = 3;

/** The answer needs one more exchange with the same provider, within the same attempt and deadline. */
export interface FollowUp<Result = Page> {
  kind: 'follow_up';
  request: UpstreamRequest;
  /** Also called when the follow-up failed: the connector may go on without its data. */
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
  unavailable?: number;
  /** The first records, with the fields that matter. */
  records?: Partial<Parsed>[];
  videos?: Partial<ParsedVideo>[];
}

export interface ExpectedAbsence {
  absent: AbsenceReason;
  what?: Absent['what'];
}

export interface ExpectedNoTranscript {
  absent: TranscriptReason;
  what: 'transcript';
  tracks: readonly Track[];
}

export type ExpectedRecord<Parsed extends ParsedRecord> = { record: Partial<Parsed> } | ExpectedAbsence;

/**
 * One exchange and what it must parse to. Made up from the platform's documents, unless its file names a source. The contract suite makes a
 * test of each.
 */
export interface Sample<Input = SearchInput, Expected = ExpectedPage> {
  name: string;
  input: Input;
  response: UpstreamResponse;
  /** Answers to the follow-ups, in sequence. */
  followUps?: (UpstreamResponse | AttemptFailure)[];
  expect: Expected | ExpectedFailure;
}

/** How a connector does one operation. */
export interface Implementation<Input, Result> {
  request(input: Input, provider: Provider): UpstreamRequest;
  parse(response: UpstreamResponse, input: Input, provider: Provider): Parsed<Result>;
  /** Fields that this upstream never gives here, so that a null is explained. */
  missing: readonly string[];
  /** The share of the provider's `cost` that one exchange uses: an API that bills in units may charge less for one record. */
  cost: number;
  /** The connector's platforms that have this operation; all of them when absent. */
  platforms?: readonly string[];
  /**
   * Hosts beside the provider's own from which files may be fetched (`isFile`): `files.example.org`, or `*.example.org` for all below it.
   * Name only hosts of the platform, or hosts that the operator names in an option. Answers never add a host.
   */
  fileHosts?(provider: Provider): readonly string[];
}

export interface Listing<Input extends PageInput = PageInput, Record extends ParsedRecord = ParsedRecord>
  extends Implementation<Input, Page<Record>> {
  /** The most items that one page can have. */
  pageItemsMax: number;
}

/** A list whose owner may not exist: the videos of an author, the comments on a video. */
export interface OwnedListing<Input extends PageInput = PageInput, Record extends ParsedRecord = ParsedRecord>
  extends Implementation<Input, Page<Record> | Absent> {
  /** The most items that one page can have. */
  pageItemsMax: number;
}

/** A list with a sort that callers choose. */
export interface SortedListing<Input extends PageInput & { sort: string }, Record extends ParsedRecord>
  extends OwnedListing<Input, Record> {
  /** Sorts that the upstream offers; the first one is the default. */
  sorts: readonly [Input['sort'], ...Input['sort'][]];
  /** A handle takes one exchange more than an id, so the gateway caches the id that it stands for. */
  looksUpHandles?: true;
}

/** A search states which filters it supports, so that a provider that cannot apply them is not asked. */
export interface SearchListing extends Listing<SearchInput, ParsedVideo> {
  /** The filters for one of its platforms. They may depend on the provider's options. */
  filters(platform: string, options: Provider['options']): FilterTable;
  /** Without `match`, collections and watches ask this platform with `match=exact`: they pay for what they asked for. */
  gathersExact?: true;
}

/** A list of popular videos states what it can be narrowed by, so that a provider that cannot do that is not asked. */
export interface PopularListing extends Listing<PopularInput, ParsedVideo> {
  /** `exact`: the platform applies it. `preferred`: it takes it for a wish. Absent: the call is refused. */
  filters(platform: string, options: Provider['options']): PopularTable;
}

export interface Lookup<Input extends Question = Question, Record extends ParsedRecord = ParsedRecord>
  extends Implementation<Input, FoundRecord<Record> | Absent> {
  /** Fetches several ids in one exchange; absent where the API takes one id at a time, or where several cost as much as single ones. */
  several?: SeveralAtOnce<Record>;
}

export interface SeveralInput extends Question {
  /** Distinct, and never more than `idsMax`. */
  ids: readonly string[];
}

export interface SeveralAtOnce<Record extends ParsedRecord = ParsedRecord>
  extends Pick<Implementation<SeveralInput, SeveralFound<Record>>, 'request' | 'parse'> {
  /** The most ids in one exchange. */
  idsMax: number;
  /** Whether an id of this form can be asked for together with others. If not, it is asked for alone. */
  takes(id: string): boolean;
}

/** A missing video is `absent` with `what: 'video'`, a video without such a transcript is a `NoTranscript`. */
export type TranscriptResult = FoundRecord<ParsedTranscript> | NoTranscript | Absent;
export type Transcribing = Implementation<TranscriptInput, TranscriptResult>;

/** Every operation, and what a connector must provide to have it. */
export interface ConnectorOperations {
  'video.search': SearchListing;
  'video.get': Lookup<VideoInput, ParsedVideo>;
  'author.videos': SortedListing<AuthorVideosInput, ParsedVideo>;
  'video.comments': SortedListing<CommentsInput, ParsedComment>;
  'comment.replies': OwnedListing<RepliesInput, ParsedComment>;
  'author.get': Lookup<AuthorInput, ParsedAuthor>;
  'author.search': Listing<AuthorSearchInput, ParsedAuthor>;
  'video.popular': PopularListing;
  'video.related': OwnedListing<RelatedInput, ParsedVideo>;
  'playlist.get': Lookup<PlaylistInput, ParsedPlaylist>;
  'playlist.videos': OwnedListing<PlaylistVideosInput, ParsedVideo>;
  'transcript.get': Transcribing;
}

export type OperationName = keyof ConnectorOperations;

/**
 * How the paths and fields of an operation are known where no answer was recorded: by documents of the platform or the seller, by the
 * source of its server, by clients that others use, or because it answers in this process; or nothing proves it.
 */
export type ProofKind = 'document' | 'source' | 'client' | 'own' | 'unproved';

export interface Proof {
  /** When somebody last compared the connector with it: a day or a month. */
  checkedAt: string;
  by: ProofKind;
  /** Operations that are known in another way. */
  besides?: Partial<Record<OperationName, ProofKind>>;
  /** What nothing proves, in words. */
  unproved: readonly string[];
}

export interface Facts {
  website: string;
  docs: string | null;
  proof: Proof;
  /** The address of the API when the operator sets no `base_url`; null when the operator must set it. */
  baseUrl: string | null;
  /**
   * The platforms that it can serve; null for any name. Also the platforms whose ids its records have: a walk can move between two
   * connectors, item by item, when both name the same platform.
   */
  platforms: readonly string[] | null;
  keyNeeded: boolean;
  /** Whether its answers may be sold. `no`: only at price 0; the catalog refuses any other price. */
  resale: 'yes' | 'no' | 'own-key';
  /**
   * What the platform does with a keyword that is an address, an id or an operator, and how the connector prevents that. A keyword is
   * searched for as text: a look-up could return videos that are not public.
   */
  keyword: string;
  /** How long its records may be kept and its links work, and whether its answers are cached. It overrides settings and callers. */
  retention: Retention;
  /** Anything that an operator should know before enabling it. */
  notes: string | null;
  /** Its records are made up by the gateway: platforms that only it serves are marked wherever they are named. */
  isMadeUp?: true;
}

/** Returns a caller's id as the platform writes it; null when it cannot be an id of that platform. */
export type IdForm = (id: string, platform: string) => string | null;

/** For platforms where any text without control characters may be an id. */
export const anyName: IdForm = (id) => (/^\P{Cc}+$/u.test(id) ? id : null);

/** A kind that is absent here accepts any name. */
export interface IdForms {
  video?: IdForm;
  author?: IdForm;
  handle?: IdForm;
  comment?: IdForm;
  playlist?: IdForm;
}

export interface Connector {
  name: string;
  facts: Facts;
  /** Its own settings: name and meaning of each. */
  options: Readonly<Record<string, string>>;
  /** True when its API answers with redirects; they are followed only within the provider's own host. */
  redirects: boolean;
  /** How its platforms write ids. An id in another form is refused without asking the provider. */
  ids: IdForms;
  operations: Partial<ConnectorOperations>;
  /** Caps, known gaps and freshness, for callers; `NO_KNOWN_GAPS` where none is known. */
  coverage: DeclaredCoverage<OperationName>;
}
