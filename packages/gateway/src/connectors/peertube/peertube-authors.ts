// How an author of a PeerTube instance is asked for: the profile and the videos. An author is a channel or an account. Both have handles of
// the same form, and no two share one. So the channel is asked for first, and the account if there is no such channel.
import type { ParsedAuthor } from '../../domain/author.ts';
import type {
  Absent,
  AttemptFailure,
  AuthorChoice,
  AuthorInput,
  AuthorVideosInput,
  ConnectorOperations,
  FollowUp,
  FoundRecord,
  Page,
  Provider,
  UpstreamRequest,
  UpstreamResponse,
} from '../connector.ts';
import { blankAuthor } from '../parsing/blank-records.ts';
import { badResponse, unreadable } from '../parsing/failures.ts';
import { count, publishedIso, segment, text, url } from '../parsing/fields.ts';
import { absent } from '../parsing/found-videos.ts';
import { isObject, type Json, parseJson } from '../parsing/json.ts';
import { unixLines } from '../parsing/text.ts';
import { originOf } from '../parsing/url.ts';
import {
  askedRange,
  asText,
  classify,
  classifyPage,
  listPage,
  nsfwChoice,
  PEERTUBE_PAGE_MAX,
  peertubeRequest,
  videoPage,
} from './peertube-answers.ts';
import { actorHandle, LISTED_MISSING, largest, publicHost } from './peertube-record.ts';

type Kind = 'video-channels' | 'accounts';

/** Prefix of a cursor in the list of an account; a cursor in the list of a channel has none. */
const OF_ACCOUNT = 'a:';

const SORTS = { newest: '-publishedAt', views: '-views' };

const MISSING = [
  'verified',
  'verified_text',
  'country',
  'stats.videos',
  'stats.views',
  'stats.likes',
  'private',
  'live',
];

export const peertubeAuthorVideos: ConnectorOperations['author.videos'] = {
  request: (input, provider) =>
    input.cursor?.startsWith(OF_ACCOUNT)
      ? videosRequest('accounts', ofAccount(input), provider)
      : videosRequest('video-channels', input, provider),
  parse: parseVideos,
  sorts: ['newest', 'views'],
  pageItemsMax: PEERTUBE_PAGE_MAX,
  missing: LISTED_MISSING,
  cost: 1,
};

export const peertubeAuthor: ConnectorOperations['author.get'] = {
  request: (input, provider) => profileRequest('video-channels', input, provider),
  parse: parseProfile,
  missing: MISSING,
  cost: 1,
};

/** Only channels: an instance has no search for accounts. */
export const peertubeAuthorSearch: ConnectorOperations['author.search'] = {
  request: (input, provider) => {
    const { start, count: many } = askedRange(input);
    const query = { search: asText(input.keyword), start, count: many, sort: '-match' };
    return peertubeRequest(provider, '/search/video-channels', query);
  },
  parse: (response, input, provider) => {
    const body = parseJson(response.body, input.wantsRaw);
    if (response.status !== 200) return classifyPage(response, body, input);
    return listPage(response, body, input, (record) => listedChannel(record, provider));
  },
  pageItemsMax: PEERTUBE_PAGE_MAX,
  missing: MISSING,
  cost: 1,
};

/** Without its host, the name could be that of another channel. */
function listedChannel(record: Json, provider: Provider): ParsedAuthor | null {
  const handle = text(record.host) === null ? null : actorHandle(record);
  return handle === null || text(record.name) === null ? null : toAuthor(handle, 'channel', record, provider);
}

/** `@name`, `name` and `name@host` are all handles; an instance accepts the latter two. */
function pathOf(kind: Kind, { author_id, handle }: AuthorChoice): string {
  return `/${kind}/${segment((author_id ?? handle ?? '').replace(/^@/, ''))}`;
}

function videosRequest(kind: Kind, input: AuthorVideosInput, provider: Provider): UpstreamRequest {
  const { start, count: many } = askedRange(input);
  const query = { start, count: many, sort: SORTS[input.sort], ...nsfwChoice(provider) };
  return peertubeRequest(provider, `${pathOf(kind, input)}/videos`, query);
}

function ofAccount(input: AuthorVideosInput): AuthorVideosInput {
  return { ...input, cursor: input.cursor?.slice(OF_ACCOUNT.length) ?? null };
}

type Videos = Page | Absent | AttemptFailure;

function parseVideos(
  response: UpstreamResponse,
  input: AuthorVideosInput,
  provider: Provider,
): Videos | FollowUp<Page | Absent> {
  if (input.cursor?.startsWith(OF_ACCOUNT)) return accountVideos(response, ofAccount(input), provider);
  if (!isUnknown(response)) return videoPage(response, input, provider);
  if (input.cursor !== null) return absent();
  return {
    kind: 'follow_up',
    request: videosRequest('accounts', input, provider),
    parse: (answer) =>
      answer.kind === 'response' ? withBody(accountVideos(answer, input, provider), answer) : answer,
  };
}

function accountVideos(response: UpstreamResponse, input: AuthorVideosInput, provider: Provider): Videos {
  if (isUnknown(response)) return absent();
  const page = videoPage(response, input, provider);
  if (page.kind !== 'page' || page.cursor === null) return page;
  return { ...page, cursor: OF_ACCOUNT + page.cursor };
}

function withBody(said: Videos, { body }: UpstreamResponse): Videos {
  return said.kind === 'page' ? { ...said, body } : said;
}

/** A 404 from the API has a JSON body; a 404 from a proxy in between has not. */
function isUnknown({ status, body }: UpstreamResponse): boolean {
  return status === 404 && isObject(parseJson(body, false));
}

function profileRequest(kind: Kind, input: AuthorInput, provider: Provider): UpstreamRequest {
  return peertubeRequest(provider, pathOf(kind, input));
}

type Profile = FoundRecord<ParsedAuthor> | Absent | AttemptFailure;

function parseProfile(
  response: UpstreamResponse,
  input: AuthorInput,
  provider: Provider,
): Profile | FollowUp<FoundRecord<ParsedAuthor> | Absent> {
  if (!isUnknown(response)) return profileOf(response, 'channel', input, provider);
  return {
    kind: 'follow_up',
    request: profileRequest('accounts', input, provider),
    parse(answer) {
      if (answer.kind !== 'response') return answer;
      const said = isUnknown(answer) ? absent() : profileOf(answer, 'person', input, provider);
      return said.kind === 'record' ? { ...said, body: answer.body } : said;
    },
  };
}

function profileOf(
  response: UpstreamResponse,
  kind: ParsedAuthor['kind'],
  input: AuthorInput,
  provider: Provider,
): Profile {
  const body = parseJson(response.body, input.wantsRaw);
  if (response.status !== 200) return classify(response, body);
  if (!isObject(body)) return unreadable(response);
  const handle = actorHandle(body);
  if (handle === null) return badResponse('the answer is no author');
  return { kind: 'record', record: toAuthor(handle, kind, body, provider), raw: body };
}

function toAuthor(
  handle: string,
  kind: ParsedAuthor['kind'],
  record: Json,
  provider: Provider,
): ParsedAuthor {
  const description = text(record.description);
  const followers = count(record.followersCount);
  const home = url(record.url);
  // An instance knows only some of the followers of an author from another instance.
  const host = publicHost(provider);
  const isElsewhere = home !== null && host !== null && originOf(home) !== originOf(host);
  return {
    ...blankAuthor(handle, MISSING),
    handle,
    name: text(record.displayName) ?? text(record.name),
    url: home,
    avatar_url: largest(record.avatars ?? record.avatar, host),
    banner_url: largest(record.banners ?? record.banner, host),
    text: description === null ? null : unixLines(description),
    kind,
    joined_at: publishedIso(record.createdAt).published_at,
    followers,
    following: count(record.followingCount),
    approx: followers !== null && isElsewhere ? ['followers'] : [],
  };
}
