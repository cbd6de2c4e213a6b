import { expect, test } from 'vitest';
import { readForm } from './form.ts';
import { playgroundLink } from './reopen.ts';

const call = { operation: 'video.search', platform: 'library', group: 'u1', variant: 'stable' } as const;
const asked = (given: Record<string, string>) => ({
  path: '/api/u1/v1/library/app/search_video_v2',
  parameters: Object.entries(given).map(([name, value]) => ({ name, value })),
  is_cut: false,
});
const formOf = (link: string) => readForm(Object.fromEntries(new URLSearchParams(link.slice('#/?'.length))));

test('the form of the playground reads what the earlier call asked', () => {
  const link = playgroundLink({
    ...call,
    asked: asked({ count: '5', keyword: '猫 & dogs', sort: 'newest' }),
  })!;
  const expected = { operation: 'video.search', platform: 'library', group: 'u1', variant: 'stable' };
  expect(formOf(link)).toMatchObject({ ...expected, about: '猫 & dogs', count: '5', sort: 'newest' });
  const author = { ...call, operation: 'author.videos', asked: asked({ handle: 'someone' }) };
  expect(formOf(playgroundLink(author)!)).toMatchObject({ operation: 'author.videos', about: '@someone' });
});

test('a question that is not known as a whole, and one of a mounted route, are not opened', () => {
  expect(playgroundLink({ ...call, asked: null })).toBeNull();
  expect(playgroundLink({ ...call, asked: { ...asked({ keyword: 'a' }), is_cut: true } })).toBeNull();
  expect(playgroundLink({ ...call, operation: 'mount.shop.clip', asked: asked({ id: '1' }) })).toBeNull();
});
