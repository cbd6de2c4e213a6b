// How an author's uploads are requested from the YouTube Data API. The list is a playlist whose id follows from the channel's id; a handle
// is looked up first. The details of its videos take one exchange more.
import type {
  Absent,
  AttemptFailure,
  AuthorVideosInput,
  FollowUp,
  Page,
  Parsed,
  Provider,
  UpstreamRequest,
  UpstreamResponse,
} from '../connector.ts';
import { LEFT_OUT, type Readable } from '../parsing/blank-records.ts';
import { cursorMistake } from '../parsing/cursor.ts';
import { badResponse, notPublic } from '../parsing/failures.ts';
import { count, id, text, texts } from '../parsing/fields.ts';
import { absent } from '../parsing/found-videos.ts';
import { array, type Json, object, parseJson } from '../parsing/json.ts';
import {
  authorQuery,
  CUT_UPLOADS_MIN,
  type Details,
  detailsOf,
  isAnyWithheld,
  isListed,
  isWithheldVideo,
  nextToken,
  type YoutubeApi,
  youtubeList,
} from './youtube-api.ts';

export const UPLOADS_PAGE_MAX = 50;

/** `UC…` is a channel, and `UU…` the playlist of its uploads. */
function uploadsOf(channel: string): string | null {
  return /^UC[\w-]{22}$/.test(channel) ? `UU${channel.slice(2)}` : null;
}

export function uploadsRequest(
  api: YoutubeApi,
  input: AuthorVideosInput,
  provider: Provider,
): UpstreamRequest {
  const stand = uploadsStand(input);
  if (stand.playlist !== null) return playlistRequest(api, stand, input, provider);
  return api.get(provider, 'channels', { part: 'contentDetails', ...authorQuery(input) });
}

interface UploadsStand {
  /** null until it is looked up. */
  playlist: string | null;
  cursor: string | null;
}

function uploadsStand({ cursor, author_id }: AuthorVideosInput): UploadsStand {
  if (cursor === null) return { playlist: author_id === undefined ? null : uploadsOf(author_id), cursor };
  const [playlist, token] = texts(parseJson(cursor, false));
  if (playlist === undefined || token === undefined) throw cursorMistake();
  return { playlist, cursor: token };
}

function playlistRequest(
  { get }: YoutubeApi,
  { playlist, cursor }: UploadsStand,
  input: AuthorVideosInput,
  provider: Provider,
): UpstreamRequest {
  return get(provider, 'playlistItems', {
    part: 'contentDetails,snippet,status',
    playlistId: playlist ?? '',
    maxResults: String(Math.min(input.count, UPLOADS_PAGE_MAX)),
    ...(cursor !== null && { pageToken: cursor }),
  });
}

type Said = Page | Absent | AttemptFailure;

/** One page of uploads: the look-up of the playlist if needed, the list, and the details of its videos. */
export class Uploads {
  readonly #api: YoutubeApi;
  readonly #input: AuthorVideosInput;
  readonly #provider: Provider;

  constructor(api: YoutubeApi, input: AuthorVideosInput, provider: Provider) {
    this.#api = api;
    this.#input = input;
    this.#provider = provider;
  }

  parse(response: UpstreamResponse): Parsed<Page | Absent> {
    const stand = uploadsStand(this.#input);
    return stand.playlist === null ? this.#lookedUp(response) : this.#list(response, stand);
  }

  #lookedUp(response: UpstreamResponse): Parsed<Page | Absent> {
    const said = youtubeList(this.#api, response, false, ['channelNotFound']);
    if (said.kind !== 'list') return said;
    const { body } = said;
    const [channel] = array(body.items).map(object);
    if (channel === undefined) return absent();
    const playlist = text(object(object(channel.contentDetails).relatedPlaylists).uploads);
    if (playlist === null) return badResponse('the channel names no list of uploads');
    const stand = { playlist, cursor: null };
    return {
      kind: 'follow_up',
      request: playlistRequest(this.#api, stand, this.#input, this.#provider),
      parse: (answer) => (answer.kind === 'response' ? this.#list(answer, stand) : answer),
    };
  }

  #list(response: UpstreamResponse, stand: UploadsStand): Parsed<Page | Absent> {
    const said = youtubeList(this.#api, response, this.#input.wantsRaw, ['playlistNotFound']);
    if (said.kind !== 'list') return said.kind === 'absent' ? this.#without(response) : said;
    const { body } = said;
    const found = array(body.items)
      .map(object)
      .filter((item) => uploadId(item) !== null);
    if (found.length === 0 && array(body.items).length > 0) return badResponse('no item is a video');
    if (found.length === 0) return this.#page(response, body, stand, [], null);
    return {
      kind: 'follow_up',
      request: this.#api.get(this.#provider, 'videos', {
        part: this.#api.parts,
        id: found.map(uploadId).join(','),
      }),
      // If the details are missing, the list is delivered without them.
      parse: (answer) => this.#page(response, body, stand, found, detailsOf(answer)),
    };
  }

  /** Neither a channel without uploads nor a missing channel has this playlist. */
  #without({ body }: UpstreamResponse): Absent | FollowUp<Page | Absent> {
    const { author_id, cursor } = this.#input;
    if (author_id === undefined || cursor !== null) return absent();
    const page: Page = { kind: 'page', items: [], cursor: null, end: 'exhausted', total: null, body };
    return {
      kind: 'follow_up',
      request: this.#api.get(this.#provider, 'channels', { part: 'id', ...authorQuery({ author_id }) }),
      parse: (answer) => {
        if (answer.kind !== 'response') return answer;
        const said = youtubeList(this.#api, answer, false, ['channelNotFound']);
        if (said.kind !== 'list') return said;
        const channels = said.body;
        return array(channels.items).length === 0 ? absent() : page;
      },
    };
  }

  #page(
    response: UpstreamResponse,
    body: Json,
    stand: UploadsStand,
    found: readonly Json[],
    details: Details,
  ): Said {
    const isBodyKept = this.#input.bodyIsAnswer === true;
    if (isBodyKept && (isAnyWithheld(details) || found.some(isWithheldVideo))) return notPublic();
    const items = found.flatMap((item) => {
      const record = this.#record(item, details);
      return record === null || record === LEFT_OUT ? [] : [{ record, raw: item as unknown }];
    });
    const { token, end } = nextToken(body, found.length, stand);
    const isCut = end === 'exhausted' && this.#input.position + found.length >= CUT_UPLOADS_MIN;
    const total = count(object(body.pageInfo).totalResults);
    return {
      kind: 'page',
      items,
      cursor: token === null ? null : JSON.stringify([stand.playlist, token]),
      end: isCut ? 'upstream_cap' : end,
      // The total includes private and deleted videos.
      total: total === null ? null : { value: total, relation: 'approx' },
      body: response.body,
    };
  }

  #record(item: Json, details: Details): Readable {
    const videoId = uploadId(item)!;
    if (isWithheldVideo(item) || !isListed(details, videoId)) return LEFT_OUT;
    const whole = details?.get(videoId);
    if (whole !== undefined) return this.#api.wholeVideo(whole);
    const { videoPublishedAt } = object(item.contentDetails);
    const snippet = object(item.snippet);
    // `publishedAt` is when the video joined the playlist.
    return this.#api.listedVideo(videoId, { ...snippet, publishedAt: videoPublishedAt });
  }
}

const uploadId = (item: Json): string | null => id(object(item.contentDetails).videoId);
