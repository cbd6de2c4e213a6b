// An answer that repeats another question is refused, on platforms that repeat the question, and only where the connection could be one
// answer behind.
import { expect, test } from 'vitest';
import { dailymotion } from '../dailymotion/dailymotion.ts';
import { pexels } from '../pexels/pexels.ts';
import { tikhub } from '../tikhub/tikhub.ts';
import { vimeo } from '../vimeo/vimeo.ts';
import { foreignAnswer } from './echoed-question.ts';

const response = {
  kind: 'response' as const,
  status: 200,
  headers: {},
  body: '',
  receivedAtMs: 0,
  isReused: true,
};

test.each([
  ['cat', 'cat'],
  [' Cat  Video ', 'cat video'],
  ['ﾈｺ', 'ネコ'],
  ['2', 2],
  [2, 2],
  [undefined, 'cat'],
  [null, 'cat'],
  [{}, 'cat'],
])('%j may be the echo of %j', (echoed, asked) => {
  expect(foreignAnswer(response, echoed, asked)).toBeNull();
});

test.each([
  ['dog', 'cat'],
  [1, 2],
  ['', 'cat'],
])('%j is not the echo of %j, which counts on a used connection alone', (echoed, asked) => {
  expect(foreignAnswer(response, echoed, asked)).toMatchObject({ kind: 'bad_response', isForeign: true });
  expect(foreignAnswer({ ...response, isReused: false }, echoed, asked)).toBeNull();
});

const input = { keyword: 'cat', count: 20, cursor: null, position: 0, wantsRaw: false };
const provider = {
  name: 'p',
  connector: 'c',
  baseUrl: 'https://a.example',
  token: 't',
  timeoutMs: null,
  userAgent: 'x',
  options: {},
  publicUrl: '',
};

test.each([
  [dailymotion, 'dailymotion', '{"page":7,"list":[],"has_more":false}'],
  [pexels, 'pexels', '{"page":7,"total_results":0,"videos":[]}'],
  [vimeo, 'vimeo', '{"page":7,"data":[],"paging":{"next":null}}'],
  [tikhub, 'kuaishou', '{"code":200,"params":{"keyword":"dog"},"data":{"result":1,"mixFeeds":[]}}'],
] as const)('$name refuses the answer to another question', (connector, platform, body) => {
  const parse = (isReused: boolean) =>
    connector.operations['video.search']!.parse(
      { ...response, body, isReused },
      { ...input, platform },
      provider,
    );
  expect(parse(true)).toMatchObject({ kind: 'bad_response', isForeign: true });
  expect(parse(false)).toMatchObject({ kind: 'page' });
});
