// Exchanges about one video of the NicoNico snapshot, made up from the documents: their field names, our values.
import type { ParsedVideo } from '../../domain/video.ts';
import type { ExpectedRecord, Sample, VideoInput } from '../connector.ts';
import { answersAs } from '../samples/answer.ts';

const input: VideoInput = { platform: 'niconico', id: 'sm9', wantsRaw: false };
const answer = answersAs('application/json');

const video = (changes: object = {}) => ({
  contentId: 'sm9',
  title: 'A cat &amp; a box',
  description: 'One<br>Two',
  userId: 4,
  channelId: null,
  viewCounter: 12_673,
  mylistCounter: 3,
  likeCounter: null,
  lengthSeconds: 320,
  thumbnailUrl: 'https://n.example/9.jpg',
  startTime: '2007-03-06T00:33:00+09:00',
  commentCounter: 5,
  tags: 'cat box',
  genre: null,
  ...changes,
});

const found = (...data: object[]) =>
  answer(200, JSON.stringify({ meta: { status: 200, totalCount: data.length, id: '0554268c-0001' }, data }));

export const videoSamples: Sample<VideoInput, ExpectedRecord<ParsedVideo>>[] = [
  {
    name: 'a video',
    input,
    response: found(video()),
    expect: {
      record: {
        id: 'sm9',
        title: 'A cat & a box',
        text: 'One\nTwo',
        tags: ['cat', 'box'],
        published_at: '2007-03-05T15:33:00.000Z',
      },
    },
  },
  {
    name: 'a video that is counted and not there',
    input,
    response: answer(200, '{"meta":{"status":200,"totalCount":1},"data":[]}'),
    expect: { failure: 'bad_response' },
  },
  {
    name: 'another video than the one asked for',
    input,
    response: found(video({ contentId: 'sm10' })),
    expect: { failure: 'bad_response' },
  },
  {
    name: 'maintenance',
    input,
    response: answer(503, '{"meta":{"status":503,"errorCode":"MAINTENANCE","errorMessage":"later"}}'),
    expect: { failure: 'unavailable', suspendMs: 300_000 },
  },
];
