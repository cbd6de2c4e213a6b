// Exchanges about one video of the YouTube Data API, made up from the documents: their field names, our values.
import type { ParsedVideo } from '../../domain/video.ts';
import type { ExpectedRecord, Sample, VideoInput } from '../connector.ts';
import { answersAs } from '../samples/answer.ts';

const ID = 'aBcDeFg-_01';
const input: VideoInput = { platform: 'youtube', id: ID, wantsRaw: false };
const answer = answersAs('application/json; charset=UTF-8');

const video = (changes: object = {}) => ({
  kind: 'youtube#video',
  id: ID,
  snippet: {
    publishedAt: '2024-05-01T10:00:00Z',
    channelId: 'UCdemo_1',
    title: 'Cats &amp; dogs: how the page of one video writes it',
    description: 'All of it, and nothing cut ...',
    thumbnails: { default: { url: 'https://i.example/d.jpg', width: 120, height: 90 } },
    channelTitle: 'Cats & Co',
    tags: ['cat', 'dog'],
    categoryId: '15',
    liveBroadcastContent: 'none',
    defaultAudioLanguage: 'en-GB',
  },
  contentDetails: { duration: 'PT4M13S', definition: 'hd', caption: 'true', contentRating: {} },
  status: { privacyStatus: 'public', license: 'creativeCommon', embeddable: true },
  statistics: { viewCount: '1203', likeCount: '17', commentCount: '0' },
  ...changes,
});

const list = (...items: object[]) =>
  answer(
    200,
    JSON.stringify({ kind: 'youtube#videoListResponse', items, pageInfo: { totalResults: items.length } }),
  );

export const videoSamples: Sample<VideoInput, ExpectedRecord<ParsedVideo>>[] = [
  {
    name: 'a public video, whole',
    input,
    response: list(video()),
    expect: {
      record: {
        id: ID,
        title: 'Cats &amp; dogs: how the page of one video writes it',
        text: 'All of it, and nothing cut ...',
        text_truncated: false,
        tags: ['cat', 'dog'],
        language: 'en-GB',
        published_at: '2024-05-01T10:00:00.000Z',
        duration_ms: 253_000,
        license: { name: 'Creative Commons Attribution', url: null },
        category: 'Pets & Animals',
        captions: true,
        live: null,
      },
    },
  },
  {
    name: 'a broadcast that has ended',
    input,
    response: list(
      video({
        contentDetails: { duration: 'PT1H', caption: 'false' },
        liveStreamingDetails: {
          scheduledStartTime: '2024-05-01T09:00:00Z',
          actualStartTime: '2024-05-01T09:00:12Z',
          actualEndTime: '2024-05-01T10:00:12Z',
        },
      }),
    ),
    expect: {
      record: {
        id: ID,
        kind: 'video',
        captions: false,
        live: { state: 'ended', scheduled_at: '2024-05-01T09:00:00.000Z', viewers: null },
      },
    },
  },
  {
    name: 'a broadcast with its viewers',
    input,
    response: list(
      video({
        snippet: { title: 'Cats', liveBroadcastContent: 'live' },
        liveStreamingDetails: { concurrentViewers: '120' },
      }),
    ),
    expect: {
      record: { id: ID, kind: 'live', live: { state: 'on_air', scheduled_at: null, viewers: 120 } },
    },
  },
  ...(['live', 'upcoming'] as const).map((liveBroadcastContent) => ({
    name: `a broadcast that is ${liveBroadcastContent}`,
    input,
    response: list(
      video({ snippet: { title: 'Cats', liveBroadcastContent }, contentDetails: { duration: 'P0D' } }),
    ),
    expect: {
      record: {
        kind: liveBroadcastContent === 'live' ? ('live' as const) : ('video' as const),
        duration_ms: null,
      },
    },
  })),
  {
    name: 'a video that is deleted, private or was never there',
    input,
    response: list(),
    expect: { absent: 'unknown' },
  },
  {
    name: 'an unlisted video, which opens to who knows its id',
    input,
    response: list(video({ status: { privacyStatus: 'unlisted' } })),
    expect: { absent: 'private' },
  },
  {
    name: 'another video than the one asked for',
    input,
    response: list(video({ id: 'zzzzzzzzzzz' })),
    expect: { failure: 'bad_response' },
  },
];
