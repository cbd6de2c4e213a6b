// Exchanges about one video of an Invidious, made up from the documents: their field names, our values.
import type { ParsedVideo } from '../../domain/video.ts';
import type { ExpectedRecord, Sample, VideoInput } from '../connector.ts';
import { answersAs } from '../samples/answer.ts';

const ID = 'aBcDeFg-_01';
const input: VideoInput = { platform: 'youtube', id: ID, wantsRaw: false };
const answer = answersAs('application/json');

const video = (changes: object = {}) =>
  JSON.stringify({
    type: 'video',
    title: 'A cat',
    videoId: ID,
    videoThumbnails: [{ quality: 'medium', url: `/vi/${ID}/mqdefault.jpg`, width: 320, height: 180 }],
    description: 'All of it, and nothing cut ...',
    published: 1_714_521_600,
    publishedText: '1 year ago',
    keywords: ['cat', 'sofa'],
    viewCount: 1203,
    likeCount: 17,
    isFamilyFriendly: true,
    isListed: true,
    author: 'Maker',
    authorId: 'UCx',
    authorUrl: '/channel/UCx',
    authorVerified: false,
    authorThumbnails: [],
    lengthSeconds: 253,
    genre: 'Pets & Animals',
    captions: [{ label: 'English', language_code: 'en', url: '/api/v1/captions/x?label=English' }],
    liveNow: false,
    isUpcoming: false,
    recommendedVideos: [{ videoId: 'zzzzzzzzzzz', title: 'Another' }],
    ...changes,
  });

const error = (status: number, words: string) => answer(status, JSON.stringify({ error: words }));

export const videoSamples: Sample<VideoInput, ExpectedRecord<ParsedVideo>>[] = [
  {
    name: 'a public video, with its day and its words',
    input,
    response: answer(200, video()),
    expect: {
      record: {
        id: ID,
        text: 'All of it, and nothing cut ...',
        text_truncated: false,
        tags: ['cat', 'sofa'],
        published_at: '2024-05-01T00:00:00.000Z',
        published_precision: 'day',
        duration_ms: 253_000,
        nsfw: false,
        category: 'Pets & Animals',
        captions: true,
        tracks: [{ language: 'en', kind: 'human' }],
        live: null,
      },
    },
  },
  {
    name: 'a premiere to come',
    input,
    response: answer(200, video({ isUpcoming: true, premiereTimestamp: 1_714_557_600, captions: [] })),
    expect: {
      record: {
        id: ID,
        published_at: null,
        captions: false,
        live: { state: 'upcoming', scheduled_at: '2024-05-01T10:00:00.000Z', viewers: null },
      },
    },
  },
  {
    name: 'an unlisted video, which opens to who knows its id',
    input,
    response: answer(200, video({ isListed: false })),
    expect: { absent: 'private' },
  },
  {
    name: 'a private video',
    input,
    response: error(500, 'This video is private'),
    expect: { absent: 'private' },
  },
  {
    name: 'a video for adults, who would have to sign in',
    input,
    response: error(500, 'Sign in to confirm your age'),
    expect: { absent: 'age' },
  },
  {
    name: 'a video that is kept from the country of the instance',
    input,
    response: error(500, 'The uploader has not made this video available in your country'),
    expect: { absent: 'region' },
  },
  {
    name: 'a video that its author took away',
    input,
    response: error(500, 'This video has been removed by the uploader'),
    expect: { absent: 'deleted' },
  },
  {
    name: "a video for a channel's members",
    input,
    response: error(500, 'Join this channel to get access to members-only content like this video.'),
    expect: { absent: 'private' },
  },
  {
    name: "a video for a channel's members of some level",
    input,
    response: error(
      500,
      "This video is available to this channel's members on level: Cat (or any higher level).",
    ),
    expect: { absent: 'private' },
  },
  {
    name: 'an instance without its database',
    input,
    response: error(500, 'connection refused'),
    expect: { failure: 'unavailable' },
  },
  {
    name: 'another video than the one asked for',
    input,
    response: answer(200, video({ videoId: 'zzzzzzzzzzz' })),
    expect: { failure: 'bad_response' },
  },
];
