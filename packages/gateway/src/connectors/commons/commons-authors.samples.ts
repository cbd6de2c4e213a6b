// Exchanges about those who upload to a wiki, made up from the documents: their field names, our values.
import type { ParsedAuthor } from '../../domain/author.ts';
import type {
  AuthorInput,
  AuthorVideosInput,
  ExpectedAbsence,
  ExpectedPage,
  ExpectedRecord,
  Sample,
} from '../connector.ts';
import { answersAs } from '../samples/answer.ts';

const answer = answersAs('application/json; charset=utf-8');
const said = (body: unknown, status = 200) => answer(status, JSON.stringify(body));

const first: AuthorVideosInput = {
  platform: 'commons',
  author_id: 'Ada Maker',
  sort: 'newest',
  count: 20,
  cursor: null,
  position: 0,
  wantsRaw: false,
};
const file = (pageid: number, timestamp: string, mediatype = 'VIDEO') => ({
  pageid,
  ns: 6,
  title: `File:Cat ${pageid}.webm`,
  imageinfo: [
    {
      url: `https://upload.example/${pageid}.webm`,
      descriptionurl: `https://wiki.example/wiki/File:Cat_${pageid}.webm`,
      mediatype,
      mime: mediatype === 'VIDEO' ? 'video/webm' : 'image/jpeg',
      duration: 12.5,
      timestamp,
      user: 'Ada Maker',
    },
  ],
});
const batch = (next: string | null, ...pages: object[]) =>
  said({
    batchcomplete: true,
    ...(next !== null && { continue: { gaicontinue: next, continue: 'gaicontinue||' } }),
    ...(pages.length > 0 && { query: { pages } }),
  });
const user = (changes: object) => said({ batchcomplete: true, query: { users: [changes] } });
const ADA = user({ userid: 42, name: 'Ada Maker', registration: '2010-05-01T10:00:00Z', editcount: 7 });
const LIMIT = answer(429, '{"error":{"code":"ratelimited"}}', { 'retry-after': '5' });

export const authorVideosSamples: Sample<AuthorVideosInput, ExpectedPage | ExpectedAbsence>[] = [
  {
    name: 'the newest, in no order and with a picture among them',
    input: first,
    response: batch(
      '20240101|Cat 1.webm',
      file(1, '2024-01-01T10:00:00Z'),
      file(3, '2024-03-01T10:00:00Z'),
      file(2, '2024-02-01T10:00:00Z', 'BITMAP'),
    ),
    expect: {
      items: 2,
      end: 'more',
      cursor: '[0,"20240101|Cat 1.webm"]',
      records: [{ id: '3', published_at: '2024-03-01T10:00:00.000Z' }, { id: '1' }],
    },
  },
  {
    name: 'pictures alone, and videos after them',
    input: first,
    response: batch('n1', file(2, '2024-02-01T10:00:00Z', 'BITMAP')),
    followUps: [batch(null, file(1, '2024-01-01T10:00:00Z'))],
    expect: { items: 1, end: 'exhausted' },
  },
  {
    name: 'last page',
    input: { ...first, cursor: '[0,"n1"]', position: 2 },
    response: batch(null, file(1, '2024-01-01T10:00:00Z')),
    expect: { items: 1, end: 'exhausted' },
  },
  { name: 'a limit', input: first, response: LIMIT, expect: { failure: 'rate_limited', suspendMs: 5_000 } },
];

const author: AuthorInput = { platform: 'commons', handle: 'Ada Maker', wantsRaw: false };

export const authorSamples: Sample<AuthorInput, ExpectedRecord<ParsedAuthor>>[] = [
  {
    name: 'an account',
    input: author,
    response: ADA,
    expect: {
      record: {
        id: 'Ada Maker',
        alt_ids: ['42'],
        handle: 'Ada Maker',
        name: 'Ada Maker',
        kind: 'person',
        joined_at: '2010-05-01T10:00:00.000Z',
        followers: null,
      },
    },
  },
];
