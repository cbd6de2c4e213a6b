// A look-up of several videos at Vimeo when one of them is unlisted, and look-ups with the key of an unlisted video.
import { expect, test } from 'vitest';
import { providerOf } from '../../testing/replay-sample.ts';
import type { UpstreamResponse } from '../connector.ts';
import { vimeo } from './vimeo.ts';

const provider = providerOf(vimeo);
const videos = vimeo.operations['video.get']!;

function answerOf(data: object[]): UpstreamResponse {
  const body = JSON.stringify({ total: data.length, page: 1, paging: { next: null }, data });
  return { kind: 'response', status: 200, headers: {}, body, receivedAtMs: 0 };
}

test('an unlisted video counts as private, and the others are still found', () => {
  const response = answerOf([
    { uri: '/videos/2:ab12cd34ef', name: 'Not listed', privacy: { view: 'unlisted' } },
    { uri: '/videos/1', name: 'A cat', privacy: { view: 'anybody' } },
  ]);
  const input = { platform: 'vimeo', ids: ['1', '2', '3'], wantsRaw: false };
  const said = videos.several!.parse(response, input, provider);
  if (said.kind !== 'records') throw new Error(`${said.kind} is no list of records`);
  expect(said.found.get('1')).toMatchObject({ kind: 'record', record: { id: '1', title: 'A cat' } });
  expect(said.found.get('2')).toEqual({ kind: 'absent', reason: 'private' });
  expect(said.found.get('3')).toEqual({ kind: 'absent', reason: 'unknown' });
});

test('a video that has become public is found by its number with the old key', () => {
  const record = { uri: '/videos/123', name: 'A cat', privacy: { view: 'anybody' } };
  const response = { ...answerOf([]), body: JSON.stringify(record) };
  const said = videos.parse(response, { platform: 'vimeo', id: '123:ab12cd34ef', wantsRaw: false }, provider);
  expect(said).toMatchObject({ kind: 'record', record: { id: '123' } });
});

test.each([
  ['123:ab12cd34ef', '/videos/123:ab12cd34ef'],
  ['..', '/videos/%252E%252E'],
  ['1/2', '/videos/1%2F2'],
])('the video %s is asked for at %s', (id, path) => {
  const { url } = videos.request({ platform: 'vimeo', id, wantsRaw: false }, provider);
  expect(new URL(url).pathname).toBe(path);
});
