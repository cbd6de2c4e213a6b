// Exchanges about one video of Dailymotion, made up from the documents: their field names, our values.
import type { ParsedVideo } from '../../domain/video.ts';
import type { ExpectedRecord, Sample, VideoInput } from '../connector.ts';
import { answersAs } from '../samples/answer.ts';

const ID = 'x1abcde';
const input: VideoInput = { platform: 'dailymotion', id: ID, wantsRaw: false };
const answer = answersAs('application/json; charset=utf-8');

const video = (changes: object = {}) =>
  JSON.stringify({
    id: ID,
    title: 'Cats &amp; dogs',
    description: '<p>One.</p>Two.',
    created_time: 1_422_173_451,
    duration: 81,
    url: `https://www.dailymotion.com/video/${ID}`,
    thumbnail_360_url: 'https://s.example/360',
    allow_embed: true,
    tags: ['cat'],
    language: 'fr',
    private: false,
    views_total: 12,
    'owner.id': 'xowner',
    'owner.screenname': 'Owner',
    ...changes,
  });

const refusal = (code: number, type: string, error_data: object, status = code) =>
  answer(status, JSON.stringify({ error: { code, message: 'No.', type, error_data } }));

export const videoSamples: Sample<VideoInput, ExpectedRecord<ParsedVideo>>[] = [
  {
    name: 'a public video',
    input,
    response: answer(200, video()),
    expect: {
      record: { id: ID, title: 'Cats & dogs', text: 'One.\nTwo.', duration_ms: 81_000, tags: ['cat'] },
    },
  },
  {
    name: 'fields that the platform no longer knows',
    input,
    response: refusal(400, 'invalid_parameter', { param: 'fields' }),
    followUps: [answer(200, video())],
    expect: { record: { id: ID } },
  },
  {
    name: 'a private video, which opens to who knows its id',
    input: { ...input, id: 'k1secret' },
    response: answer(200, video({ id: 'k1secret', private: true })),
    expect: { absent: 'private' },
  },
  {
    name: 'something else that is not there',
    input,
    response: refusal(404, 'not_found', { object_type: 'user', object_id: 'x' }),
    expect: { failure: 'not_found' },
  },
  {
    name: 'a video behind a password',
    input,
    response: refusal(403, 'access_forbidden', { object_type: 'video', reason: 'password_required' }),
    expect: { absent: 'password' },
  },
  {
    name: 'a video that is kept from some countries',
    input,
    response: refusal(403, 'access_forbidden', { object_type: 'video', reason: 'geoblocked' }),
    expect: { absent: 'region' },
  },
  {
    name: 'a place where no such API is',
    input,
    response: answer(404, '{"message":"no"}'),
    expect: { failure: 'bad_response' },
  },
  {
    name: 'another video than the one asked for',
    input,
    response: answer(200, video({ id: 'x9other' })),
    expect: { failure: 'bad_response' },
  },
];
