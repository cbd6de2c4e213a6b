// Exchanges about one video of a MediaWiki, made up from the documents: their field names, our values.
import type { ParsedVideo } from '../../domain/video.ts';
import type { ExpectedRecord, Sample, VideoInput } from '../connector.ts';
import { answersAs } from './answer.ts';

const input: VideoInput = { platform: 'commons', id: '4711', wantsRaw: false };
const byTitle: VideoInput = { ...input, id: 'File:cat.webm' };
const answer = answersAs('application/json; charset=utf-8');

const page = (changes: object = {}) => ({
  pageid: 4711,
  ns: 6,
  title: 'File:Cat.webm',
  imageinfo: [
    {
      url: 'https://upload.example/cat.webm',
      descriptionurl: 'https://upstream.example/wiki/File:Cat.webm',
      thumburl: 'https://upload.example/cat.jpg',
      width: 1920,
      height: 1080,
      mime: 'video/webm',
      mediatype: 'VIDEO',
      duration: 12.5,
      timestamp: '2024-05-01T10:00:00Z',
      user: 'u',
      extmetadata: { LicenseShortName: { value: 'CC BY 4.0' }, Artist: { value: '<a>n</a>' } },
    },
  ],
  ...changes,
});

const query = (parts: object) => answer(200, JSON.stringify({ batchcomplete: true, query: parts }));
const named = [{ fromencoded: false, from: 'File:cat.webm', to: 'File:Cat.webm' }];

export const samples: Sample<VideoInput, ExpectedRecord<ParsedVideo>>[] = [
  {
    name: 'a file by the number of its page',
    input,
    response: query({ pages: [page()] }),
    expect: {
      record: { id: '4711', alt_ids: ['File:Cat.webm'], title: 'Cat', duration_ms: 12_500, width: 1920 },
    },
  },
  {
    name: 'a file by its title, in the spelling of the wiki',
    input: byTitle,
    response: query({ normalized: named, pages: [page()] }),
    expect: { record: { id: '4711' } },
  },
  {
    name: 'a file that was moved',
    input: byTitle,
    response: query({
      normalized: named,
      redirects: [{ from: 'File:Cat.webm', to: 'File:Old cat.webm' }],
      pages: [page({ pageid: 12, title: 'File:Old cat.webm' })],
    }),
    expect: { record: { id: '12' } },
  },
  {
    name: 'a number that no page has',
    input,
    response: query({ pages: [{ pageid: 4711, missing: true }] }),
    expect: { absent: 'unknown' },
  },
  {
    name: 'a title that no page may have',
    input: { ...input, id: 'a|b' },
    response: query({ pages: [{ title: 'a%7Cb', invalidreason: 'bad', invalid: true }] }),
    expect: { absent: 'unknown' },
  },
  {
    name: 'a file that an administrator hid',
    input,
    response: query({
      pages: [page({ imageinfo: [{ mime: 'video/webm', mediatype: 'VIDEO', filehidden: true }] })],
    }),
    expect: { absent: 'unknown' },
  },
  {
    name: 'a picture',
    input,
    response: query({
      pages: [page({ title: 'File:Cat.jpg', imageinfo: [{ mime: 'image/jpeg', mediatype: 'BITMAP' }] })],
    }),
    expect: { absent: 'unknown' },
  },
  {
    name: 'another file than the one asked for',
    input,
    response: query({ pages: [page({ pageid: 4712 })] }),
    expect: { failure: 'bad_response' },
  },
  {
    name: 'a limit, said with status 200',
    input,
    response: answer(200, '{"error":{"code":"ratelimited","info":"No."}}'),
    expect: { failure: 'rate_limited' },
  },
];
