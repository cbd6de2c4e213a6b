// How Vimeo is asked for authors, also by name, their videos, comments and replies, popular and related videos. The first page of comments
// also looks up the video: who may watch it, whether comments are switched off, and who its author is. Must never give comments on a video
// that is not public.
import type { ParsedAuthor } from '../../domain/author.ts';
import type { ParsedComment } from '../../domain/comment.ts';
import type { ParsedVideo } from '../../domain/video.ts';
import type {
  Absent,
  AttemptFailure,
  AuthorChoice,
  AuthorInput,
  AuthorSearchInput,
  CommentsInput,
  ConnectorOperations,
  FollowUp,
  FoundRecord,
  Page,
  PageInput,
  Provider,
  RelatedInput,
  RepliesInput,
  UpstreamRequest,
  UpstreamResponse,
  VideoInput,
} from '../connector.ts';
import type { Readable } from '../parsing/blank-records.ts';
import { blankAuthor, blankComment, LEFT_OUT } from '../parsing/blank-records.ts';
import { keepCreator, readCreator, type WithCreator } from '../parsing/cursor.ts';
import { badResponse, failed, unreadable } from '../parsing/failures.ts';
import { count, publishedIso, segment, text, url } from '../parsing/fields.ts';
import { absent } from '../parsing/found-videos.ts';
import { array, isObject, type Json, object, parseJson } from '../parsing/json.ts';
import { numberedPage, type Place, placeOf } from '../parsing/numbered-pages.ts';
import { ofPublicVideo } from '../parsing/proved-empty.ts';
import { joined, unixLines } from '../parsing/text.ts';

/** The most items of one page, of every list. */
export const VIMEO_PAGE_MAX = 100;
const PAGE_SIZES = { min: 1, max: VIMEO_PAGE_MAX };

const AUTHOR_FIELDS = [
  'uri,name,link,bio,created_time,pictures.sizes,websites.name,websites.link',
  'metadata.connections.followers.total,metadata.connections.following.total,metadata.connections.videos.total',
].join(',');
const COMMENT_FIELDS =
  'uri,text,created_on,user.uri,user.name,user.link,user.pictures.sizes,metadata.connections.replies.total';
const VIDEO_FIELDS = 'uri,privacy.view,privacy.comments,user.uri';

const AUTHOR_MISSING = [
  'banner_url',
  'verified',
  'verified_text',
  'country',
  'stats.views',
  'stats.likes',
  'private',
  'live',
];
const COMMENT_MISSING = [
  'url',
  'language',
  'published_text',
  'edited_at',
  'author.handle',
  'author.verified',
  'author.followers',
  'pinned',
  'hearted',
  'likes',
  'rating',
  'position_ms',
];

const SORTS = { newest: 'date', views: 'plays' };

/** A numbered page that was read: what it lists, and where this call stands in it. */
export interface ReadPage {
  place: Place;
  upstream: { records: readonly unknown[]; end: Page['end']; total: Page['total'] };
}

/** The parts of the connector that these operations use. */
export interface VimeoApi {
  get(provider: Provider, path: string, query: URLSearchParams): UpstreamRequest;
  parsePage(response: UpstreamResponse, input: PageInput): Page | AttemptFailure;
  readPage(response: UpstreamResponse, input: PageInput): ReadPage | AttemptFailure;
  videoRequest(id: string, provider: Provider): UpstreamRequest;
  parseVideo(response: UpstreamResponse, input: VideoInput): FoundRecord | Absent | AttemptFailure;
  toVideo(record: Json): Readable;
  classify(response: UpstreamResponse, page: number): AttemptFailure;
  endOf(paging: unknown): Page['end'];
  isPublic(record: Json): boolean;
  toAuthor(user: Json): ParsedVideo['author'];
  uriTail(uri: unknown): string | null;
  /** Every id that the record of a video answers to, given the id that the caller sent. */
  namesOf(record: Json, asked?: string): (string | null)[];
  fields: string;
  missing: readonly string[];
}

type VimeoLists = Pick<
  ConnectorOperations,
  'author.videos' | 'video.comments' | 'comment.replies' | 'author.get' | 'author.search'
>;

export function vimeoLists(api: VimeoApi): VimeoLists {
  const commentParts = { pageItemsMax: PAGE_SIZES.max, missing: COMMENT_MISSING, cost: 1 };
  return {
    'author.videos': {
      request: (input, provider) => {
        const order = { sort: SORTS[input.sort], direction: 'desc' };
        return api.get(provider, `${userPath(input)}/videos`, paged(input, { ...order, fields: api.fields }));
      },
      parse: (response, input) => (isUnknown(response) ? absent() : api.parsePage(response, input)),
      sorts: ['newest', 'views'],
      pageItemsMax: PAGE_SIZES.max,
      missing: api.missing,
      cost: 1,
    },
    'video.comments': {
      request: (input, provider) => {
        const query = paged(readCreator(input), { direction: 'desc', fields: COMMENT_FIELDS });
        return api.get(provider, `${vimeoPath(input.id)}/comments`, query);
      },
      parse: (response, input, provider) => new CommentList(api, input, provider).parse(response),
      sorts: ['newest'],
      ...commentParts,
    },
    'comment.replies': {
      request: (input, provider) => {
        const path = `${vimeoPath(input.id)}/comments/${segment(input.comment_id)}/replies`;
        return api.get(provider, path, paged(readCreator(input), { fields: COMMENT_FIELDS }));
      },
      parse: (response, input, provider) => new CommentList(api, input, provider).parse(response),
      ...commentParts,
    },
    'author.get': {
      request: (input, provider) =>
        api.get(provider, userPath(input), new URLSearchParams({ fields: AUTHOR_FIELDS })),
      parse: (response, input) => parseAuthor(api, response, input),
      missing: AUTHOR_MISSING,
      cost: 1,
    },
    'author.search': {
      request: (input, provider) =>
        api.get(provider, '/users', paged(input, { query: input.keyword, fields: AUTHOR_FIELDS })),
      parse: (response, input) => parseAuthors(api, response, input),
      pageItemsMax: VIMEO_PAGE_MAX,
      missing: AUTHOR_MISSING,
      cost: 1,
    },
  };
}

/** The key after a number is not encoded: `/videos/123:ab12`. */
export function vimeoPath(id: string): string {
  return `/videos/${segment(id).replace('%3A', ':')}`;
}

/** Vimeo accepts the number and the name of the address in the same place. */
function userPath({ author_id, handle }: AuthorChoice): string {
  return `/users/${segment(author_id ?? handle ?? '')}`;
}

export function paged(input: PageInput, more: Record<string, string>): URLSearchParams {
  const place = placeOf(input, PAGE_SIZES);
  return new URLSearchParams({ page: String(place.page), per_page: String(place.size), ...more });
}

/** A 404 from the API states a reason. */
export function isUnknown({ status, body }: UpstreamResponse): boolean {
  return status === 404 && text(object(parseJson(body, false)).error) !== null;
}

/** A 403 from the API itself. */
function isForbidden({ status, body }: UpstreamResponse): boolean {
  return status === 403 && text(object(parseJson(body, false)).error) !== null;
}

type CommentInput = CommentsInput | RepliesInput;
type Comments = Page<ParsedComment> | Absent | AttemptFailure;

/** One page of comments or replies, with the look-up of the video before the first page. */
class CommentList {
  readonly #api: VimeoApi;
  readonly #input: CommentInput;
  readonly #provider: Provider;

  constructor(api: VimeoApi, input: CommentInput, provider: Provider) {
    this.#api = api;
    this.#input = input;
    this.#provider = provider;
  }

  parse(response: UpstreamResponse): Comments | FollowUp<Page<ParsedComment> | Absent> {
    const stand = readCreator(this.#input);
    const said = this.#page(response, stand);
    // A refusal may mean that comments are switched off; the video tells.
    const isFailed = said.kind !== 'page' && said.kind !== 'absent' && !isForbidden(response);
    if (isFailed || this.#input.cursor !== null) return said;
    const query = new URLSearchParams({ fields: VIDEO_FIELDS });
    return {
      kind: 'follow_up',
      request: this.#api.get(this.#provider, vimeoPath(this.#input.id), query),
      parse: (answer) => (answer.kind === 'response' ? this.#withVideo(response, answer) : answer),
    };
  }

  #withVideo(response: UpstreamResponse, answer: UpstreamResponse): Comments {
    const what = 'comment_id' in this.#input ? { what: 'video' as const } : {};
    if (isUnknown(answer)) return { ...absent(), ...what };
    if (answer.status !== 200) return this.#api.classify(answer, 1);
    const video = parseJson(answer.body, false);
    if (!isObject(video)) return unreadable(answer);
    if (!this.#api.namesOf(video, this.#input.id).includes(this.#input.id))
      return badResponse('the answer is about another video');
    if (!this.#api.isPublic(video)) return { ...absent('private'), ...what };
    if (object(video.privacy).comments === 'nobody') return { ...OFF, body: response.body };
    const creator = this.#api.uriTail(object(video.user).uri);
    return this.#page(response, { ...this.#input, creator });
  }

  #page(response: UpstreamResponse, stand: WithCreator<CommentInput>): Comments {
    if (isUnknown(response)) return absent();
    const place = placeOf(stand, PAGE_SIZES);
    if (response.status !== 200) return this.#api.classify(response, place.page);
    const body = parseJson(response.body, stand.wantsRaw);
    if (!isObject(body)) return unreadable(response);
    if (text(body.error) !== null) return failed('refused', 'an error in an answer of status 200');
    if (!Array.isArray(body.data)) return badResponse('the answer has no list of comments');
    const value = count(body.total);
    const total = value === null ? null : { value, relation: 'eq' as const };
    const upstream = { records: body.data, end: this.#api.endOf(body.paging), total };
    const page = numberedPage(upstream, place, stand.count, (record) => this.#comment(record, stand));
    return keepCreator(page, stand.creator);
  }

  #comment(record: Json, stand: WithCreator<CommentInput>): ParsedComment | null {
    const own = this.#api.uriTail(record.uri);
    if (own === null) return null;
    const parent = 'comment_id' in stand ? stand.comment_id : null;
    const { followers: _, ...author } = this.#api.toAuthor(object(record.user));
    const written = text(record.text);
    const { replies } = object(object(record.metadata).connections);
    return {
      ...blankComment(own, { video: stand.id, root: parent, parent }, COMMENT_MISSING),
      text: written === null ? null : unixLines(written),
      ...publishedIso(record.created_on),
      author: { ...author, followers: null },
      is_creator: author.id === null || stand.creator === null ? null : author.id === stand.creator,
      replies: count(object(replies).total),
    };
  }
}

const OFF: Page<ParsedComment> = {
  kind: 'page',
  items: [],
  cursor: null,
  end: 'exhausted',
  total: { value: 0, relation: 'eq' },
  isDisabled: true,
};

function parseAuthor(
  api: VimeoApi,
  response: UpstreamResponse,
  { wantsRaw }: AuthorInput,
): FoundRecord<ParsedAuthor> | Absent | AttemptFailure {
  if (isUnknown(response)) return absent();
  if (response.status !== 200) return api.classify(response, 1);
  const body = parseJson(response.body, wantsRaw);
  if (!isObject(body)) return unreadable(response);
  if (text(body.error) !== null) return failed('refused', 'an error in an answer of status 200');
  const own = api.uriTail(body.uri);
  if (own === null) return badResponse('the answer is no author');
  return { kind: 'record', record: toProfile(own, api.toAuthor(body), body), raw: body };
}

function parseAuthors(
  api: VimeoApi,
  response: UpstreamResponse,
  input: AuthorSearchInput,
): Page<ParsedAuthor> | AttemptFailure {
  const read = api.readPage(response, input);
  if ('kind' in read) return read;
  return numberedPage(read.upstream, read.place, input.count, (record) => {
    const own = api.uriTail(record.uri);
    return own === null ? null : toProfile(own, api.toAuthor(record), record);
  });
}

function toProfile(own: string, author: ParsedVideo['author'], record: Json): ParsedAuthor {
  const bio = text(record.bio);
  const { following, videos } = object(object(record.metadata).connections);
  const handle = handleIn(author.url);
  return {
    ...blankAuthor(own, AUTHOR_MISSING),
    alt_ids: handle === null ? [] : [handle],
    handle,
    name: author.name,
    url: author.url,
    avatar_url: author.avatar_url,
    text: bio === null ? null : unixLines(bio),
    joined_at: publishedIso(record.created_time).published_at,
    followers: author.followers,
    following: count(object(following).total),
    stats: { videos: count(object(videos).total), views: null, likes: null },
    links: linksOf(record.websites),
  };
}

/** `vimeo.com/name`; a user without a name has `vimeo.com/user123`, which is the number. */
function handleIn(address: string | null): string | null {
  const name = /^https?:\/\/(?:www\.)?vimeo\.com\/([\w-]+)$/.exec(address ?? '')?.[1];
  return name === undefined || /^user\d+$/.test(name) ? null : name;
}

/** People type addresses without a scheme, and Vimeo keeps them: `www.example.com`. */
const HOST_FIRST = /^[\w-]+(?:\.[\w-]+)+(?:[/?#]|$)/;

function linksOf(websites: unknown): ParsedAuthor['links'] {
  return array(websites).flatMap((site) => {
    const { name, link } = object(site);
    const typed = text(link) ?? '';
    const address = url(HOST_FIRST.test(typed) ? joined('https://', typed) : typed);
    return address === null ? [] : [{ title: text(name), url: address }];
  });
}

type MoreLists = Pick<ConnectorOperations, 'video.popular' | 'video.related'>;

/** How Vimeo is asked for popular videos, which are those that its staff picks, and for videos related to one. */
export function vimeoMoreLists(api: VimeoApi): MoreLists {
  const parts = { pageItemsMax: VIMEO_PAGE_MAX, missing: api.missing, cost: 1 };
  return {
    'video.popular': {
      request: (input, provider) => {
        const newest = { sort: 'added', direction: 'desc', fields: api.fields };
        return api.get(provider, '/channels/staffpicks/videos', paged(input, newest));
      },
      parse: api.parsePage,
      filters: () => ({}),
      ...parts,
    },
    'video.related': {
      request: (input, provider) => {
        const query = paged(input, { filter: 'related', fields: api.fields });
        return api.get(provider, `${vimeoPath(input.id)}/videos`, query);
      },
      parse: (response, input, provider) => parseRelated(api, response, input, provider),
      ...parts,
    },
  };
}

/** The first page looks at the video: a token opens videos that only its owner may see. */
function parseRelated(api: VimeoApi, response: UpstreamResponse, input: RelatedInput, provider: Provider) {
  if (isUnknown(response)) return absent();
  const read = api.readPage(response, input);
  if ('kind' in read) return read;
  const page = numberedPage(read.upstream, read.place, input.count, (record) =>
    api.namesOf(record).includes(input.id) ? LEFT_OUT : api.toVideo(record),
  );
  return ofPublicVideo(page, input, {
    request: api.videoRequest(input.id, provider),
    read: (answer) => api.parseVideo(answer, input),
  });
}
