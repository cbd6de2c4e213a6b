// Which pictures of records a page is given an address for.
import { expect, test } from 'vitest';
import { picturesOf } from './picture-views.ts';

const sealed = (url: string) => (url.includes('hidden') ? null : `/sealed/${url}`);

test('one picture of each list and of each author, each once, without those that the gateway does not show', () => {
  const author = { avatar_url: 'https://a.example/face' };
  const records = [
    { thumbnails: [{ url: 'https://a.example/1' }, { url: 'https://a.example/1-small' }], author },
    { thumbnails: [{ url: 'https://a.example/hidden' }], images: [{ url: null }], author },
    { thumbnails: [], author: null },
    {},
  ];
  expect(picturesOf(records, sealed)).toEqual([
    { url: 'https://a.example/1', address: '/sealed/https://a.example/1' },
    { url: 'https://a.example/face', address: '/sealed/https://a.example/face' },
  ]);
});

test('there is a bound', () => {
  const records = Array.from({ length: 500 }, (_, at) => ({
    thumbnails: [{ url: `https://a.example/${at}` }],
  }));
  expect(picturesOf(records, sealed)).toHaveLength(200);
});
