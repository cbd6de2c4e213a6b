// Exchanges about reviews and makers at the Internet Archive, made up from the documents: their field names, our values.
import type { ParsedComment } from '../../domain/comment.ts';
import type {
  AuthorVideosInput,
  CommentsInput,
  ExpectedAbsence,
  ExpectedPage,
  PopularInput,
  Sample,
} from '../connector.ts';
import { answersAs } from '../samples/answer.ts';

const answer = answersAs('application/json');
const said = (body: unknown, status = 200) => answer(status, JSON.stringify(body));
const first = { platform: 'archive', count: 2, cursor: null, position: 0, wantsRaw: false };

const onItem: CommentsInput = { ...first, id: 'demo-film', sort: 'newest' };
const item = (reviews?: unknown, more: object = {}) =>
  said({
    metadata: { identifier: 'demo-film', title: 'T', mediatype: 'movies', ...more },
    files: [],
    reviews,
  });
const review = (n: number, changes: object = {}) => ({
  review_id: n,
  reviewtitle: 'Fine',
  reviewbody: 'What a cat!\r\nTwice &amp; more',
  reviewer: 'Bo',
  reviewer_itemname: '@bo',
  createdate: `2010-05-0${n} 12:00:00`,
  reviewdate: `2010-05-0${n} 12:00:00`,
  stars: '4',
  ...changes,
});

export const commentsSamples: Sample<CommentsInput, ExpectedPage<ParsedComment> | ExpectedAbsence>[] = [
  {
    name: 'the newest, which come last in the answer',
    input: onItem,
    response: item([review(1), review(2, { stars: '0', reviewdate: '2012-01-01 00:00:00' }), review(3)]),
    expect: {
      items: 2,
      end: 'more',
      cursor: '2',
      total: { value: 3, relation: 'eq' },
      records: [
        {
          id: '3',
          video_id: 'demo-film',
          level: 0,
          text: 'Fine\n\nWhat a cat!\nTwice & more',
          published_at: '2010-05-03T00:00:00.000Z',
          published_precision: 'day',
          edited_at: null,
          author: {
            id: '@bo',
            handle: 'bo',
            name: 'Bo',
            url: 'https://archive.org/details/%40bo',
            avatar_url: null,
            verified: null,
            followers: null,
          },
          rating: 4,
          likes: null,
          replies: null,
        },
        { id: '2', rating: null, edited_at: '2012-01-01T00:00:00.000Z' },
      ],
    },
  },
  {
    name: 'the rest of them, without an id',
    input: { ...onItem, cursor: '2', position: 2 },
    response: item([review(1, { review_id: undefined, reviewer_itemname: undefined }), review(2), review(3)]),
    expect: { items: 1, end: 'exhausted', records: [{ id: 'Bo 2010-05-01 12:00:00' }] },
  },
  {
    name: 'an item without reviews',
    input: onItem,
    response: item(),
    expect: { items: 0, end: 'exhausted' },
  },
  {
    name: 'reviews of an item that is kept out of every list',
    input: onItem,
    response: item([review(1)], { noindex: 'true' }),
    expect: { absent: 'private' },
  },
  {
    name: 'an item that was taken down',
    input: onItem,
    response: said({ is_dark: true }),
    expect: { absent: 'deleted' },
  },
  {
    name: 'too many requests',
    input: onItem,
    response: answer(429, '', { 'retry-after': '30' }),
    expect: { failure: 'rate_limited', suspendMs: 30_000 },
  },
];

const ofMaker: AuthorVideosInput = { ...first, author_id: 'A. "Bo" Maker', sort: 'newest' };

export const authorVideosSamples: Sample<AuthorVideosInput, ExpectedPage | ExpectedAbsence>[] = [
  {
    name: 'the newest of a maker',
    input: ofMaker,
    response: said({
      items: [
        { identifier: 'a', title: 'A', creator: 'Maker' },
        { identifier: 'b', creator: ['Maker', 'Other'] },
      ],
      count: 2,
      total: 3,
      cursor: 'W3si',
    }),
    expect: {
      items: 2,
      end: 'more',
      cursor: '0:W3si',
      total: { value: 3, relation: 'eq' },
      records: [{ id: 'a', title: 'A' }, { id: 'b' }],
    },
  },
  {
    name: 'last page',
    input: { ...ofMaker, cursor: '0:W3si', position: 2 },
    response: said({ items: [{ identifier: 'c', creator: 'Maker' }], count: 1, total: 3 }),
    expect: { items: 1, end: 'exhausted' },
  },
  {
    name: 'callers without a name of their own, who are throttled',
    input: ofMaker,
    response: answer(429, '', { 'retry-after': '60' }),
    expect: { failure: 'rate_limited', suspendMs: 60_000 },
  },
  { name: 'an outage', input: ofMaker, response: said({}, 503), expect: { failure: 'unavailable' } },
];

export const popularSamples: Sample<PopularInput>[] = [
  {
    name: 'most downloads of the last week',
    input: first,
    response: said({
      items: [
        { identifier: 'a', title: 'A', downloads: 7 },
        { identifier: 'kept-out', noindex: 'true' },
        { identifier: 'b' },
      ],
      count: 3,
      total: 5,
      cursor: 'W3si',
    }),
    expect: {
      items: 1,
      end: 'more',
      cursor: '2:',
      total: { value: 5, relation: 'eq' },
      records: [{ id: 'a', title: 'A' }],
    },
  },
  {
    name: 'last page of those of all time',
    input: { ...first, period: 'all', cursor: '0:W3si', position: 2 },
    response: said({ items: [{ identifier: 'c' }], count: 1, total: 3 }),
    expect: { items: 1, end: 'exhausted', records: [{ id: 'c' }] },
  },
  {
    name: 'too many requests',
    input: first,
    response: answer(429, '', { 'retry-after': '30' }),
    expect: { failure: 'rate_limited', suspendMs: 30_000 },
  },
];
