// Exchanges about one video of Pexels, made up from the documents: their field names, our values.
import type { ParsedVideo } from '../../domain/video.ts';
import type { ExpectedRecord, Sample, VideoInput } from '../connector.ts';
import { answersAs } from '../samples/answer.ts';

const input: VideoInput = { platform: 'pexels', id: '3571264', wantsRaw: false };
const answer = answersAs('application/json');

const video = (changes: object = {}) =>
  JSON.stringify({
    id: 3_571_264,
    width: 1920,
    height: 1080,
    duration: 12,
    tags: [],
    url: 'https://www.pexels.com/video/a-cat-on-a-sofa-3571264/',
    image: 'https://images.example/1.jpg',
    user: { id: 2, name: 'Maker', url: 'https://www.pexels.com/@maker' },
    video_files: [],
    video_pictures: [{ id: 4, nr: 0, picture: 'https://images.example/2.jpg' }],
    ...changes,
  });

export const videoSamples: Sample<VideoInput, ExpectedRecord<ParsedVideo>>[] = [
  {
    name: 'a video',
    input,
    response: answer(200, video()),
    expect: {
      record: { id: '3571264', title: 'a cat on a sofa', duration_ms: 12_000, width: 1920, height: 1080 },
    },
  },
  {
    name: 'a key that is not accepted',
    input,
    response: answer(401, '{"status":401,"code":"Unauthorized"}'),
    expect: { failure: 'refused' },
  },
  {
    name: 'another video than the one asked for',
    input,
    response: answer(200, video({ id: 5 })),
    expect: { failure: 'bad_response' },
  },
];
