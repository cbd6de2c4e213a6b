// The adapter to TikTok's Research API, which is for non-profit research and never for a priced route. It finds videos of the days that the
// operator configures, and never gives the writer of a comment.

import type { ParsedAuthor } from '../../domain/author.ts';
import type { ParsedComment } from '../../domain/comment.ts';
import { DAY_MS } from '../../domain/duration.ts';
import { NO_RETENTION_RULES } from '../../domain/retention.ts';
import type { FilterTable } from '../../domain/search-filters.ts';
import type {
  Absent,
  AttemptFailure,
  AuthorInput,
  AuthorVideosInput,
  CommentsInput,
  Connector,
  FoundRecord,
  Page,
  PageInput,
  Parsed,
  Provider,
  RepliesInput,
  SearchInput,
  TranscriptInput,
  TranscriptResult,
  UpstreamRequest,
  UpstreamResponse,
  VideoInput,
} from '../connector.ts';
import { badResponse } from '../parsing/failures.ts';
import { dayText } from '../parsing/filters.ts';
import { absent, foundVideo, otherVideo } from '../parsing/found-videos.ts';
import { SHORT_VIDEO_IDS } from '../parsing/id-forms.ts';
import { object } from '../parsing/json.ts';
import { provedEmpty } from '../parsing/proved-empty.ts';
import { readSlicedPlace, slicePage } from '../parsing/sliced-pages.ts';
import { foundTranscript, noTranscript, wishedTrack } from '../parsing/transcripts.ts';
import {
  type ResearchQuestion,
  readResearch,
  researchList,
  researchRequest,
  tokenFirst,
} from './tiktok-research-api.ts';
import {
  COMMENT_FIELDS,
  RESEARCH_AUTHOR_MISSING,
  RESEARCH_COMMENT_MISSING,
  RESEARCH_COMMENTS_MAX,
  readResearchComments,
  readResearchUser,
  USER_FIELDS,
  userNamed,
} from './tiktok-research-lists.ts';
import {
  afterVideos,
  RESEARCH_FIELDS,
  RESEARCH_MISSING,
  RESEARCH_TRANSCRIPT_MISSING,
  spokenTracks,
  toResearchItem,
} from './tiktok-research-video.ts';

const PAGE_SIZE_MAX = 100;

const FILTERS: FilterTable = {
  published_after: 'checked',
  published_before: 'checked',
  duration_min: 'checked',
  duration_max: 'checked',
  // The region where the author registered.
  region: 'exact',
  tag: 'exact',
};

export const tiktokResearch: Connector = {
  name: 'tiktok-research',
  facts: {
    website: 'https://developers.tiktok.com/products/research-api/',
    docs: 'https://developers.tiktok.com/doc/research-api-specs-query-videos',
    proof: { checkedAt: '2026-11', by: 'document', unproved: [] },
    baseUrl: 'https://open.tiktokapis.com',
    platforms: ['tiktok'],
    keyNeeded: true,
    resale: 'no',
    keyword:
      'One condition of the query, compared as text; no operators. The index holds only what is public.',
    // Its terms: refresh stored data every 15 days, and delete what is gone.
    retention: { ...NO_RETENTION_RULES, keepSecondsMax: 1_296_000 },
    notes:
      'For approved non-profit researchers, non-commercial use only: only at price 0. Set start_date and end_date, at most ' +
      '30 days apart; small windows work better. Set token to an access token, or client_key and client_secret to have ' +
      'one fetched when TikTok asks for it. 1,000 requests and 100,000 records a day. Authors are known by their handles ' +
      'alone, their videos are those of the same days, and comments come without their authors, at most 1,000 of a video. ' +
      'Transcripts are text without times and without a language.',
  },
  options: {
    start_date: 'The first day searched, as 20260101. Needed',
    end_date: 'The last day searched, at most 30 days after the first. Needed',
    client_key: 'The key of the research client, to fetch access tokens with',
    client_secret: 'The secret of the research client',
  },
  coverage: {
    fresh: null,
    notes: ['Only videos of the days that the operator chose, at most 30, are found.'],
    operations: {
      'author.videos': { notes: ['Authors are known by their handles alone.'] },
      'video.comments': { itemsMax: RESEARCH_COMMENTS_MAX, notes: ['Comments come without their authors.'] },
      'comment.replies': { itemsMax: RESEARCH_COMMENTS_MAX, notes: ['Comments come without their authors.'] },
      'transcript.get': { notes: ['A transcript is text without times and without a language.'] },
    },
  },
  redirects: false,
  ids: SHORT_VIDEO_IDS,
  operations: {
    'video.search': {
      request: (input, provider) => ask(provider, searchQuestion(input, provider)),
      parse: (response, input, provider) =>
        tokenFirst<Page>(response, provider, {
          question: searchQuestion(input, provider),
          read: (answer) => readVideos(answer, input),
        }),
      pageItemsMax: PAGE_SIZE_MAX,
      missing: RESEARCH_MISSING,
      cost: 1,
      filters: () => FILTERS,
    },
    'video.get': {
      request: (input, provider) => ask(provider, videoQuestion(input, provider)),
      parse: (response, input, provider) =>
        tokenFirst<FoundRecord | Absent>(response, provider, {
          question: videoQuestion(input, provider),
          read: (answer) => readVideo(answer, input),
        }),
      missing: RESEARCH_MISSING,
      cost: 1,
    },
    'author.videos': {
      request: (input, provider) => ask(provider, uploadsQuestion(input, provider)),
      parse: parseUploads,
      // It offers no choice of order; within a day the newest come first.
      sorts: ['newest'],
      pageItemsMax: PAGE_SIZE_MAX,
      missing: RESEARCH_MISSING,
      cost: 1,
    },
    'video.comments': {
      request: (input, provider) => ask(provider, commentsQuestion(input)),
      parse: parseComments,
      sorts: ['top'],
      pageItemsMax: PAGE_SIZE_MAX,
      missing: RESEARCH_COMMENT_MISSING,
      cost: 1,
    },
    'comment.replies': {
      request: (input, provider) => ask(provider, commentsQuestion(input)),
      parse: parseComments,
      pageItemsMax: PAGE_SIZE_MAX,
      missing: RESEARCH_COMMENT_MISSING,
      cost: 1,
    },
    'author.get': {
      request: (input, provider) => ask(provider, userQuestion(input)),
      parse: (response, input, provider) =>
        tokenFirst<FoundRecord<ParsedAuthor> | Absent>(response, provider, {
          question: userQuestion(input),
          read: (answer) => readResearchUser(answer, input),
        }),
      missing: RESEARCH_AUTHOR_MISSING,
      cost: 1,
    },
    'transcript.get': {
      request: (input, provider) => ask(provider, videoQuestion(input, provider)),
      parse: (response, input, provider) =>
        tokenFirst<TranscriptResult>(response, provider, {
          question: videoQuestion(input, provider),
          read: (answer) => readTranscript(answer, input),
        }),
      missing: RESEARCH_TRANSCRIPT_MISSING,
      cost: 1,
    },
  },
};

function ask(provider: Provider, question: ResearchQuestion): UpstreamRequest {
  return researchRequest(provider, provider.token, question);
}

function videosQuestion(body: object): ResearchQuestion {
  return { path: 'video/query', fields: RESEARCH_FIELDS, body: JSON.stringify(body) };
}

/** The paging parameters of a list of videos. */
function pageOf(input: PageInput) {
  const { skip, parts } = readSlicedPlace(input.cursor);
  const [cursor = '0', searchId = ''] = parts;
  return {
    max_count: Math.min(skip + input.count, PAGE_SIZE_MAX),
    cursor: Number(cursor),
    search_id: searchId,
  };
}

function searchQuestion(input: SearchInput, provider: Provider): ResearchQuestion {
  return videosQuestion({
    query: { and: conditionsOf(input) },
    ...windowOf(input, provider),
    ...pageOf(input),
  });
}

function videoQuestion({ id: asked }: VideoInput, provider: Provider): ResearchQuestion {
  return videosQuestion({
    query: { and: [equals('video_id', asked)] },
    ...(daysOf(asked) ?? datesOf(provider)),
    max_count: 1,
    cursor: 0,
    search_id: '',
  });
}

function uploadsQuestion(input: AuthorVideosInput, provider: Provider): ResearchQuestion {
  return videosQuestion({
    query: { and: [equals('username', userNamed(input))] },
    ...datesOf(provider),
    ...pageOf(input),
  });
}

function userQuestion(input: AuthorInput): ResearchQuestion {
  return {
    path: 'user/info',
    fields: USER_FIELDS,
    body: JSON.stringify({ username: userNamed(input) }),
  };
}

/**
 * Ids are sent as JSON numbers, whose last digits a JavaScript number would lose. A text that is not a number is sent unchanged and matches
 * nothing.
 */
function commentsQuestion(input: CommentsInput | RepliesInput): ResearchQuestion {
  const { skip, parts } = readSlicedPlace(input.cursor);
  const [name, of] = 'comment_id' in input ? ['comment_id', input.comment_id] : ['video_id', input.id];
  const max = Math.min(skip + input.count, PAGE_SIZE_MAX);
  const number = /^[1-9]\d{0,18}$/.test(of!) ? of : JSON.stringify(of);
  return {
    path: 'video/comment/list',
    fields: COMMENT_FIELDS,
    body: `{"${name}":${number},"max_count":${max},"cursor":${Number(parts[0] ?? '0')}}`,
  };
}

function equals(field_name: string, value: string) {
  return { operation: 'EQ', field_name, field_values: [value] };
}

const datesOf = ({ options: { start_date, end_date } }: Provider) => ({ start_date, end_date });

/** When TikTok began. An id that gives an earlier time is not the id of a video. */
const FIRST_DAY_MS = Date.UTC(2014, 0, 1);

/** A search needs the day of a video. The upper half of its id is its time in seconds. null for ids without such a time. */
function daysOf(asked: string): { start_date: string; end_date: string } | null {
  const ms = /^\d{17,20}$/.test(asked) ? Number(BigInt(asked) >> 32n) * 1_000 : 0;
  if (ms < FIRST_DAY_MS) return null;
  const day = (at: number) => new Date(at).toISOString().slice(0, 10).replaceAll('-', '');
  return { start_date: day(ms - DAY_MS), end_date: day(ms + DAY_MS) };
}

function conditionsOf({ keyword, region, tag }: SearchInput): object[] {
  return [
    equals('keyword', keyword),
    ...(region === undefined ? [] : [equals('region_code', region)]),
    ...(tag === undefined ? [] : [equals('hashtag_name', tag)]),
  ];
}

/**
 * The operator's days, narrowed to the caller's. If they have no day in common, one day is asked for and its videos are left out later: an
 * empty range would be rejected.
 */
function windowOf({ published_after: after, published_before: before }: SearchInput, provider: Provider) {
  if (after === undefined && before === undefined) return datesOf(provider);
  const [first = '', last = ''] = [provider.options.start_date, provider.options.end_date];
  const wanted = (moment: string | undefined, day: string) =>
    moment === undefined ? day : dayText(moment).replaceAll('-', '');
  const start_date = earlier(later(wanted(after, first), first), last);
  return { start_date, end_date: later(earlier(wanted(before, last), last), start_date) };
}

/** Days are texts of one form, so they compare like dates. */
const later = (a: string, b: string): string => [a, b].sort()[1]!;
const earlier = (a: string, b: string): string => [a, b].sort()[0]!;

/**
 * The list of an unknown author looks like that of an author who posted nothing on these days. So the author is looked up before an empty
 * list is believed.
 */
function parseUploads(
  response: UpstreamResponse,
  input: AuthorVideosInput,
  provider: Provider,
): Parsed<Page | Absent> {
  const page = tokenFirst<Page>(response, provider, {
    question: uploadsQuestion(input, provider),
    read: (answer) => cappedByDays(readVideos(answer, input)),
  });
  if (page.kind === 'follow_up') return page;
  return provedEmpty(page, input, {
    request: ask(provider, userQuestion(input)),
    read: (answer) => readResearchUser(answer, input),
  });
}

/** There may be more videos on other days. */
function cappedByDays(page: Page | AttemptFailure): Page | AttemptFailure {
  return page.kind === 'page' && page.end === 'exhausted' ? { ...page, end: 'upstream_cap' } : page;
}

/** The video is looked up before an empty list of comments is believed. */
function parseComments(
  response: UpstreamResponse,
  input: CommentsInput | RepliesInput,
  provider: Provider,
): Parsed<Page<ParsedComment> | Absent> {
  const page = tokenFirst<Page<ParsedComment>>(response, provider, {
    question: commentsQuestion(input),
    read: (answer) => readResearchComments(answer, input),
  });
  if (page.kind === 'follow_up') return page;
  return provedEmpty(page, input, {
    request: ask(provider, videoQuestion(input, provider)),
    read: (answer) => readVideo(answer, input),
    ...('comment_id' in input && { what: 'video' as const }),
  });
}

function readVideos(response: UpstreamResponse, input: PageInput): Page | AttemptFailure {
  const read = readResearch(response, { wantsRaw: input.wantsRaw, isOnWalk: input.cursor !== null });
  if ('kind' in read) return read;
  const videos = researchList(read.data, 'videos');
  if (videos === null) return badResponse('the answer has no list of videos');
  const items = videos.flatMap((record) => toResearchItem(object(record)));
  if (items.length === 0 && videos.length > 0) return badResponse('no record is readable');
  const stand = readSlicedPlace(input.cursor);
  return slicePage(items, stand, input.count, afterVideos(read.data, stand.parts));
}

/** The index holds public videos of the day that the id gives. A video that is not in it may be deleted, hidden or too new. */
function readVideo(
  response: UpstreamResponse,
  { id: asked, wantsRaw }: VideoInput,
): FoundRecord | Absent | AttemptFailure {
  const read = readResearch(response, { wantsRaw });
  if ('kind' in read) return read;
  const videos = researchList(read.data, 'videos');
  if (videos === null) return badResponse('the answer has no list of videos');
  if (videos.length > 1) return otherVideo(response);
  if (videos.length === 0)
    return read.data.has_more === false ? absent() : badResponse('nothing, and more of it');
  const [item] = videos.flatMap((record) => toResearchItem(object(record)));
  if (item === undefined) return badResponse('the record is not readable');
  return foundVideo(response, asked, { raw: item.raw, names: [item.record.id] }, item.record);
}

/** The words come with the video. The index has only public videos. */
function readTranscript(
  response: UpstreamResponse,
  input: TranscriptInput,
): TranscriptResult | AttemptFailure {
  const said = readVideo(response, input);
  if (said.kind !== 'record') return said.kind === 'absent' ? { ...said, what: 'video' } : said;
  const { id, license } = said.record;
  const video = { id, license, missing: RESEARCH_TRANSCRIPT_MISSING };
  const tracks = spokenTracks(object(said.raw));
  const choice = wishedTrack(tracks, video, input);
  if (choice.kind !== 'chosen') return noTranscript(choice.reason, tracks);
  const { track, match } = choice;
  return foundTranscript({ text: track.words }, { track, match, tracks }, video);
}
