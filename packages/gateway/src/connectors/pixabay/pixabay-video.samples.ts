// Exchanges about one video of Pixabay, made up from the documents: their field names, our values.
import type { ParsedVideo } from '../../domain/video.ts';
import type { ExpectedRecord, Sample, VideoInput } from '../connector.ts';
import { answersAs } from '../samples/answer.ts';

const input: VideoInput = { platform: 'pixabay', id: '125', wantsRaw: false };
const answer = answersAs('application/json');

const hit = (changes: object = {}) => ({
  id: 125,
  pageURL: 'https://pixabay.com/videos/id-125/',
  type: 'film',
  tags: 'cat, on the sofa',
  duration: 12,
  videos: {
    large: { url: '', width: 0, height: 0 },
    medium: { url: 'https://cdn.example/m.mp4', width: 1920, height: 1080 },
  },
  views: 4462,
  downloads: 1464,
  likes: 18,
  comments: 0,
  user_id: 1281706,
  user: 'Maker',
  userImageURL: '',
  ...changes,
});

const hits = (...all: object[]) =>
  answer(200, JSON.stringify({ total: all.length, totalHits: all.length, hits: all }));

export const videoSamples: Sample<VideoInput, ExpectedRecord<ParsedVideo>>[] = [
  {
    name: 'a video',
    input,
    response: hits(hit()),
    expect: {
      record: { id: '125', tags: ['cat', 'on the sofa'], duration_ms: 12_000, width: 1920, height: 1080 },
    },
  },
  {
    name: 'a video of an older answer, with the id of a picture',
    input,
    response: hits(hit({ picture_id: '529927645' })),
    expect: {
      record: {
        thumbnails: [{ url: 'https://i.vimeocdn.com/video/529927645_640x360.jpg', width: 640, height: 360 }],
      },
    },
  },
  {
    name: 'another video than the one asked for',
    input,
    response: hits(hit({ id: 126 })),
    expect: { failure: 'bad_response' },
  },
];
