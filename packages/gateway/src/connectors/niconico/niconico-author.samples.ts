// Exchanges about an author's videos on NicoNico, made up from the documents: their field names, our values.
import type { AuthorVideosInput, ExpectedAbsence, ExpectedPage, Sample } from '../connector.ts';
import { answersAs } from '../samples/answer.ts';

const answer = answersAs('application/json; charset=utf-8');
const first: AuthorVideosInput = {
  platform: 'niconico',
  author_id: '12345',
  sort: 'newest',
  count: 2,
  cursor: null,
  position: 0,
  wantsRaw: false,
};
const video = (n: number, author: object) => ({
  contentId: `sm${n}`,
  title: `T ${n}`,
  viewCounter: 10,
  startTime: '2024-05-01T19:00:00+09:00',
  tags: 'a b',
  lengthSeconds: 90,
  ...author,
});
const page = (totalCount: number, ...data: object[]) =>
  answer(200, JSON.stringify({ meta: { status: 200, totalCount, id: '0554268c-0000' }, data }));

export const authorVideosSamples: Sample<AuthorVideosInput, ExpectedPage | ExpectedAbsence>[] = [
  {
    name: 'the newest of a user',
    input: first,
    response: page(3, video(3, { userId: 12_345 }), video(2, { userId: 12_345 })),
    expect: {
      items: 2,
      end: 'more',
      cursor: '2.sm2',
      total: { value: 3, relation: 'eq' },
      records: [{ id: 'sm3', published_at: '2024-05-01T10:00:00.000Z' }],
    },
  },
  {
    name: 'the most viewed of a channel, last page',
    input: { ...first, author_id: 'ch678', sort: 'views', cursor: '2.sm2', position: 2 },
    response: page(3, video(2, { channelId: 678 }), video(1, { channelId: 678 })),
    expect: { items: 1, end: 'exhausted', records: [{ id: 'sm1' }] },
  },
  {
    name: 'maintenance',
    input: first,
    response: answer(
      503,
      '{"meta":{"status":503,"errorCode":"MAINTENANCE","errorMessage":"please retry later"}}',
    ),
    expect: { failure: 'unavailable', suspendMs: 300_000 },
  },
];
