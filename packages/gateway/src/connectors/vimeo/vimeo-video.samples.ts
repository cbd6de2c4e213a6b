// Exchanges about one video of Vimeo, made up from the documents: their field names, our values.
import type { ParsedVideo } from '../../domain/video.ts';
import type { ExpectedRecord, Sample, VideoInput } from '../connector.ts';
import { answersAs } from '../samples/answer.ts';

const input: VideoInput = { platform: 'vimeo', id: '123', wantsRaw: false };
const answer = answersAs('application/vnd.vimeo.video+json');

const video = (changes: object = {}) =>
  JSON.stringify({
    uri: '/videos/123',
    name: 'A cat',
    description: 'One\r\nTwo',
    duration: 60,
    created_time: '2024-05-01T10:00:00+00:00',
    link: 'https://vimeo.com/123',
    pictures: { sizes: [{ link: 'https://i.example/1.jpg', width: 640, height: 360 }] },
    stats: { plays: null },
    user: { uri: '/users/9', name: 'Maker', link: 'https://vimeo.com/maker' },
    tags: [{ name: 'cat' }],
    license: 'by-nc',
    privacy: { view: 'anybody' },
    ...changes,
  });

export const videoSamples: Sample<VideoInput, ExpectedRecord<ParsedVideo>>[] = [
  {
    name: 'a public video',
    input,
    response: answer(200, video()),
    expect: {
      record: {
        id: '123',
        text: 'One\nTwo',
        duration_ms: 60_000,
        tags: ['cat'],
        license: { name: 'CC BY-NC', url: null },
      },
    },
  },
  {
    name: 'a video that only some may watch',
    input,
    response: answer(200, video({ privacy: { view: 'nobody' } })),
    expect: { absent: 'private' },
  },
  {
    name: 'a video behind a password',
    input,
    response: answer(200, video({ privacy: { view: 'password' } })),
    expect: { absent: 'password' },
  },
  {
    name: 'a video behind a password, as a call that lacks it',
    input,
    response: answer(
      400,
      '{"error":"Something strange occurred.","developer_message":"No password was provided, and one is needed","error_code":2222}',
    ),
    expect: { absent: 'password' },
  },
  {
    name: 'a call that lacks something else',
    input,
    response: answer(
      400,
      '{"error":"Something strange occurred.","invalid_parameters":[{"field":"fields"}]}',
    ),
    expect: { failure: 'input_rejected' },
  },
  {
    name: 'a video that is gone or hidden',
    input,
    response: answer(404, '{"error":"The requested video could not be found","error_code":5460}'),
    expect: { absent: 'unknown' },
  },
  {
    name: 'the limit of calls a minute',
    input,
    response: answer(429, '{"error":"Too many API requests","error_code":9000}'),
    expect: { failure: 'rate_limited', suspendMs: 60_000 },
  },
  {
    name: 'another video than the one asked for',
    input,
    response: answer(200, video({ uri: '/videos/124' })),
    expect: { failure: 'bad_response' },
  },
];
