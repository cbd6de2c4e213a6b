// Exchanges about one video of a Piped, made up from the documents: their field names, our values.
import type { ParsedVideo } from '../../domain/video.ts';
import type { ExpectedRecord, Sample, VideoInput } from '../connector.ts';
import { answersAs } from './answer.ts';

const ID = 'aBcDeFg-_01';
const input: VideoInput = { platform: 'youtube', id: ID, wantsRaw: false };
const answer = answersAs('application/json');

const stream = (changes: object = {}) =>
  JSON.stringify({
    title: 'A cat',
    description: 'One<br>Two &amp; three',
    uploaded: 1_714_557_600_123,
    uploader: 'Maker',
    uploaderUrl: '/channel/UCx',
    uploaderAvatar: 'https://proxy.example/a.jpg',
    uploaderVerified: true,
    uploaderSubscriberCount: 311,
    thumbnailUrl: `https://proxy.example/vi_webp/${ID}/maxresdefault.webp?host=i.example`,
    license: 'YouTube licence',
    visibility: 'public',
    tags: ['cat', 'sofa'],
    duration: 253,
    views: 1203,
    likes: 17,
    dislikes: -1,
    livestream: false,
    relatedStreams: [{ url: '/watch?v=zzzzzzzzzzz', type: 'stream', title: 'Another' }],
    ...changes,
  });

const error = (message: string, trace = 'org.example.Exception') =>
  answer(500, JSON.stringify({ error: `${trace}: at line 1`, message }));

export const samples: Sample<VideoInput, ExpectedRecord<ParsedVideo>>[] = [
  {
    name: 'a public video, with its date and its words',
    input,
    response: answer(200, stream()),
    expect: {
      record: {
        id: ID,
        text: 'One\nTwo & three',
        tags: ['cat', 'sofa'],
        published_at: '2024-05-01T10:00:00.123Z',
        published_precision: 'ms',
        duration_ms: 253_000,
        license: { name: 'YouTube licence', url: null },
      },
    },
  },
  {
    name: 'a video whose picture does not say which it is',
    input,
    response: answer(200, stream({ thumbnailUrl: null, uploaded: 1_714_521_600_000 })),
    expect: { record: { id: ID, published_precision: 'day', thumbnails: [] } },
  },
  {
    name: 'a video of an older instance, with a date in place of the number',
    input,
    response: answer(200, stream({ uploaded: -1, uploadDate: '2024-05-01' })),
    expect: { record: { published_at: '2024-05-01T00:00:00.000Z', published_precision: 'day' } },
  },
  {
    name: 'an unlisted video, which opens to who knows its id',
    input,
    response: answer(200, stream({ visibility: 'unlisted' })),
    expect: { absent: 'private' },
  },
  {
    name: 'a video that is not there',
    input,
    response: error('This video is unavailable'),
    expect: { absent: 'unknown' },
  },
  {
    name: 'a private video',
    input,
    response: error('no words', 'org.example.PrivateContentException'),
    expect: { absent: 'private' },
  },
  {
    name: 'a video for adults',
    input,
    response: error('This age-restricted video cannot be watched anonymously'),
    expect: { absent: 'age' },
  },
  {
    name: 'a video that has not come out yet',
    input,
    response: error('Premiere will begin shortly'),
    expect: { absent: 'unknown' },
  },
  {
    name: "a video for a channel's members",
    input,
    response: error('This video is only available for members of the channel of this video'),
    expect: { absent: 'private' },
  },
  {
    name: 'YouTube keeps the instance out',
    input,
    response: error("Sign in to confirm you're not a bot"),
    expect: { failure: 'refused' },
  },
  {
    name: 'YouTube wants the instance to wait',
    input,
    response: error("This content isn't available, try again later"),
    expect: { failure: 'unavailable' },
  },
  {
    name: 'another video than the one asked for',
    input,
    response: answer(200, stream({ thumbnailUrl: 'https://proxy.example/vi/zzzzzzzzzzz/hq.jpg' })),
    expect: { failure: 'bad_response' },
  },
];
