// Exchanges about Odysee's playlists, popular videos and channels by name, made up from the documents: their field names, our values.
import type { ParsedAuthor } from '../../domain/author.ts';
import type { ParsedPlaylist } from '../../domain/playlist.ts';
import type {
  AuthorSearchInput,
  ExpectedAbsence,
  ExpectedPage,
  ExpectedRecord,
  PlaylistInput,
  PlaylistVideosInput,
  PopularInput,
  Sample,
} from '../connector.ts';
import {
  BARE,
  BARE_VIDEO,
  CHANNEL,
  claim,
  ID,
  POST,
  result,
  TOO_MANY,
  UNLISTED,
  WHOLE,
} from './odysee.samples.ts';

const LIST = '1f'.repeat(20);
const GONE = 'e'.repeat(40);
const playlist: PlaylistInput = { platform: 'odysee', playlist_id: LIST, wantsRaw: false };
const ofPlaylist: PlaylistVideosInput = { ...playlist, count: 4, cursor: null, position: 0 };
const collection = (changes: object = {}, value: object = {}) => ({
  claim_id: LIST,
  name: 'best-cats',
  value_type: 'collection',
  timestamp: 1_714_560_000,
  meta: { creation_timestamp: 1_714_557_600 },
  value: {
    title: 'Best cats',
    description: 'Line\r\nLine',
    thumbnail: { url: 'https://t.example/list.jpg' },
    claims: [ID, GONE, POST.claim_id, BARE.claim_id, ID],
    ...value,
  },
  signing_channel: claim().signing_channel,
  ...changes,
});
const listed = (...items: object[]) =>
  result({ items, page: 1, page_size: 50, total_items: items.length, total_pages: 1 });

export const playlistSamples: Sample<PlaylistInput, ExpectedRecord<ParsedPlaylist>>[] = [
  {
    name: 'a playlist',
    input: playlist,
    response: listed(collection()),
    expect: {
      record: {
        id: LIST,
        url: `https://odysee.com/$/playlist/${LIST}`,
        title: 'Best cats',
        text: 'Line\nLine',
        author: WHOLE.author!,
        video_count: 5,
        published_at: '2024-05-01T10:00:00.000Z',
        updated_at: '2024-05-01T10:40:00.000Z',
        thumbnails: [{ url: 'https://t.example/list.jpg', width: null, height: null }],
      },
    },
  },
  {
    name: 'one without a list and a channel',
    input: playlist,
    response: listed(collection({ signing_channel: undefined, value: {} })),
    expect: { record: { id: LIST, title: 'best-cats', video_count: 0, text: null } },
  },
  {
    name: 'one that its maker does not list',
    input: playlist,
    response: listed(collection({}, { tags: ['c:unlisted'] })),
    expect: { absent: 'private' },
  },
  {
    name: 'another playlist',
    input: playlist,
    response: listed(collection({ claim_id: GONE })),
    expect: { failure: 'bad_response' },
  },
  {
    name: 'a limit',
    input: playlist,
    response: TOO_MANY,
    expect: { failure: 'rate_limited', suspendMs: 5_000 },
  },
];

export const playlistVideosSamples: Sample<PlaylistVideosInput, ExpectedPage | ExpectedAbsence>[] = [
  {
    name: 'in the order of the playlist: one was withdrawn, and a post is passed over',
    input: ofPlaylist,
    response: listed(collection()),
    followUps: [listed(BARE, POST, claim())],
    expect: {
      items: 2,
      end: 'more',
      cursor: '4',
      unavailable: 1,
      total: { value: 5, relation: 'eq' },
      records: [
        { ...WHOLE, position: 1 },
        { ...BARE_VIDEO, position: 4 },
      ],
    },
  },
  {
    name: 'the rest: the first video again, as the playlist has it',
    input: { ...ofPlaylist, cursor: '4', position: 2 },
    response: listed(collection()),
    followUps: [listed(claim())],
    expect: { items: 1, end: 'exhausted', unavailable: 0, records: [{ id: ID, position: 5 }] },
  },
  {
    name: 'a video that its maker does not list is counted, not delivered',
    input: ofPlaylist,
    response: listed(collection({}, { claims: [UNLISTED.claim_id] })),
    followUps: [listed(UNLISTED)],
    expect: { items: 0, end: 'exhausted', unavailable: 1 },
  },
  {
    name: 'an empty playlist',
    input: ofPlaylist,
    response: listed(collection({}, { claims: undefined })),
    expect: { items: 0, end: 'exhausted', unavailable: 0, total: { value: 0, relation: 'eq' } },
  },
  {
    name: 'a playlist that its maker does not list',
    input: ofPlaylist,
    response: listed(collection({}, { tags: ['c:unlisted'] })),
    expect: { absent: 'private' },
  },
  {
    name: 'claims that are counted and not there are not taken for withdrawn',
    input: ofPlaylist,
    response: listed(collection()),
    followUps: [result({ items: [], page: 1, page_size: 50, total_items: 3, total_pages: 1 })],
    expect: { failure: 'bad_response' },
  },
  {
    name: 'a limit at its claims',
    input: ofPlaylist,
    response: listed(collection()),
    followUps: [TOO_MANY],
    expect: { failure: 'rate_limited', suspendMs: 5_000 },
  },
];

const popular: PopularInput = { platform: 'odysee', count: 2, cursor: null, position: 0, wantsRaw: false };

export const popularSamples: Sample<PopularInput>[] = [
  {
    name: 'trending now',
    input: popular,
    response: result({ items: [claim(), UNLISTED], page: 1, page_size: 2, total_items: 3, total_pages: 2 }),
    expect: { items: 1, end: 'more', cursor: '2.2.0', total: { value: 3, relation: 'eq' }, records: [WHOLE] },
  },
  {
    name: 'the last of them: the order may have changed, so the end is not proved',
    input: { ...popular, cursor: '2.2.0', position: 1 },
    response: result({ items: [BARE], page: 2, page_size: 2, total_items: 3, total_pages: 2 }),
    expect: { items: 1, end: 'unknown', records: [BARE_VIDEO] },
  },
  {
    name: 'a limit',
    input: popular,
    response: TOO_MANY,
    expect: { failure: 'rate_limited', suspendMs: 5_000 },
  },
];

const named: AuthorSearchInput = { ...popular, keyword: '-cat films' };
const channel = (changes: object = {}, value: object = {}) => ({
  claim_id: CHANNEL,
  name: '@Cätfilms',
  canonical_url: 'lbry://@Cätfilms#f',
  value_type: 'channel',
  meta: { claims_in_channel: 7, creation_timestamp: 1_714_557_600 },
  value: { title: 'Cat films', description: 'Films\r\nof cats', ...value },
  ...changes,
});

export const authorSearchSamples: Sample<AuthorSearchInput, ExpectedPage<ParsedAuthor>>[] = [
  {
    name: 'channels of that name',
    input: named,
    response: result({
      items: [channel(), channel({ claim_id: GONE }, { tags: ['c:unlisted'] })],
      page: 1,
      page_size: 2,
      total_items: 3,
      total_pages: 2,
    }),
    expect: {
      items: 1,
      end: 'more',
      cursor: '2.2.0',
      total: { value: 3, relation: 'eq' },
      records: [
        {
          id: CHANNEL,
          handle: 'Cätfilms',
          name: 'Cat films',
          url: 'https://odysee.com/@C%C3%A4tfilms:f',
          text: 'Films\nof cats',
          kind: 'channel',
          joined_at: '2024-05-01T10:00:00.000Z',
          stats: { videos: 7, views: null, likes: null },
        },
      ],
    },
  },
  {
    name: 'the last of them',
    input: { ...named, cursor: '2.2.0', position: 1 },
    response: result({ items: [channel()], page: 2, page_size: 2, total_items: 3, total_pages: 2 }),
    expect: { items: 1, end: 'exhausted' },
  },
  {
    name: 'a limit',
    input: named,
    response: TOO_MANY,
    expect: { failure: 'rate_limited', suspendMs: 5_000 },
  },
];
