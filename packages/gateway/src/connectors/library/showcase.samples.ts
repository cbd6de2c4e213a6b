// Exchanges with the showcase, whose answers are made up: each sample asks the showcase itself, and its failures are what it says when an
// operator has broken it.
import type { ParsedAuthor } from '../../domain/author.ts';
import type { ParsedComment } from '../../domain/comment.ts';
import type { ParsedPlaylist } from '../../domain/playlist.ts';
import type { ParsedTranscript } from '../../domain/transcript/record.ts';
import type { ParsedVideo } from '../../domain/video.ts';
import { answerAs } from '../../showcase/index.ts';
import type {
  AuthorInput,
  AuthorSearchInput,
  AuthorVideosInput,
  CommentsInput,
  ExpectedAbsence,
  ExpectedNoTranscript,
  ExpectedPage,
  ExpectedRecord,
  PlaylistInput,
  PlaylistVideosInput,
  PopularInput,
  RelatedInput,
  RepliesInput,
  Sample,
  SearchInput,
  TranscriptInput,
  UpstreamResponse,
  VideoInput,
} from '../connector.ts';

const ID = 'showcase-cat-en-1';
const AUTHOR = 'showcase-author-en-1';
const PLAYLIST = 'showcase-playlist-cat';
const common = { platform: 'showcase', wantsRaw: false };
const page = { ...common, count: 2, cursor: null, position: 0 };
const later = { cursor: '2', position: 2 };

const says = (path: string): UpstreamResponse =>
  answerAs('none', `showcase://local/${path}`, 'showcase-north');

/** What every operation may be answered when the provider is broken. */
function failures<Input, Expected>(input: Input): Sample<Input, Expected>[] {
  const broken = (fault: 'down' | 'refusing' | 'wrong') =>
    answerAs(fault, 'showcase://local/any', 'showcase-north');
  return [
    { name: 'broken: down', input, response: broken('down'), expect: { failure: 'unavailable' } },
    { name: 'broken: refusing', input, response: broken('refusing'), expect: { failure: 'refused' } },
    { name: 'broken: wrong', input, response: broken('wrong'), expect: { failure: 'bad_response' } },
  ];
}

const search: SearchInput = { ...page, keyword: 'cat' };
export const samples: Sample[] = [
  {
    name: 'first page',
    input: search,
    response: says('search?q=cat&count=2'),
    expect: { items: 2, end: 'more', total: { value: 60, relation: 'eq' }, cursor: '2' },
  },
  {
    name: 'next page',
    input: { ...search, ...later },
    response: says('search?q=cat&count=2&cursor=2'),
    expect: { items: 2, end: 'more', cursor: '4' },
  },
  {
    name: 'last page',
    input: { ...search, cursor: '58', position: 58 },
    response: says('search?q=cat&count=2&cursor=58'),
    expect: { items: 2, end: 'exhausted' },
  },
  {
    name: 'nothing found',
    input: { ...search, keyword: 'zzz' },
    response: says('search?q=zzz&count=2'),
    expect: { items: 0, end: 'exhausted', total: { value: 0, relation: 'eq' } },
  },
  ...failures<SearchInput, ExpectedPage>(search),
];

const video: VideoInput = { ...common, id: ID };
export const videoSamples: Sample<VideoInput, ExpectedRecord<ParsedVideo>>[] = [
  {
    name: 'a video',
    input: video,
    response: says(`record?id=${ID}`),
    expect: {
      record: {
        id: ID,
        title: 'Cat: first steps in ten minutes',
        thumbnails: [
          { url: `https://gateway.example/api/showcase/v1/thumbnails/${ID}.svg`, width: 640, height: 360 },
        ],
      },
    },
  },
  {
    name: 'a past broadcast',
    input: { ...video, id: 'showcase-cat-en-6' },
    response: says('record?id=showcase-cat-en-6'),
    expect: { record: { id: 'showcase-cat-en-6' } },
  },
  {
    name: 'no such video',
    input: { ...video, id: 'x' },
    response: says('record?id=x'),
    expect: { absent: 'unknown' },
  },
  ...failures<VideoInput, ExpectedRecord<ParsedVideo>>(video),
];

const videos: AuthorVideosInput = { ...page, author_id: AUTHOR, sort: 'newest' };
export const authorVideosSamples: Sample<AuthorVideosInput, ExpectedPage<ParsedVideo> | ExpectedAbsence>[] = [
  {
    name: 'first page',
    input: videos,
    response: says(`author-videos?author_id=${AUTHOR}&sort=newest&count=2`),
    expect: { items: 2, end: 'more', cursor: '2' },
  },
  {
    name: 'nobody',
    input: { ...videos, author_id: 'x' },
    response: says('author-videos?author_id=x&sort=newest&count=2'),
    expect: { absent: 'unknown' },
  },
  ...failures<AuthorVideosInput, ExpectedPage<ParsedVideo>>(videos),
];

const author: AuthorInput = { ...common, author_id: AUTHOR };
export const authorSamples: Sample<AuthorInput, ExpectedRecord<ParsedAuthor>>[] = [
  {
    name: 'an author',
    input: author,
    response: says(`author?author_id=${AUTHOR}`),
    expect: { record: { id: AUTHOR, handle: 'showcase.en.1', name: 'Harbour Kitchen', verified: true } },
  },
  {
    name: 'an author by handle',
    input: { ...common, handle: 'showcase.en.1' },
    response: says('author?handle=showcase.en.1'),
    expect: { record: { id: AUTHOR } },
  },
  {
    name: 'nobody',
    input: { ...author, author_id: 'x' },
    response: says('author?author_id=x'),
    expect: { absent: 'unknown' },
  },
  ...failures<AuthorInput, ExpectedRecord<ParsedAuthor>>(author),
];

const authors: AuthorSearchInput = { ...page, keyword: 'kitchen' };
export const authorSearchSamples: Sample<AuthorSearchInput, ExpectedPage<ParsedAuthor>>[] = [
  {
    name: 'first page',
    input: authors,
    response: says('authors?q=kitchen&count=2'),
    expect: { items: 1, end: 'exhausted', records: [{ id: AUTHOR, name: 'Harbour Kitchen' }] },
  },
  ...failures<AuthorSearchInput, ExpectedPage<ParsedAuthor>>(authors),
];

const comments: CommentsInput = { ...page, id: ID, sort: 'top' };
export const commentsSamples: Sample<CommentsInput, ExpectedPage<ParsedComment> | ExpectedAbsence>[] = [
  {
    name: 'first page',
    input: comments,
    response: says(`comments?id=${ID}&sort=top&count=2`),
    expect: { items: 2, end: 'more', cursor: '2', records: [{ id: `${ID}-comment-1`, pinned: true }] },
  },
  {
    name: 'no such video',
    input: { ...comments, id: 'x' },
    response: says('comments?id=x&sort=top&count=2'),
    expect: { absent: 'unknown' },
  },
  ...failures<CommentsInput, ExpectedPage<ParsedComment>>(comments),
];

const replies: RepliesInput = { ...page, id: ID, comment_id: `${ID}-comment-2` };
export const repliesSamples: Sample<RepliesInput, ExpectedPage<ParsedComment> | ExpectedAbsence>[] = [
  {
    name: 'first page',
    input: replies,
    response: says(`replies?id=${ID}&comment_id=${ID}-comment-2&count=2`),
    expect: { items: 1, end: 'exhausted', records: [{ id: `${ID}-comment-3` }] },
  },
  {
    name: 'no such comment',
    input: { ...replies, comment_id: 'x' },
    response: says(`replies?id=${ID}&comment_id=x&count=2`),
    expect: { absent: 'unknown' },
  },
  {
    name: 'no such video',
    input: { ...replies, id: 'x' },
    response: says(`replies?id=x&comment_id=${ID}-comment-2&count=2`),
    expect: { absent: 'unknown', what: 'video' },
  },
  ...failures<RepliesInput, ExpectedPage<ParsedComment>>(replies),
];

const popular: PopularInput = { ...page, period: 'year' };
export const popularSamples: Sample<PopularInput, ExpectedPage<ParsedVideo>>[] = [
  {
    name: 'of one year',
    input: popular,
    response: says('popular?period=year&count=2'),
    expect: { items: 2, end: 'more', cursor: '2' },
  },
  ...failures<PopularInput, ExpectedPage<ParsedVideo>>(popular),
];

const related: RelatedInput = { ...page, id: ID };
export const relatedSamples: Sample<RelatedInput, ExpectedPage<ParsedVideo> | ExpectedAbsence>[] = [
  {
    name: 'first page',
    input: related,
    response: says(`related?id=${ID}&count=2`),
    expect: { items: 2, end: 'more', cursor: '2', records: [{ id: 'showcase-cat-en-2' }] },
  },
  {
    name: 'no such video',
    input: { ...related, id: 'x' },
    response: says('related?id=x&count=2'),
    expect: { absent: 'unknown' },
  },
  ...failures<RelatedInput, ExpectedPage<ParsedVideo>>(related),
];

const playlist: PlaylistInput = { ...common, playlist_id: PLAYLIST };
export const playlistSamples: Sample<PlaylistInput, ExpectedRecord<ParsedPlaylist>>[] = [
  {
    name: 'a playlist',
    input: playlist,
    response: says(`playlist?playlist_id=${PLAYLIST}`),
    expect: { record: { id: PLAYLIST, title: 'Showcase: cat', video_count: 12 } },
  },
  {
    name: 'no such playlist',
    input: { ...playlist, playlist_id: 'x' },
    response: says('playlist?playlist_id=x'),
    expect: { absent: 'unknown' },
  },
  ...failures<PlaylistInput, ExpectedRecord<ParsedPlaylist>>(playlist),
];

const playlistVideos: PlaylistVideosInput = { ...page, playlist_id: PLAYLIST };
export const playlistVideosSamples: Sample<
  PlaylistVideosInput,
  ExpectedPage<ParsedVideo> | ExpectedAbsence
>[] = [
  {
    name: 'first page',
    input: playlistVideos,
    response: says(`playlist-videos?playlist_id=${PLAYLIST}&count=2`),
    expect: {
      items: 2,
      end: 'more',
      cursor: '2',
      unavailable: 0,
      records: [{ position: 1 }, { position: 2 }],
    },
  },
  {
    name: 'no such playlist',
    input: { ...playlistVideos, playlist_id: 'x' },
    response: says('playlist-videos?playlist_id=x&count=2'),
    expect: { absent: 'unknown' },
  },
  ...failures<PlaylistVideosInput, ExpectedPage<ParsedVideo>>(playlistVideos),
];

const SPOKEN = 'showcase-cat-fr-1';
const SILENT = 'showcase-cat-en-3';
const transcript: TranscriptInput = { ...common, id: SPOKEN };
export const transcriptSamples: Sample<
  TranscriptInput,
  ExpectedRecord<ParsedTranscript> | ExpectedNoTranscript
>[] = [
  {
    name: 'written by a person',
    input: transcript,
    response: says(`record?id=${SPOKEN}`),
    followUps: [says(`track?id=${SPOKEN}&place=0`)],
    expect: { record: { id: SPOKEN, language: 'fr', kind: 'human' } },
  },
  {
    name: 'no transcript',
    input: { ...transcript, id: SILENT },
    response: says(`record?id=${SILENT}`),
    expect: { absent: 'none', what: 'transcript', tracks: [] },
  },
  {
    name: 'no such video',
    input: { ...transcript, id: 'x' },
    response: says('record?id=x'),
    expect: { absent: 'unknown', what: 'video' },
  },
  ...failures<TranscriptInput, ExpectedRecord<ParsedTranscript>>(transcript),
];
