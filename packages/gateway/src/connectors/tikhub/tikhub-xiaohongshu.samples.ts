// Exchanges about Xiaohongshu by TikHub, made up from its documents and from what public clients read: their field names, our values.
import type { ParsedVideo } from '../../domain/video.ts';
import type { Sample, SearchInput } from '../connector.ts';
import { answersAs } from '../samples/answer.ts';

const answer = answersAs('application/json');
const said = (data: object, params: object = {}) =>
  answer(
    200,
    JSON.stringify({
      code: 200,
      request_id: 'r',
      message: 'ok',
      params,
      data: { success: true, msg: null, data },
    }),
  );
const ID = '66a1b2c3000000001e01f2d4';

const found = (changes: object = {}) => ({
  model_type: 'note',
  note: {
    id: ID,
    type: 'video',
    title: '猫和钢琴',
    desc: '第一行\r\n第二行 #猫[话题]#',
    timestamp: 1_714_557_600,
    xsec_token: 'ABk=',
    liked_count: '1.2万',
    collected_count: 30,
    comments_count: 4,
    shared_count: 5,
    images_list: [{ url: 'https://sns-img.example/cover.jpg', width: 1080, height: 1440 }],
    video_info_v2: {
      media: { video: { duration: 65 } },
      image: { thumbnail: 'https://sns-img.example/thumb.jpg' },
    },
    user: {
      userid: '5f00000000000000010001aa',
      red_id: '95011',
      nickname: '小猫',
      images: 'https://sns-avatar.example/a.jpg',
    },
    ...changes,
  },
});
const FOUND: Partial<ParsedVideo> = {
  id: ID,
  url: `https://www.xiaohongshu.com/explore/${ID}?xsec_token=ABk%3D&xsec_source=pc_search`,
  title: '猫和钢琴',
  published_at: '2024-05-01T10:00:00.000Z',
  duration_ms: 65_000,
  text_truncated: false,
  approx: ['likes'],
  thumbnails: [
    { url: 'https://sns-img.example/thumb.jpg', width: null, height: null },
    { url: 'https://sns-img.example/cover.jpg', width: null, height: null },
  ],
  author: {
    id: '5f00000000000000010001aa',
    handle: '95011',
    name: '小猫',
    url: 'https://www.xiaohongshu.com/user/profile/5f00000000000000010001aa',
    avatar_url: 'https://sns-avatar.example/a.jpg',
    verified: null,
    followers: null,
  },
};
const first: SearchInput = {
  platform: 'xiaohongshu',
  keyword: '猫',
  count: 20,
  cursor: null,
  position: 0,
  wantsRaw: false,
};

export const samples: Sample[] = [
  {
    name: 'first page, with a user and pictures between the videos',
    input: first,
    response: said(
      {
        items: [
          { model_type: 'user', user: { nickname: '小猫' } },
          found(),
          found({ id: '66a1b2c3000000001e01f2d5', type: 'normal' }),
        ],
        has_more: true,
        search_id: 's1',
        search_session_id: 'u1',
      },
      { keyword: '猫' },
    ),
    expect: { items: 1, end: 'more', cursor: '[0,"2","s1","u1"]', videos: [FOUND] },
  },
  {
    name: 'next page, whose text is cut, with other names of the figures and the session of before',
    input: { ...first, cursor: '[0,"2","s1","u1"]', position: 20 },
    response: said({
      items: [
        found({
          desc: '字'.repeat(60),
          liked_count: undefined,
          comments_count: undefined,
          shared_count: undefined,
          collected_count: undefined,
          interact_info: { liked_count: '12', comment_count: '4', share_count: '5', collected_count: '3' },
          user: {
            user_id: '5f00000000000000010001aa',
            nickname: '小猫',
            avatar: 'https://sns-avatar.example/b.jpg',
          },
          xsec_token: undefined,
        }),
      ],
      has_more: true,
    }),
    expect: {
      items: 1,
      end: 'more',
      cursor: '[0,"3","s1","u1"]',
      videos: [
        {
          url: `https://www.xiaohongshu.com/explore/${ID}`,
          text_truncated: true,
          approx: [],
          stats: {
            ...{ views: null, likes: 12, comments: 4, shares: 5 },
            ...{ saves: 3, reposts: null, downloads: null, danmaku: null },
          },
        },
      ],
    },
  },
  {
    name: 'last page',
    input: { ...first, cursor: '[0,"3","s1","u1"]', position: 40 },
    response: said({ items: [found()], has_more: false }),
    expect: { items: 1, end: 'exhausted' },
  },
  {
    name: 'an empty page that does not say whether there are more',
    input: { ...first, cursor: '[0,"3","s1","u1"]', position: 40 },
    response: said({ items: [] }),
    expect: { items: 0, end: 'unknown' },
  },
];
