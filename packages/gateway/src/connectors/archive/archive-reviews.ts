// The reviews of an item of the Internet Archive, which are its comments. All of them come with the item itself, so our pages are slices of
// one answer, the newest first. They have no likes and no replies.
import type { ParsedComment } from '../../domain/comment.ts';
import type { ParsedVideo } from '../../domain/video.ts';
import type {
  Absent,
  AttemptFailure,
  CommentsInput,
  ConnectorOperations,
  FoundRecord,
  Lookup,
  Page,
  Parsed,
  VideoInput,
} from '../connector.ts';
import { blankComment, type Readable, unknownAuthor } from '../parsing/blank-records.ts';
import { badResponse } from '../parsing/failures.ts';
import { id, number, publishedIso, text, texts } from '../parsing/fields.ts';
import { array, type Json, object } from '../parsing/json.ts';
import { sliceOf } from '../parsing/numbered-pages.ts';
import { joined, stripHtml, unixLines } from '../parsing/text.ts';

const PAGE_ITEMS_MAX = 100;
const STARS_MAX = 5;
const DAY_CHARS = '2026-11-15'.length;

const MISSING = [
  'url',
  'language',
  'published_text',
  'author.avatar_url',
  'author.verified',
  'author.followers',
  'is_creator',
  'pinned',
  'hearted',
  'likes',
  'replies',
  'position_ms',
  'images',
];

type Comments = Page<ParsedComment>;

/** `item` looks the item up: a missing item has no reviews. */
export function archiveReviews(item: Lookup<VideoInput, ParsedVideo>): ConnectorOperations['video.comments'] {
  return {
    request: item.request,
    parse: (response, input, provider) => reviewsOf(item.parse(response, input, provider), input),
    sorts: ['newest'],
    pageItemsMax: PAGE_ITEMS_MAX,
    missing: MISSING,
    cost: 1,
  };
}

function reviewsOf(
  said: Parsed<FoundRecord<ParsedVideo> | Absent>,
  input: CommentsInput,
): Parsed<Comments | Absent> {
  if (said.kind === 'follow_up') return { ...said, parse: (answer) => reviewsOf(said.parse(answer), input) };
  return said.kind === 'record' ? pageOf(said.raw, input) : said;
}

function pageOf(raw: unknown, input: CommentsInput): Comments | AttemptFailure {
  const { reviews } = object(raw);
  if (reviews !== undefined && reviews !== null && !Array.isArray(reviews))
    return badResponse('the reviews are no list');
  const all = array(reviews).toSorted((a, b) => (timeOf(a) < timeOf(b) ? 1 : timeOf(a) > timeOf(b) ? -1 : 0));
  const skip = input.cursor === null ? 0 : Number(input.cursor);
  // All reviews come at once, so a caller of the platform's own body gets all of them.
  const most = input.bodyIsAnswer === true ? all.length : Math.min(input.count, PAGE_ITEMS_MAX);
  const slice = sliceOf(all, { skip, count: most }, (record) => toReview(record, input.id));
  if ('kind' in slice) return slice;
  const { items, nextSkip } = slice;
  return {
    kind: 'page',
    items,
    cursor: nextSkip === null ? null : String(nextSkip),
    end: nextSkip === null ? 'exhausted' : 'more',
    total: { value: all.length, relation: 'eq' },
  };
}

function timeOf(review: unknown): string {
  const { createdate, reviewdate } = object(review);
  return text(createdate) ?? text(reviewdate) ?? '';
}

/** The times have no time zone, so only the day is used. */
function dayOf(value: unknown) {
  return publishedIso(text(value)?.slice(0, DAY_CHARS));
}

function toReview(record: Json, video: string): Readable<ParsedComment> {
  const home = text(record.reviewer_itemname);
  const name = text(record.reviewer);
  const made = text(record.createdate) ?? text(record.reviewdate);
  // A review without an id gets one from its writer: nobody writes two reviews of one item.
  const reviewId =
    id(record.review_id) ?? ((home ?? name) === null ? null : joined(home ?? name!, ' ', made ?? ''));
  if (reviewId === null) return null;
  const words = [...texts(record.reviewtitle), ...texts(record.reviewbody)].join('\n\n');
  const changed = dayOf(record.reviewdate).published_at;
  const published = dayOf(made);
  return {
    ...blankComment(reviewId, { video, root: null, parent: null }, MISSING),
    text: text(stripHtml(unixLines(words))),
    ...published,
    edited_at: changed === published.published_at ? null : changed,
    author: {
      ...unknownAuthor,
      id: home,
      handle: home?.replace(/^@/, '') ?? null,
      name,
      url:
        home === null
          ? null
          : joined('https://archive.org/details/', encodeURIComponent(home.toWellFormed())),
    },
    rating: starsOf(record.stars),
  };
}

/** 0 means that the reviewer gave no stars. */
function starsOf(stars: unknown): number | null {
  const given = number(stars);
  return given !== null && given > 0 && given <= STARS_MAX ? given : null;
}
